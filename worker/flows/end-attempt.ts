import type { Id } from "../../contract/id.ts"
import { completeAttempt, endAttempt } from "../data/attempt-end.ts"
import { type AttemptRow, findAttempt, markSettled } from "../data/attempt-rows.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { filmOf } from "../data/sheet-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logError } from "../log.ts"
import { announceAttempt, endNotice, readyText } from "./announce-attempt.ts"

/** Every sheet is written and checked: completes the print, spends the credits, tells the seller. */
export async function finishAttempt(
  env: Env,
  row: Pick<AttemptRow, "id" | "printId" | "userId">,
  nowMs?: number,
): Promise<void> {
  const db = databaseOf(env)
  const film = await filmOf(readerOf(db), row.id)
  await completeAttempt(db, row, endNotice(row, readyText(film)))
  await closeAttempt(env, row.id, nowMs)
}

/** Ends a running attempt: the print is a draft again, the credits go back, `message` says what to do. */
export async function failAttempt(
  env: Env,
  row: Pick<AttemptRow, "id" | "printId" | "userId">,
  message: string,
): Promise<void> {
  const hasEnded = await endAttempt(
    databaseOf(env),
    row,
    {
      state: "failed",
      printStatus: "In Draft",
      failureMessage: message,
      notice: endNotice(row, message),
      nowMs: Date.now(),
    },
    ["stamping", "rendering"],
  )
  if (hasEnded) await closeAttempt(env, row.id)
}

/** The seller wants it no more. False when it is too late, or the attempt has not begun to run. */
export async function cancelAttempt(env: Env, row: AttemptRow): Promise<boolean> {
  const hasEnded = await endAttempt(
    databaseOf(env),
    row,
    {
      state: "cancelled",
      printStatus: "Cancelled",
      failureMessage: null,
      notice: null,
      nowMs: Date.now(),
    },
    ["stamping", "rendering"],
  )
  if (hasEnded) await closeAttempt(env, row.id)
  return hasEnded
}

/** Settles the hold of an ended attempt and announces its end; what is already noted as done is skipped. */
export async function closeAttempt(env: Env, attemptId: Id, nowMs = Date.now()): Promise<void> {
  const row = await findAttempt(databaseOf(env), attemptId)
  if (!row) return
  if (!row.isHoldSettled) await settleHold(env, row)
  if (!row.isAnnounced) await announceAttempt(env, row, nowMs)
}

/** Ends the hold: captured for a completed print, released for any other. Again it changes nothing. */
export async function settleHold(env: Env, row: AttemptRow): Promise<void> {
  const { id, userId, state } = row
  const hub = hubOf(env, userId)
  const entry = { userId, id: `hold:${id}` }
  const reply = state === "completed" ? await hub.capture(entry) : await hub.release(entry)
  // An attempt may end before anything was held for it.
  const isNothingHeld = reply.kind === "refused" && reply.reason === "unknown-hold" && state !== "completed"
  if (reply.kind === "refused" && !isNothingHeld) {
    // Retrying cannot help: the ledger has another story than the print, and people must look.
    logError("hold not settled", { attemptId: id, state, reason: reply.reason })
  }
  await markSettled(databaseOf(env), id)
}
