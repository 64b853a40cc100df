import { databaseOf } from "../../data/database.ts"
import { listUnsettledAttempts } from "../../data/prints/attempt-rows.ts"
import { deletePrints } from "../../data/prints/print-rows.ts"
import { deleteSheetsOf } from "../../data/prints/sheet-rows.ts"
import { forgetUndos, listTrashed } from "../../data/undo/undo-rows.ts"
import type { Env } from "../../env.ts"
import { settleHold } from "../../flows/prints/end-attempt.ts"

/** The prints per round, each with all its rows, and rounds per run. */
const MAX_PRINTS = 100
const MAX_PRINT_ROUNDS = 10
/** The deletions per round, each with some 200 KB of rows at most parts, and rounds per run. */
const MAX_UNDOS = 100
const MAX_UNDO_ROUNDS = 50

/** Deletes rows for good that can no longer be undone; the next run continues after a stop. */
export async function sweepUndos(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_PRINT_ROUNDS; round++) {
    const trashed = await listTrashed(db, nowMs, MAX_PRINTS)
    for (const [userId, prints] of Map.groupBy(trashed, (row) => row.userId)) {
      const ids = await deleteSheetsOf(db, { ids: prints.map(({ id }) => id), userId, nowMs })
      for (const attempt of await listUnsettledAttempts(db, ids)) await settleHold(env, attempt)
      await deletePrints(db, userId, ids, nowMs)
    }
    if (trashed.length < MAX_PRINTS) break
  }
  for (let round = 0; round < MAX_UNDO_ROUNDS; round++)
    if ((await forgetUndos(db, nowMs, MAX_UNDOS)) < MAX_UNDOS) return
}
