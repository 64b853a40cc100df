import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"
import { withSubject } from "../log.ts"

/** Names the request in its reply, in error bodies and in the log. Callers cannot choose the id. */
export const requestId: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  const requestId = crypto.randomUUID()
  c.set("requestId", requestId)
  await withSubject({ requestId }, next)
  // The headers of an upgraded socket's reply cannot be changed.
  if (c.res.status !== 101) c.res.headers.set("x-request-id", requestId)
}
