import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "./app-env.ts"

/** The longest call we make is 500 print items of about 170 characters each, or 85 kB; three times that is ample. */
export const MAX_JSON_BYTES = 256 * 1024

/** The one route that streams its body under limits of its own. A caller's content type makes no other one so. */
const UPLOAD_PATH = "/api/images/bulk-upload"

const limit = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: () => {
    throw new ApiError("too-large", `A request may have at most ${MAX_JSON_BYTES} bytes`)
  },
})

/** Bounds every body but uploads. */
export const jsonLimit: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.req.path === UPLOAD_PATH ? next() : limit(c, next)
