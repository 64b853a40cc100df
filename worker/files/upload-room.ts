import { MINUTE_MS } from "../../contract/duration.ts"
import { type Claim, createSharedRoom } from "../isolate/shared-room.ts"
import { waitForRoom } from "../isolate/wait-for-room.ts"
import { READ_BYTES } from "./multipart.ts"
import { PART_BYTES } from "./r2-upload.ts"

/*
 * What uploads may take of an isolate's 128 MB. A job has up to 60 MiB (JOB_MEMORY_BYTES), other bodies 6 (json-limit.ts),
 * the bundle and everything else some 20. Left for uploads: 5 parts of 5 MiB, and 128 KiB to read with for each of 128
 * requests, 41 MiB in all.
 */
/** Memory for parts, over all uploads of the isolate. */
export const PARTS_BYTES = 5 * PART_BYTES
/** Uploads that are read from at the same time. */
export const MAX_OPEN_UPLOADS = (16 * 1024 * 1024) / READ_BYTES
/** One account's: as many again are left for all others. */
const MAX_OPEN_OF_ACCOUNT = MAX_OPEN_UPLOADS / 2
/** Open and waiting; one that waits costs next to nothing. The page itself has three. */
const MAX_UPLOADS = 1_000
const MAX_UPLOADS_OF_ACCOUNT = 200
/** The longest that a request is silent about itself: while R2 takes a part. */
const LOST_AFTER_MS = MINUTE_MS
const WAITER_LOST_AFTER_MS = 10_000
/** Memory is given back after this long where others wait for it: a line that fills a part sooner is never asked. */
const TURN_MS = 10_000

const common = {
  claims: MAX_UPLOADS,
  claimsOfOwner: MAX_UPLOADS_OF_ACCOUNT,
  lostAfterMs: LOST_AFTER_MS,
  waiterLostAfterMs: WAITER_LOST_AFTER_MS,
}
const places = createSharedRoom({ ...common, total: MAX_OPEN_UPLOADS, ofOwner: MAX_OPEN_OF_ACCOUNT })
const memory = createSharedRoom({ ...common, total: PARTS_BYTES, ofOwner: PARTS_BYTES })

/** One request's part of what all uploads of the isolate share. */
export type UploadRoom = {
  /** Waits for memory for a part, behind everybody who came before. */
  take(bytes: number): Promise<void>
  /** Gives the memory back; again it changes nothing. */
  giveBack(): void
  /** Whether others wait for memory. */
  isWanted(): boolean
  /** Whether they wait and this one has had its turn. */
  isTurnOver(): boolean
  /** Says that the request is still there. */
  pulse(): void
  leave(): void
}

/** Waits until the isolate has room for one more upload; nothing of its body is read before. */
export async function enterUploads(owner: string): Promise<UploadRoom> {
  const place = await waitForRoom(places, { owner, amount: 1 })
  let part: Claim | null = null
  let sinceMs = 0

  function giveBack(): void {
    if (part) memory.release(part)
    part = null
  }

  return {
    async take(bytes) {
      const pulse = () => places.isHeld(place, Date.now())
      part = await waitForRoom(memory, { owner, amount: bytes, pulse })
      sinceMs = Date.now()
    },
    giveBack,
    isWanted: () => memory.isWanted(Date.now()),
    isTurnOver: () => Date.now() - sinceMs > TURN_MS && memory.isWanted(Date.now()),
    pulse() {
      places.isHeld(place, Date.now())
      if (part) memory.isHeld(part, Date.now())
    },
    leave() {
      giveBack()
      places.release(place)
    },
  }
}
