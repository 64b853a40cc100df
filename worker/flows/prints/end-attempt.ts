import { dayOf } from "../../../contract/day.ts"
import type { Id } from "../../../contract/id.ts"
import type { CostCents } from "../../../contract/prints/cost.ts"
import { costOf, itemShares } from "../../../contract/prints/print-cost.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { completeAttempt, endAttempt, findEnding } from "../../data/prints/attempt-end.ts"
import { type AttemptRow, findAttempt, markSettled } from "../../data/prints/attempt-rows.ts"
import type { Film } from "../../data/prints/sheet-rows.ts"
import { listSheetShares } from "../../data/reports/cost-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"
import { newDeliveries, queueNewDeliveries } from "../delivery/start-deliveries.ts"
import { tellListeners } from "../events/queue-events.ts"
import { announceAttempt, endNotice, type KnownEnd, readyText } from "./announce-attempt.ts"
import { passTurns } from "./queue-renders.ts"

/** Completes the print, spends the credits and tells the seller, once all sheets are checked. */
export async function finishAttempt(
  env: Env,
  row: Pick<AttemptRow, "id" | "printId" | "userId">,
  nowMs?: number,
): Promise<void> {
  const db = databaseOf(env)
  const ending = await findEnding(db, row.id)
  if (!ending) return
  const { attempt, film, owner, hasOrders, addressIds } = ending
  const cost = await costOfAttempt(db, attempt, film)
  const deliveries = attempt.isTest ? [] : newDeliveries(addressIds, Date.now())
  const notice = endNotice(row, readyText(film, owner.lengthUnit))
  const day = dayOf(notice.createdAtMs, owner.timeZone)
  const completed = await completeAttempt(db, attempt, notice, {
    filmIn: film.lengthIn,
    day,
    hasOrders,
    deliveries,
    cost,
  })
  if (completed) await close(env, completed.row, nowMs, { film, owner, ...completed })
  else await closeAttempt(env, row.id, nowMs)
  if (deliveries.length > 0) await queueNewDeliveries(env, row.id)
}

/**
 * Returns the cost of an attempt in cents, and each item's share, at the prices that it began with, for
 * its sheets' film. Null without prices, and for one that was laid out before costs were counted.
 */
async function costOfAttempt(
  db: Database,
  { id, prices, credits, boxesFilmIn, inkSqIn }: AttemptRow,
  { lengthIn }: Film,
): Promise<{ cost: CostCents; shares: ReadonlyMap<string, number> } | null> {
  if (prices === null || boxesFilmIn === null || inkSqIn === null) return null
  const cost = costOf(prices, { filmIn: lengthIn, boxesFilmIn, inkSqIn, credits })
  return { cost, shares: itemShares(cost, await listSheetShares(db, id)) }
}

/** Fails a running attempt that nothing helps. */
export function giveUpAttempt(env: Env, row: AttemptRow): Promise<void> {
  return failAttempt(env, row, "The print took too long to render. Please process it again.")
}

/** Ends a running attempt: draft again, credits back. `message` says what the seller can do. */
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

/** Ends an attempt that the seller cancelled; returns false if it is not running yet or it is too late. */
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

/**
 * Settles an ended attempt's hold, passes its turn on, announces its end and has programs told; skips steps that are noted
 * as done.
 */
export async function closeAttempt(env: Env, attemptId: Id, nowMs?: number): Promise<void> {
  const row = await findAttempt(databaseOf(env), attemptId)
  if (row) await close(env, row, nowMs)
}

async function close(
  env: Env,
  row: AttemptRow,
  nowMs = Date.now(),
  known?: KnownEnd & { doOthersWait: boolean },
): Promise<void> {
  // Both are noted at once: what is not noted is asked of the ledger again, and changes nothing.
  if (!row.isHoldSettled) await (row.isAnnounced ? settleHold : endHold)(env, row)
  if (known?.doOthersWait !== false) await passTurns(env, row.userId)
  if (!row.isAnnounced) await announceAttempt(env, row, nowMs, known)
  await tellListeners(env, row.userId)
}

/** Captures a completed print's hold and releases any other; a second call changes nothing. */
export async function settleHold(env: Env, row: AttemptRow): Promise<void> {
  await endHold(env, row)
  await markSettled(databaseOf(env), row.id)
}

async function endHold(env: Env, row: AttemptRow): Promise<void> {
  const { id, userId, state, isTest } = row
  if (isTest) return
  const hub = hubOf(env, userId)
  const entry = { userId, id: `hold:${id}` }
  const reply = state === "completed" ? await hub.capture(entry) : await hub.release(entry)
  // An attempt may end before its hold is made.
  const isNothingHeld = reply.kind === "refused" && reply.reason === "unknown-hold" && state !== "completed"
  if (reply.kind === "refused" && !isNothingHeld) {
    // Retrying cannot help: ledger and print disagree, so a person must look.
    logError("hold not settled", { attemptId: id, state, reason: reply.reason })
  }
}
