import type { MiddlewareHandler } from "hono"
import type { AppEnv } from "../app-env.ts"
import { within } from "../isolate/within.ts"
import { MAX_JSON_BYTES } from "./json-limit.ts"

/** Enough for every call refused for its origin or length; a longer one may lose its reply, as it always would. */
const MAX_DRAINED_BYTES = 4 * MAX_JSON_BYTES
/** Whoever sends no more gets its reply all the same. */
const MAX_DRAIN_MS = 30_000

/**
 * Reads and drops what a refusal left unread: a connection closed over unread bytes is reset, and then the caller sees
 * a network failure in place of the reply, or on the next call that shares the connection.
 */
export const drainUnread: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (!body || bodyUsed || body.locked) return
  const reader = body.getReader()
  const endMs = Date.now() + MAX_DRAIN_MS
  for (let size = 0; size < MAX_DRAINED_BYTES; ) {
    const answer = await within(endMs - Date.now(), reader.read())
    if (answer === "late" || answer.done) return
    size += answer.value.byteLength
  }
}
