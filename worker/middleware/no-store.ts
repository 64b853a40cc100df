import type { MiddlewareHandler } from "hono"
import type { AppEnv } from "./app-env.ts"

/** Replies of the API belong to one person and one moment; a route that serves files says otherwise itself. */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (c.res.status !== 101 && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store")
}
