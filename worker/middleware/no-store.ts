import type { MiddlewareHandler } from "hono"
import type { AppEnv } from "../app-env.ts"

/** Replies of the API belong to one person and one moment; a route that serves files says otherwise itself. */
export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status !== 101 && !headers.has("cache-control")) headers.set("cache-control", "no-store")
}
