import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "./app-env.ts"

/** The longest call we make is 500 print items of about 170 characters each, or 85 kB; three times that is ample. */
export const MAX_JSON_BYTES = 256 * 1024

const limit = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: () => {
    throw new ApiError("too-large", `A request may have at most ${MAX_JSON_BYTES} bytes`)
  },
})

/** Bounds every body but uploads, which are streamed under limits of their own. */
export const jsonLimit: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isUpload = c.req.header("content-type")?.startsWith("multipart/form-data") ?? false
  return isUpload ? next() : limit(c, next)
}
