import { databaseOf } from "../../data/database.ts"
import { dropWriting, isWritingLive, type WritingRow } from "../../data/delivery/writing-rows.ts"
import type { Env } from "../../env.ts"
import { giveUpWriting } from "../../flows/delivery/end-writing.ts"
import { queueWriting, queueWritingSheets } from "../../flows/prints/queue-renders.ts"
import { logError } from "../../log.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

const MAX_WRITINGS_A_RUN = 20

/**
 * Continues every writing that stopped between two steps. A writing whose print has lost its sheets
 * waits, because that may be undone, and is forgotten in the end.
 */
export async function sweepWritings(
  env: Env,
  nowMs: number,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  for (const row of await takeDue(databaseOf(env), works.writing, { nowMs, limit: MAX_WRITINGS_A_RUN })) {
    const isHopeless = !isRestart && nowMs - row.createdAt > works.writing.givesUp.afterMs
    try {
      await resume(env, row, { isHopeless, nowMs })
    } catch (error) {
      logError("stalled writing not resumed", { writingId: row.id, state: row.state, error })
    }
  }
}

async function resume(
  env: Env,
  row: WritingRow,
  { isHopeless, nowMs }: { isHopeless: boolean; nowMs: number },
): Promise<void> {
  const db = databaseOf(env)
  if (!(await isWritingLive(db, row.id))) return isHopeless ? dropWriting(db, row.id, nowMs) : undefined
  if (isHopeless) return giveUpWriting(env, row)
  return row.state === "writing" ? queueWritingSheets(env, row) : queueWriting(env, row)
}
