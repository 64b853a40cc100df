import { ApiError } from "../../contract/error.ts"
import type { Claim, SharedRoom } from "./shared-room.ts"

/** The interval at which the next in line asks; those further behind ask less often. */
const ASK_AGAIN_MS = 10
const ASK_AT_LEAST_MS = 250
const CROWDED_RETRY_S = 30

/** Waits until the claim is held, by polling (see shared-room.ts); throws if the line is full. */
export async function waitForRoom(
  room: SharedRoom,
  { owner, amount, pulse }: { owner: string; amount: number; pulse?: () => void },
): Promise<Claim> {
  const claim = room.claim(owner, amount, Date.now())
  if (claim === "crowded") throw crowded("unavailable", "Sheetsmith has too much to do right now")
  if (claim === "crowded-by-owner")
    throw crowded("too-many-requests", "You have started too much at the same time")
  while (!room.isHeld(claim, Date.now())) {
    pulse?.()
    await scheduler.wait(Math.min(ASK_AT_LEAST_MS, ASK_AGAIN_MS * (1 + room.ahead(claim))))
  }
  return claim
}

function crowded(code: "unavailable" | "too-many-requests", sentence: string): ApiError {
  return new ApiError(code, `${sentence}. Please try again in half a minute.`, {
    retryAfterS: CROWDED_RETRY_S,
  })
}
