import type { MiddlewareHandler } from "hono"
import type { AppEnv } from "../app-env.ts"
import { withSubject } from "../log.ts"

/** Names the request in its reply, in error bodies and in the log. A caller's own id is not trusted. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const requestId = crypto.randomUUID()
  c.set("requestId", requestId)
  await withSubject({ requestId }, next)
  // A handed-over socket has no headers of its own left to set.
  if (c.res.status !== 101) c.res.headers.set("x-request-id", requestId)
}
