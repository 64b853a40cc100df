import { timingSafeEqual } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import { texts } from "../../contract/text.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { edgeSettingsOf } from "../env.ts"
import { logSecurity } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { clientAddress } from "./client-address.ts"

/**
 * Lets only the operator's commands through, by OPERATOR_KEY. If no key is set, or for any other
 * key, these calls answer as if they did not exist.
 */
export const operatorOnly: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  await limitRate(c, rateRules.operatorByAddress, clientAddress(c))
  const { OPERATOR_KEY } = edgeSettingsOf(c.env)
  const given = c.req.header("authorization")?.match(/^Bearer (\S{1,200})$/)?.[1]
  const isOperator = OPERATOR_KEY !== undefined && given !== undefined && (await isSame(given, OPERATOR_KEY))
  if (!isOperator) {
    logSecurity("operator-refused", { requestId: c.var.requestId, path: c.req.path })
    throw new ApiError("not-found", texts.notFound)
  }
  await next()
}

/** Hashes both first, so that timing shows neither length nor content. */
async function isSame(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(digest))
  return timingSafeEqual(left, right)
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
}
