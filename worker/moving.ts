import { ApiError } from "../contract/error.ts"
import { UNAVAILABLE } from "../contract/text.ts"

/** The wait before a retry while an account is being moved. */
const MOVE_S = 5
/** The text with which a database refuses new rows of an account that is being moved. */
export const HELD = "the account is being moved"

/** Returns the refusal of what would change an account that is being moved to another database. */
export function beingMoved(): ApiError {
  return new ApiError("unavailable", UNAVAILABLE, { retryAfterS: MOVE_S })
}

/** Returns true if a database has refused a new row because its account is being moved. */
export function isHeld(error: Error): boolean {
  for (let reason: unknown = error; reason instanceof Error; reason = reason.cause)
    // The message of a failed query quotes it.
    if (reason.message.includes(HELD) && !reason.message.startsWith("Failed query:")) return true
  return false
}
