import type { MiddlewareHandler } from "hono"
import type { AppEnv } from "../app-env.ts"

/** API replies belong to one person and moment. Routes that serve files set their own header. */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status !== 101 && !headers.has("cache-control")) headers.set("cache-control", "no-store")
}
