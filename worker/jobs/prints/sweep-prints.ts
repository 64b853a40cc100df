import { DAY_MS, HOUR_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { databaseOf } from "../../data/database.ts"
import { type AttemptRow, findAttempt } from "../../data/prints/attempt-rows.ts"
import { listAccountsWithTurns } from "../../data/prints/attempt-turn-rows.ts"
import { deleteEndedLayouts, listEndedLayouts } from "../../data/prints/ended-layout-rows.ts"
import { deleteSheetsOf, listExpiredPrints } from "../../data/prints/sheet-rows.ts"
import { deleteUnusedStamps } from "../../data/prints/stamp-rows.ts"
import type { Env } from "../../env.ts"
import { holdCredits } from "../../flows/credits/hold-credits.ts"
import { closeAttempt, finishAttempt, giveUpAttempt } from "../../flows/prints/end-attempt.ts"
import { keepEndedLayout } from "../../flows/prints/ended-layout.ts"
import { passTurns, queueSheets, queueWork } from "../../flows/prints/queue-renders.ts"
import { logError } from "../../log.ts"
import { areRowsHeld } from "../../place.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The attempts of each kind per round; each may queue up to a thousand messages. */
const MAX_ATTEMPTS = 20
/** The rounds after a restart, when everything is stalled, and nobody should wait for the next minute. */
const RESTART_ROUNDS = 10
/** The accounts per run whose turns were not passed on. */
const MAX_TURNS = 100
const MAX_EXPIRED = 100
const MAX_EXPIRED_ROUNDS = 10
/** The time that an ended layout stays in rows: files for another destination are mostly asked for at once. */
const LAYOUT_ROWS_MS = HOUR_MS
/** The layouts per round, some 2 MB each at most, and rounds per run: 200 a minute exceed a million a month. */
const MAX_LAYOUTS = 10
const MAX_LAYOUT_ROUNDS = 20
/** The days that a stamp is kept: designs that sell are printed again within a month. */
const STAMP_DAYS = 30
/** The stamps per round, and rounds per run: 100,000 a night exceed a million sheets a month. */
const MAX_STAMPS = 5_000
const MAX_STAMP_ROUNDS = 20

/**
 * Continues every attempt that stopped between two steps; start-attempt.ts lists the stops. After a
 * restart none is given up for its age: nothing could have rendered it meanwhile.
 */
export async function sweepAttempts(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const db = databaseOf(env)
  const page = { nowMs, limit: MAX_ATTEMPTS }
  for (let round = 0; round < (isRestart ? RESTART_ROUNDS : 1); round++) {
    const running = await takeDue(db, works.print, page)
    const others = [
      ...(await takeDue(db, works.printStep, page)),
      ...(await takeDue(db, works.printMail, page)),
    ]
    for (const row of running) {
      const isHopeless = !isRestart && nowMs - (row.turnAt ?? row.createdAt) > works.print.givesUp.afterMs
      await resume(row, () => (isHopeless ? giveUpAttempt(env, row) : advance(env, row.id, nowMs)))
    }
    for (const row of others) await resume(row, () => advance(env, row.id, nowMs))
    if (running.length < MAX_ATTEMPTS && others.length < MAX_ATTEMPTS) break
  }
  for (const userId of await listAccountsWithTurns(db, MAX_TURNS)) await passTurns(env, userId)
}

/** Takes a step of an attempt; one that fails in any way must not block the others. */
async function resume(row: AttemptRow, step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    logError("stalled attempt not resumed", { attemptId: row.id, state: row.state, error })
  }
}

/** Takes an attempt's next step from its current state; a concurrent caller does no harm. */
async function advance(env: Env, attemptId: Id, nowMs: number): Promise<void> {
  const row = await findAttempt(databaseOf(env), attemptId)
  switch (row?.state) {
    case "holding":
      await holdCredits(env, row)
      return
    case "stamping":
      return queueWork(env, row)
    case "rendering":
      return queueSheets(env, row)
    case "finishing":
      return finishAttempt(env, row, nowMs)
    case "completed":
    case "failed":
    case "cancelled":
      return closeAttempt(env, row.id, nowMs)
  }
}

/** Deletes the sheets of prints after their retention: status Deleted, files noted for deletion. */
export async function sweepExpiredPrints(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_EXPIRED_ROUNDS; round++) {
    const expired = await listExpiredPrints(db, nowMs - RETENTION_DAYS * DAY_MS, MAX_EXPIRED)
    await deleteSheetsOf(db, { ids: expired.map((row) => row.id), userId: null, nowMs })
    if (expired.length < MAX_EXPIRED) return
  }
}

/**
 * Moves the layouts of attempts that have ended to R2, where those of printed ones can be read again.
 * A stop anywhere leaves the rows, the document or both, and readers take the rows first.
 */
export async function sweepEndedLayouts(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_LAYOUT_ROUNDS; round++) {
    const ended = await listEndedLayouts(db, nowMs - LAYOUT_ROWS_MS, MAX_LAYOUTS)
    await Promise.all(ended.map((layout) => layout.isPrinted && keepEndedLayout(env, layout)))
    if (ended.length > 0) await deleteEndedLayouts(db, ended)
    if (ended.length < MAX_LAYOUTS) return
  }
}

/** Deletes stamps that no print has used for STAMP_DAYS; the next night if rows are held, whose files would go alone. */
export async function sweepStamps(env: Env, nowMs: number): Promise<void> {
  if (await areRowsHeld(env)) return
  const db = databaseOf(env)
  for (let round = 0; round < MAX_STAMP_ROUNDS; round++) {
    const forgotten = await deleteUnusedStamps(db, nowMs - STAMP_DAYS * DAY_MS, MAX_STAMPS, nowMs)
    if (forgotten < MAX_STAMPS) return
  }
}
