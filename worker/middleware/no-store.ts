import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"

/** Forbids caching of API replies, which belong to one person. File routes set their own header. */
export const noStore: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status !== 101 && !headers.has("cache-control")) headers.set("cache-control", "no-store")
}
