import { DAY_MS } from "../../../contract/duration.ts"
import { imageVariant } from "../../data/artwork/tables.ts"
import { takeDueAccounts } from "../../data/artwork/waiting-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { deleteUnusedVariants, dropHopelessVariants } from "../../data/pieces/variant-rows.ts"
import type { Env } from "../../env.ts"
import { queueTurns } from "../../flows/artwork/queue-turns.ts"
import { areRowsHeld } from "../../place.ts"
import { works } from "../../work/works.ts"

/** The pieces per run. */
const MAX_DUE = 2_500
/** The days that a piece is kept: a name is rarely printed twice, and is drawn again in a moment. */
const KEPT_DAYS = 30
/** The pieces per round, with four files each, and rounds a night. */
const MAX_UNUSED = 1_000
const MAX_ROUNDS = 20

/** Queues pieces whose drawing has stalled, each ever more rarely, and forgets those that never were. */
export async function sweepPieces(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const db = databaseOf(env)
  if (!isRestart && !(await areRowsHeld(env)))
    await dropHopelessVariants(db, nowMs - works.piece.givesUp.afterMs, MAX_DUE, nowMs)
  for (const userId of await takeDueAccounts(db, imageVariant, nowMs, MAX_DUE))
    await queueTurns(env, { kind: "turn", userId }, 1)
}

/**
 * Deletes pieces that nobody has looked at or printed for KEPT_DAYS, with their files; the next night if rows are
 * held, whose files would go alone.
 */
export async function sweepUnusedPieces(env: Env, nowMs: number): Promise<void> {
  if (await areRowsHeld(env)) return
  const db = databaseOf(env)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const deleted = await deleteUnusedVariants(db, nowMs - KEPT_DAYS * DAY_MS, MAX_UNUSED, nowMs)
    if (deleted < MAX_UNUSED) return
  }
}
