import { ApiError } from "../../../contract/error.ts"
import { MAX_UNPRINTED_ITEMS } from "../../../contract/limit.ts"

/** Returns the refusal when an account has too many unprinted items. */
export function tooMuchWaits(): ApiError {
  return new ApiError(
    "conflict",
    `An account holds at most ${MAX_UNPRINTED_ITEMS} items that were never printed. Delete drafts that you no longer need.`,
  )
}
