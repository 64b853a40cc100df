import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv } from "../app-env.ts"
import { within } from "../isolate/within.ts"
import { MAX_JSON_BYTES } from "./json-limit.ts"

/** The bytes dropped after a refusal for origin or length; beyond this, the reply may get lost. */
const MAX_DRAINED_BYTES = 4 * MAX_JSON_BYTES
/** The time after which the reply goes out although the body is incomplete. */
const MAX_DRAIN_MS = 30_000

/**
 * Drops the body that a refusal left unread. Closing a connection over unread bytes resets it: the
 * caller sees a network failure in place of the reply, or on that connection's next call.
 */
export const drainUnread: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
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
