import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { TokenInUse } from "../../data/accounts/access-token-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findAttempt } from "../../data/prints/attempt-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { refuseRealPrint } from "../../refuse-real-print.ts"
import { cancelAttempt } from "./end-attempt.ts"

/** Stops a seller's running print and gives its credits back; a second call changes nothing. */
export async function cancelPrint(env: Env, userId: Id, printId: Id, token?: TokenInUse): Promise<void> {
  const db = databaseOf(env)
  const row = await findPrint(db, userId, printId)
  if (!row) throw unknown("print")
  refuseRealPrint(row, token)
  if (row.status === "Processing" && row.attemptId) {
    const attempt = await findAttempt(db, row.attemptId)
    const isCancelled = attempt !== null && (await cancelAttempt(env, attempt))
    if (!isCancelled)
      throw new ApiError("conflict", "The print cannot be cancelled right now. Please try again.")
  } else if (row.status !== "Cancelled") {
    throw new ApiError("conflict", "Only a print that is being processed can be cancelled")
  }
}
