import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { findCursor, moveCursor, startRound } from "../../data/operations/sweep-cursor-rows.ts"
import { type Archivable, archiveOrders, listArchivable } from "../../data/orders/archive-rows.ts"
import { rowSlices } from "../../data/row-slices.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"

const CURSOR = "order-archive"
/** The orders that a run looks at: with a document for each 50 it makes 20 calls to R2, 6,000,000 orders a day. */
const MAX_ORDERS = 500
const RUNS = 10
/** The orders and items of a document: some 100 KB. */
const ROWS_OF_DOCUMENT = 100

/** Starts the night's round over all that shipped long ago, unless one is still running. */
export async function startArchive(env: Env, nowMs: number): Promise<void> {
  await startRound(databaseOf(env), CURSOR, nowMs)
}

/**
 * Archives orders that shipped long ago, the oldest first, whoever's they are, so that no account waits
 * for another's. A run is bounded, and the next goes on after the last order looked at; an order that
 * cannot be archived is passed over until the next night.
 */
export async function sweepArchive(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (let run = 0; run < RUNS; run++) {
    const from = await findCursor(db, CURSOR)
    if (from === null) return
    const rows = await listArchivable(db, { after: placeOf(from), nowMs, limit: MAX_ORDERS })
    for (const [integrationId, own] of Map.groupBy(rows, (row) => row.integrationId)) {
      for (const some of rowSlices(own, ROWS_OF_DOCUMENT, ({ items }) => 1 + items)) {
        await archive(env, integrationId, some, nowMs)
      }
    }
    const last = rows.at(-1)
    const to = last && rows.length === MAX_ORDERS ? `${last.shippedAt} ${last.id}` : null
    if (!(await moveCursor(db, CURSOR, { from, to, nowMs }))) return
  }
}

/** Archives some orders of a shop; what fails must not block the others. */
async function archive(
  env: Env,
  integrationId: Id,
  rows: readonly Archivable[],
  nowMs: number,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  try {
    await archiveOrders(databaseOf(env), ids, nowMs)
  } catch (error) {
    logError("orders not archived", { integrationId, error })
  }
}

function placeOf(cursor: string): { shippedAt: number; id: string } {
  const [shippedAt = "", id = ""] = cursor.split(" ")
  return { shippedAt: Number(shippedAt), id }
}
