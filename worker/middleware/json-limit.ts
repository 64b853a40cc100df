import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "./app-env.ts"

/** The longest call we make is 500 print items of about 170 characters each, or 85 kB; three times that is ample. */
export const MAX_JSON_BYTES = 256 * 1024
/** Read and thrown away before refusing: a connection closed with unread bytes loses the refusal on its way. */
const MAX_DRAINED_BYTES = 4 * MAX_JSON_BYTES

const limit = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: async (c) => {
    if (c.req.raw.body && !c.req.raw.body.locked) await drain(c.req.raw.body)
    throw new ApiError("too-large", `A request may have at most ${MAX_JSON_BYTES} bytes`)
  },
})

/** Bounds every body but uploads, which are streamed under limits of their own. */
export const jsonLimit: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isUpload = c.req.header("content-type")?.startsWith("multipart/form-data") ?? false
  return isUpload ? next() : limit(c, next)
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  for (let size = 0; size < MAX_DRAINED_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    size += value.byteLength
  }
}
