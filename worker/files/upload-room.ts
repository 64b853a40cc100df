import { MINUTE_MS } from "../../contract/duration.ts"
import { type Claim, createSharedRoom } from "../isolate/shared-room.ts"
import { waitForRoom } from "../isolate/wait-for-room.ts"
import { READ_BYTES } from "./multipart.ts"
import { PART_BYTES } from "./r2-upload.ts"

/* Uploads' share of an isolate's 128 MB. A job has up to 60 MiB (JOB_MEMORY_BYTES), other bodies
   6 (json-limit.ts), the bundle and the rest about 20. Uploads get 41 MiB: 5 parts of 5 MiB, and
   a read buffer of 128 KiB for each of 128 requests. */
/** The memory for parts of all uploads of the isolate. */
export const PARTS_BYTES = 5 * PART_BYTES
/** The uploads that are read at the same time. */
export const MAX_OPEN_UPLOADS = (16 * 1024 * 1024) / READ_BYTES
/** The open uploads of one account: half, so that others always find room. */
const MAX_OPEN_OF_ACCOUNT = MAX_OPEN_UPLOADS / 2
/** The uploads that are open or waiting; waiting costs almost nothing. Our own page has three. */
const MAX_UPLOADS = 1_000
const MAX_UPLOADS_OF_ACCOUNT = 200
/** The longest time that a live request gives no sign: while R2 takes a part. */
const LOST_AFTER_MS = MINUTE_MS
const WAITER_LOST_AFTER_MS = 10_000
/** The time after which memory is given back while others wait; faster uploads fill a part before it. */
const TURN_MS = 10_000

const common = {
  claims: MAX_UPLOADS,
  claimsOfOwner: MAX_UPLOADS_OF_ACCOUNT,
  lostAfterMs: LOST_AFTER_MS,
  waiterLostAfterMs: WAITER_LOST_AFTER_MS,
}
const places = createSharedRoom({ ...common, total: MAX_OPEN_UPLOADS, ofOwner: MAX_OPEN_OF_ACCOUNT })
const memory = createSharedRoom({ ...common, total: PARTS_BYTES, ofOwner: PARTS_BYTES })
/** The imports of orders: one of an account runs, and one waits for it. */
const imports = createSharedRoom({ ...common, total: MAX_OPEN_UPLOADS, ofOwner: 1, claimsOfOwner: 2 })

/** One request's share of the uploads' memory. */
export type UploadRoom = {
  /** Waits in line for a part's memory. */
  take(bytes: number): Promise<void>
  /** Gives the memory back; a second call does nothing. */
  giveBack(): void
  /** Returns true if others wait for memory. */
  isWanted(): boolean
  /** Returns true if others wait and this request's turn is over. */
  isTurnOver(): boolean
  /** Shows that the request is alive. */
  pulse(): void
  leave(): void
}

/** Waits for the account's turn to import, and for an upload's room. */
export async function enterImports(owner: string): Promise<UploadRoom> {
  const turn = await waitForRoom(imports, { owner, amount: 1 })
  try {
    return await enterUploads(owner, turn)
  } catch (error) {
    imports.release(turn)
    throw error
  }
}

/** Waits until the isolate has room for one more upload; its body is not read before. */
export async function enterUploads(owner: string, turn: Claim | null = null): Promise<UploadRoom> {
  const pulseTurn = () => void (turn && imports.isHeld(turn, Date.now()))
  const place = await waitForRoom(places, { owner, amount: 1, pulse: pulseTurn })
  let part: Claim | null = null
  let sinceMs = 0

  function pulsePlace(): void {
    pulseTurn()
    places.isHeld(place, Date.now())
  }

  function giveBack(): void {
    if (part) memory.release(part)
    part = null
  }

  return {
    async take(bytes) {
      part = await waitForRoom(memory, { owner, amount: bytes, pulse: pulsePlace })
      sinceMs = Date.now()
    },
    giveBack,
    isWanted: () => memory.isWanted(Date.now()),
    isTurnOver: () => Date.now() - sinceMs > TURN_MS && memory.isWanted(Date.now()),
    pulse() {
      pulsePlace()
      if (part) memory.isHeld(part, Date.now())
    },
    leave() {
      giveBack()
      places.release(place)
      if (turn) imports.release(turn)
    },
  }
}
