import type { Id } from "../../contract/id.ts"
import { type Database, databaseOf } from "../data/database.ts"
import { findCursor, moveCursor, startRound } from "../data/operations/sweep-cursor-rows.ts"
import { archiveOrders, listArchivable } from "../data/orders/archive-rows.ts"
import { archivePrints, listArchivablePrints } from "../data/prints/archive-rows.ts"
import { rowSlices } from "../data/row-slices.ts"
import type { Env } from "../env.ts"
import { logError } from "../log.ts"

/** The orders or prints that are looked at together, so that a document has those that were made together. */
const MAX_ROWS = 2_000
/**
 * The documents of a run, of both kinds and of all databases: each takes five calls, or 17 if what it holds was changed
 * meanwhile, and a Worker has 1,000. So a large shop's 7,000,000 orders a day are archived.
 */
const MAX_DOCUMENTS = 50
/** The rows of a document: some 150 KB. */
const ROWS_OF_DOCUMENT = 200
/** The bytes of a print's JSON that count as a row. */
const BYTES_OF_ROW = 1_000

/** An order or a print that can be archived. */
type Archivable = {
  id: Id
  /** The shop or the account whose documents it may be in. */
  owner: Id
  /** The time by which lists show it, and that at which it ended. */
  madeAt: number
  endedAt: number
  /** The rows that it takes in a document. */
  rows: number
}
type Page = { after: { endedAt: number; id: string }; nowMs: number; limit: number }
type Kind = {
  cursor: string
  list: (db: Database, page: Page) => Promise<Archivable[]>
  archive: (db: Database, ids: readonly Id[], nowMs: number) => Promise<number>
  /** Says that some could not be archived, and whose. */
  logFailure: (owner: Id, error: unknown) => void
}

const orders: Kind = {
  cursor: "order-archive",
  list: async (db, page) =>
    (await listArchivable(db, page)).map(({ id, integrationId, orderedAt, shippedAt, items }) => ({
      ...{ id, owner: integrationId, madeAt: orderedAt, endedAt: shippedAt },
      rows: 1 + items,
    })),
  archive: archiveOrders,
  logFailure: (integrationId, error) => logError("orders not archived", { integrationId, error }),
}
const prints: Kind = {
  cursor: "print-archive",
  list: async (db, page) =>
    (await listArchivablePrints(db, page)).map(({ id, userId, createdAt, printedAt, bytes }) => ({
      ...{ id, owner: userId, madeAt: createdAt, endedAt: printedAt },
      rows: Math.ceil(bytes / BYTES_OF_ROW),
    })),
  archive: archivePrints,
  logFailure: (userId, error) => logError("prints not archived", { userId, error }),
}

/** The documents that a run may still write. */
export type ArchiveBudget = { documents: number }

export function newArchiveBudget(): ArchiveBudget {
  return { documents: MAX_DOCUMENTS }
}

/** Starts the night's rounds over all that ended long ago, unless they are still running. */
export async function startArchives(env: Env, nowMs: number): Promise<void> {
  for (const { cursor } of [orders, prints]) await startRound(databaseOf(env), cursor, nowMs)
}

type Run = { archives: ArchiveBudget }

export async function sweepArchivedOrders(env: Env, nowMs: number, { archives }: Run): Promise<void> {
  await sweepArchive(env, orders, { nowMs, budget: archives })
}

/** Archives prints; those whose orders have not been archived yet are passed over. */
export async function sweepArchivedPrints(env: Env, nowMs: number, { archives }: Run): Promise<void> {
  await sweepArchive(env, prints, { nowMs, budget: archives })
}

/**
 * Archives what ended long ago, the oldest first, whoever's it is, so that no account waits for another's.
 * A run is bounded, and the next goes on from there; what is not settled yet is passed over until the next
 * night.
 */
async function sweepArchive(
  env: Env,
  kind: Kind,
  { nowMs, budget }: { nowMs: number; budget: ArchiveBudget },
): Promise<void> {
  const db = databaseOf(env)
  const { documents: most } = budget
  let archived = 0
  while (budget.documents > 0) {
    const from = await findCursor(db, kind.cursor)
    if (from === null) return
    const rows = await kind.list(db, { after: placeOf(from), nowMs, limit: MAX_ROWS })
    for (const some of [...Map.groupBy(rows, ({ owner }) => owner).values()].flatMap(documentsOf)) {
      if (budget.documents === 0) break
      budget.documents--
      archived += await archive(db, kind, some, nowMs)
    }
    const isFull = budget.documents === 0
    // The next run lists the others of these; where a whole run could archive nothing, it goes past them.
    if (isFull && (archived > 0 || most < MAX_DOCUMENTS)) return
    const last = rows.at(-1)
    const to = last && rows.length === MAX_ROWS ? `${last.endedAt} ${last.id}` : null
    if (!(await moveCursor(db, kind.cursor, { from, to, nowMs })) || isFull) return
  }
}

/** Splits what one owner has into documents, by the time it was made, as lists show it. */
function documentsOf(rows: readonly Archivable[]): Archivable[][] {
  const made = rows.toSorted((a, b) => a.madeAt - b.madeAt)
  return rowSlices(made, ROWS_OF_DOCUMENT, (one) => one.rows)
}

/** Archives some of one owner; what fails must not block the others. */
async function archive(
  db: Database,
  kind: Kind,
  rows: readonly Archivable[],
  nowMs: number,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  try {
    return await kind.archive(db, ids, nowMs)
  } catch (error) {
    kind.logFailure(rows[0].owner, error)
    return 0
  }
}

function placeOf(cursor: string): { endedAt: number; id: string } {
  const [endedAt = "", id = ""] = cursor.split(" ")
  return { endedAt: Number(endedAt), id }
}
