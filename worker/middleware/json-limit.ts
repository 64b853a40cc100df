import { Buffer } from "node:buffer"
import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { boundaryOf } from "../files/multipart.ts"
import { createSharedRoom } from "../isolate/shared-room.ts"
import { waitForRoom } from "../isolate/wait-for-room.ts"
import { within } from "../isolate/within.ts"
import { clientAddress } from "./client-address.ts"

/** Three times our longest call without texts: 500 print items of about 170 characters each, or 85 kB. */
export const MAX_JSON_BYTES = 256 * 1024
/**
 * A layout of 5,000 copies has 550 kB: each placement takes 110 bytes, of which the item's id is 36.
 * Line breaks have room for as much again. 500 items have room for 2 kB of text each.
 */
const MAX_LONG_BYTES = 1024 * 1024
/** The paths of calls whose body may hold a layout, many pieces with their texts, or the mends of many images. */
const LONG_PATHS =
  /^\/api\/(jobs|prints?(\/[^/]+\/(layout|proccess|process))?|images\/(bulk-mend|[^/]+\/variants)|orders\/items\/confirm|operator\/prints)$/
/** The size below which bodies are not counted: nearly all calls; an isolate holds thousands of them. */
const SMALL_BYTES = 16 * 1024
/** The time for a longer body, at 70 kbit/s; later ones are given up. */
const READ_WITHIN_MS = 30_000

/** The routes that stream their bodies, under their own limits; no content type exempts others but the form of jobs. */
const UPLOAD_PATHS = /^\/api\/(images\/bulk-upload|fonts|orders\/import|destinations\/[^/]+\/profile)$/

const JOBS_PATH = "/api/jobs"

/** The room for the longer bodies in one isolate: 24 of the usual limit, 6 of one address. */
const bodies = createSharedRoom({
  total: 24 * MAX_JSON_BYTES,
  ofOwner: 6 * MAX_JSON_BYTES,
  claims: 1_000,
  claimsOfOwner: 200,
  lostAfterMs: 2 * READ_WITHIN_MS,
  waiterLostAfterMs: 10_000,
})

/** Limits each body except uploads, and the total that an isolate holds at once. */
export const jsonLimit: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  const isJobForm = c.req.path === JOBS_PATH && boundaryOf(c.req.header("content-type")) !== null
  if (isJobForm || UPLOAD_PATHS.test(c.req.path) || !c.req.raw.body) return next()
  const maxBytes = LONG_PATHS.test(c.req.path) ? MAX_LONG_BYTES : MAX_JSON_BYTES
  // Unknown length: assume the maximum.
  const bytes = Number(c.req.header("content-length") ?? maxBytes) || 0
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  if (bytes <= SMALL_BYTES) return next()
  const claim = await waitForRoom(bodies, { owner: clientAddress(c), amount: bytes })
  try {
    c.req.raw = new Request(c.req.raw, { body: await readWhole(c.req.raw.body, maxBytes) })
    await next()
  } finally {
    bodies.release(claim)
  }
}

async function readWhole(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const reader = body.getReader()
  const endMs = Date.now() + READ_WITHIN_MS
  const chunks: Uint8Array[] = []
  for (let bytes = 0; ; ) {
    const answer = await within(endMs - Date.now(), reader.read()).catch(() => {
      // The caller has gone, so nobody reads this error, which is not ours either.
      throw new ApiError("validation-failed", "The request ended before it was complete")
    })
    if (answer === "late")
      throw new ApiError("timed-out", "The request did not arrive in time. Please try again.")
    if (answer.done) return Buffer.concat(chunks)
    bytes += answer.value.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(answer.value)
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError("too-large", `A request may have at most ${maxBytes} bytes`)
}
