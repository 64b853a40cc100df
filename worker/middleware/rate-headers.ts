import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"

/**
 * Says in each reply to a counted call, a refusal too, how much is left of which limits of its account
 * (datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4).
 */
export const rateHeaders: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  await next()
  const rates = [...(c.var.rates ?? [])]
  if (rates.length === 0 || c.res.status === 101) return
  const { headers } = c.res
  headers.set(
    "ratelimit-policy",
    rates.map(([name, { limit, windowS }]) => `"${name}";q=${limit};w=${windowS}`).join(", "),
  )
  headers.set(
    "ratelimit",
    rates.map(([name, { left, resetS }]) => `"${name}";r=${left};t=${resetS}`).join(", "),
  )
}
