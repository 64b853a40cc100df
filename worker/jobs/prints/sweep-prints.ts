import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { databaseOf } from "../../data/database.ts"
import {
  type AttemptRow,
  findAttempt,
  listStalledAttempts,
  postponeAttempt,
} from "../../data/prints/attempt-rows.ts"
import { deleteSheetsOf, listExpiredPrints } from "../../data/prints/sheet-rows.ts"
import { deleteUnusedStamps } from "../../data/prints/stamp-rows.ts"
import type { Env } from "../../env.ts"
import { holdCredits } from "../../flows/credits/hold-credits.ts"
import { closeAttempt, failAttempt, finishAttempt } from "../../flows/prints/end-attempt.ts"
import { queueSheets, queueWork } from "../../flows/prints/queue-renders.ts"
import { logError } from "../../log.ts"
import { retryAtMs } from "../../retry-at.ts"

/** The time of a stalled job: a running one reports each 5 MiB it writes, which takes seconds. */
const RUNNING_STALLS_MS = 5 * MINUTE_MS
/** The time after which a caller has stopped: steps of a call are milliseconds apart. */
const CALL_STALLS_MS = MINUTE_MS
/** The age up to which it is queued again ever more rarely; then it fails and the seller is notified. */
const GIVE_UP_MS = 6 * HOUR_MS
/** The attempts of each kind per round; each may queue up to a thousand messages. */
const MAX_ATTEMPTS = 20
/** The rounds after a restart, when everything is stalled, and nobody should wait for the next minute. */
const RESTART_ROUNDS = 10
const MAX_EXPIRED = 100
const MAX_EXPIRED_ROUNDS = 10
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
    const running = await listStalledAttempts(db, ["stamping", "rendering"], RUNNING_STALLS_MS, page)
    const others = await listStalledAttempts(
      db,
      ["holding", "finishing", "completed", "failed", "cancelled"],
      CALL_STALLS_MS,
      page,
    )
    for (const row of [...running, ...others]) {
      const isRunning = row.state === "stamping" || row.state === "rendering"
      const isHopeless = isRunning && !isRestart && nowMs - row.createdAt > GIVE_UP_MS
      await resume(env, row, { isHopeless, nowMs })
    }
    if (running.length < MAX_ATTEMPTS && others.length < MAX_ATTEMPTS) return
  }
}

/** Resumes an attempt; schedules the next try first: one that fails in any way must not block the others. */
async function resume(
  env: Env,
  row: AttemptRow,
  { isHopeless, nowMs }: { isHopeless: boolean; nowMs: number },
): Promise<void> {
  try {
    await postponeAttempt(databaseOf(env), row.id, retryAtMs(row.updatedAt, nowMs))
    if (isHopeless) {
      await failAttempt(env, row, "The print took too long to render. Please process it again.")
    } else {
      await advance(env, row.id, nowMs)
    }
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
      return queueSheets(env, row.id)
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

/** Deletes stamps that no print has used for STAMP_DAYS. */
export async function sweepStamps(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_STAMP_ROUNDS; round++) {
    const forgotten = await deleteUnusedStamps(db, nowMs - STAMP_DAYS * DAY_MS, MAX_STAMPS, nowMs)
    if (forgotten < MAX_STAMPS) return
  }
}
