import { Buffer } from "node:buffer"
import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "../app-env.ts"
import { createSharedRoom } from "../isolate/shared-room.ts"
import { waitForRoom } from "../isolate/wait-for-room.ts"
import { within } from "../isolate/within.ts"
import { clientAddress } from "./client-address.ts"

/** The longest call we make is 500 print items of about 170 characters each, or 85 kB; three times that is ample. */
export const MAX_JSON_BYTES = 256 * 1024
/** Nearly every call is shorter, and thousands of them fit into an isolate: these are not counted. */
const SMALL_BYTES = 16 * 1024
/** A longer one is there within this, or is not coming: 70 kbit/s. */
const READ_WITHIN_MS = 30_000

/** The one route that streams its body under limits of its own. A caller's content type makes no other one so. */
const UPLOAD_PATH = "/api/images/bulk-upload"

/** Longer bodies that the isolate holds at once: 24 of the longest there are, 6 of one address. */
const bodies = createSharedRoom({
  total: 24 * MAX_JSON_BYTES,
  ofOwner: 6 * MAX_JSON_BYTES,
  claims: 1_000,
  claimsOfOwner: 200,
  lostAfterMs: 2 * READ_WITHIN_MS,
  waiterLostAfterMs: 10_000,
})

/** Bounds every body but uploads, each by itself and all that an isolate holds together. */
export const jsonLimit: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.path === UPLOAD_PATH || !c.req.raw.body) return next()
  // Not told: as long as it may be.
  const bytes = Number(c.req.header("content-length") ?? MAX_JSON_BYTES) || 0
  if (bytes > MAX_JSON_BYTES) throw tooLarge()
  if (bytes <= SMALL_BYTES) return next()
  const claim = await waitForRoom(bodies, { owner: clientAddress(c), amount: bytes })
  try {
    c.req.raw = new Request(c.req.raw, { body: await readWhole(c.req.raw.body) })
    await next()
  } finally {
    bodies.release(claim)
  }
}

async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader()
  const endMs = Date.now() + READ_WITHIN_MS
  const chunks: Uint8Array[] = []
  for (let bytes = 0; ; ) {
    const answer = await within(endMs - Date.now(), reader.read()).catch(() => {
      // Nobody is there to be told, but it is no error of ours either.
      throw new ApiError("validation-failed", "The request ended before it was complete")
    })
    if (answer === "late")
      throw new ApiError("timed-out", "The request did not arrive in time. Please try again.")
    if (answer.done) return Buffer.concat(chunks)
    bytes += answer.value.length
    if (bytes > MAX_JSON_BYTES) throw tooLarge()
    chunks.push(answer.value)
  }
}

function tooLarge(): ApiError {
  return new ApiError("too-large", `A request may have at most ${MAX_JSON_BYTES} bytes`)
}
