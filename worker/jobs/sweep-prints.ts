import { DAY_MS, RETENTION_DAYS } from "../../contract/limit.ts"
import { type AttemptRow, listStalledAttempts, touchAttempt } from "../data/attempt.ts"
import { databaseOf } from "../data/database.ts"
import { deleteSheetsOf, listExpiredPrints } from "../data/sheet.ts"
import { deleteUnusedStamps } from "../data/stamp.ts"
import type { Env } from "../env.ts"
import { logError } from "../log.ts"
import { advanceAttempt } from "./advance-attempt.ts"
import { failAttempt } from "./end-attempt.ts"

const MINUTE_MS = 60_000
/** A job at work shows itself with every 5 MiB it writes, and those take seconds. */
const RUNNING_STALLS_MS = 5 * MINUTE_MS
/** Between the steps of a call there are milliseconds: whoever made it is gone. */
const CALL_STALLS_MS = MINUTE_MS
/** Queued again every few minutes until then; after that the seller is told. */
const GIVE_UP_MS = 6 * 60 * MINUTE_MS
/** Attempts taken up in one run: each may queue up to a thousand messages. */
const MAX_ATTEMPTS = 20
const MAX_EXPIRED = 100
const MAX_EXPIRED_ROUNDS = 10
/** Designs that sell come back within a month; making a stamp anew costs seconds. */
const STAMP_DAYS = 30
const MAX_STAMPS = 5_000

/** Goes on with every attempt that stopped between two steps; see start-attempt.ts for what each stop means. */
export async function sweepAttempts(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const running = await listStalledAttempts(
    db,
    ["stamping", "rendering"],
    nowMs - RUNNING_STALLS_MS,
    MAX_ATTEMPTS,
  )
  const others = await listStalledAttempts(
    db,
    ["holding", "finishing", "completed", "failed", "cancelled"],
    nowMs - CALL_STALLS_MS,
    MAX_ATTEMPTS,
  )
  for (const row of [...running, ...others]) await resume(env, row, nowMs)
}

/** One that cannot be helped must not keep the others waiting. */
async function resume(env: Env, row: AttemptRow, nowMs: number): Promise<void> {
  const isRunning = row.state === "stamping" || row.state === "rendering"
  try {
    await touchAttempt(databaseOf(env), row.id, nowMs)
    if (isRunning && nowMs - row.createdAt > GIVE_UP_MS) {
      await failAttempt(env, row, "The print took too long to render. Please process it again.")
    } else {
      await advanceAttempt(env, row.id)
    }
  } catch (error) {
    logError("stalled attempt not resumed", { attemptId: row.id, state: row.state, error })
  }
}

/** Gives up the sheets of prints whose time is over: status Deleted, objects doomed. */
export async function sweepExpiredPrints(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_EXPIRED_ROUNDS; round++) {
    const expired = await listExpiredPrints(db, nowMs - RETENTION_DAYS * DAY_MS, MAX_EXPIRED)
    await deleteSheetsOf(db, { ids: expired.map((row) => row.id), userId: null, nowMs })
    if (expired.length < MAX_EXPIRED) return
  }
}

/** Forgets stamps that no print has used for long. */
export async function sweepStamps(env: Env, nowMs: number): Promise<void> {
  await deleteUnusedStamps(databaseOf(env), nowMs - STAMP_DAYS * DAY_MS, MAX_STAMPS, nowMs)
}
