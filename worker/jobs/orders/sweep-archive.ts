import { databaseOf } from "../../data/database.ts"
import { findCursor, moveCursor, startRound } from "../../data/operations/sweep-cursor-rows.ts"
import { type Archivable, archiveOrders, listArchivable } from "../../data/orders/archive-rows.ts"
import { rowSlices } from "../../data/row-slices.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"

const CURSOR = "order-archive"
/** The orders that are looked at together, so that a document has those that were placed together. */
const MAX_ORDERS = 2_000
/** The documents a run, each with five calls, far below a Worker's 1,000: of a large shop 8,000,000 orders a day. */
const MAX_DOCUMENTS = 60
/** The orders and items of a document: some 150 KB. */
const ROWS_OF_DOCUMENT = 200

/** Starts the night's round over all that shipped long ago, unless one is still running. */
export async function startArchive(env: Env, nowMs: number): Promise<void> {
  await startRound(databaseOf(env), CURSOR, nowMs)
}

/**
 * Archives orders that shipped long ago, the oldest first, whoever's they are, so that no account waits
 * for another's. A run is bounded, and the next goes on from there; an order that is not settled yet is
 * passed over until the next night.
 */
export async function sweepArchive(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  let [documents, archived] = [0, 0]
  while (true) {
    const from = await findCursor(db, CURSOR)
    if (from === null) return
    const rows = await listArchivable(db, { after: placeOf(from), nowMs, limit: MAX_ORDERS })
    for (const some of [...Map.groupBy(rows, (row) => row.integrationId).values()].flatMap(documentsOf)) {
      if (documents === MAX_DOCUMENTS) break
      documents++
      archived += await archive(env, some, nowMs)
    }
    const isFull = documents === MAX_DOCUMENTS
    // The next run lists the others of these; where nothing could be archived, it goes past them.
    if (isFull && archived > 0) return
    const last = rows.at(-1)
    const to = last && rows.length === MAX_ORDERS ? `${last.shippedAt} ${last.id}` : null
    if (!(await moveCursor(db, CURSOR, { from, to, nowMs })) || isFull) return
  }
}

/** Splits the orders of a shop into documents, by the time they were placed, as lists show them. */
function documentsOf(orders: readonly Archivable[]): Archivable[][] {
  const placed = orders.toSorted((a, b) => a.orderedAt - b.orderedAt)
  return rowSlices(placed, ROWS_OF_DOCUMENT, ({ items }) => 1 + items)
}

/** Archives some orders of a shop; what fails must not block the others. */
async function archive(env: Env, rows: readonly Archivable[], nowMs: number): Promise<number> {
  const ids = rows.map(({ id }) => id)
  try {
    return await archiveOrders(databaseOf(env), ids, nowMs)
  } catch (error) {
    logError("orders not archived", { integrationId: rows[0].integrationId, error })
    return 0
  }
}

function placeOf(cursor: string): { shippedAt: number; id: string } {
  const [shippedAt = "", id = ""] = cursor.split(" ")
  return { shippedAt: Number(shippedAt), id }
}
