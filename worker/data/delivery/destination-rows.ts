import { and, eq, ne, type SQL, sql } from "drizzle-orm"
import { contourSchema } from "../../../contract/delivery/contour.ts"
import {
  builtInDestinations,
  type Destination,
  type DestinationInput,
  findBuiltInDestination,
} from "../../../contract/delivery/destination.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_DESTINATIONS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { contains, type Page, pageOf } from "../paging.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { sheetTemplate } from "../prints/tables.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { keepDestination } from "../undo/undo-sizes.ts"
import { destination } from "./tables.ts"

type DestinationRow = typeof destination.$inferSelect
type DestinationQuery = Page & { search: string; sortBy: keyof typeof sortColumns; sort: "asc" | "desc" }
type Change = DestinationInput & { id: Id; userId: Id; nowMs: number }

const sortColumns = {
  name: sql`${destination.name} COLLATE NOCASE`,
  maxLengthIn: sql`${destination.maxLengthIn}`,
  dpi: sql`${destination.dpi}`,
  createdAt: sql`${destination.createdAt}`,
}

/** Lists destinations; those of the app come first, in their own order, however the others are sorted. */
export async function listDestinations(
  db: Database,
  userId: Id,
  query: DestinationQuery,
): Promise<{ rows: Destination[]; pagination: Pagination }> {
  const direction = sql.raw(query.sort)
  // There are at most MAX_DESTINATIONS: a page of both kinds is cut here.
  const own = await db
    .select()
    .from(destination)
    .where(
      and(
        eq(destination.userId, userId),
        query.search ? contains(destination.name, query.search) : undefined,
      ),
    )
    .orderBy(sql`${sortColumns[query.sortBy]} ${direction}, ${destination.id} ${direction}`)
  const search = query.search.toLowerCase()
  const builtIn = builtInDestinations.filter(({ name }) => name.toLowerCase().includes(search))
  const all = [...builtIn, ...own.map(destinationFrom)]
  const { offset, pagination } = pageOf(query, all.length)
  return { rows: all.slice(offset, offset + query.limit), pagination }
}

/** Finds a destination of the app or of this user; null if there is none. */
export async function findDestination(db: Database, userId: Id, id: Id): Promise<Destination | null> {
  const builtIn = findBuiltInDestination(id)
  if (builtIn) return builtIn
  const [row] = await db
    .select()
    .from(destination)
    .where(and(eq(destination.id, id), eq(destination.userId, userId)))
  return row ? destinationFrom(row) : null
}

export async function countDestinations(db: Database, userId: Id): Promise<number> {
  return db.$count(destination, eq(destination.userId, userId))
}

/** Returns the name of a template of this destination that has another resolution; null if none has. */
export async function findTemplateOfOtherDpi(
  db: Database,
  { userId, id, dpi }: { userId: Id; id: Id; dpi: number },
): Promise<string | null> {
  const [row] = await db
    .select({ name: sheetTemplate.name })
    .from(sheetTemplate)
    .where(
      and(eq(sheetTemplate.userId, userId), eq(sheetTemplate.destinationId, id), ne(sheetTemplate.dpi, dpi)),
    )
    .limit(1)
  return row?.name ?? null
}

/**
 * Returns SQL for: a template may name `destinationId`, which is null, comes with the app or is this
 * user's, with this resolution. Checked in the statement that writes the template, as the destination
 * may be deleted or changed until then.
 */
export function mayName({
  destinationId,
  userId,
  dpi,
}: {
  destinationId: Id | null | SQL
  userId: Id
  dpi: number
}): SQL {
  return sql`(${destinationId} IS NULL
    OR EXISTS (SELECT 1 FROM ${destination} WHERE ${destination.id} = ${destinationId} AND ${destination.userId} = ${userId} AND ${destination.dpi} = ${dpi})
    OR EXISTS (SELECT 1 FROM json_each(${builtInDpis}) AS built_in WHERE built_in.key = ${destinationId} AND built_in.value = ${dpi}))`
}

/** Adds a destination; null, with nothing written, at MAX_DESTINATIONS. */
export async function insertDestination(db: Database, row: Change): Promise<Destination | null> {
  const { nowMs, ...rest } = row
  const hasRoom = sql`(SELECT count(*) FROM ${destination} WHERE ${destination.userId} = ${row.userId}) < ${MAX_DESTINATIONS}`
  const { inserted } = await namedBatch(db, {
    inserted: insertFrom(
      db,
      destination,
      { ...rest, createdAt: nowMs, updatedAt: nowMs },
      sql`WHERE ${hasRoom}`,
    ).returning(),
  })
  return inserted[0] ? destinationFrom(inserted[0]) : null
}

/**
 * Changes a destination; null, with nothing written, when this user has no such destination, or a
 * template that names it has another resolution.
 */
export async function updateDestination(db: Database, change: Change): Promise<Destination | null> {
  const { id, userId, nowMs, ...rest } = change
  const [row] = await db
    .update(destination)
    .set({ ...rest, updatedAt: nowMs })
    .where(
      and(
        eq(destination.id, id),
        eq(destination.userId, userId),
        sql`NOT EXISTS (SELECT 1 FROM ${sheetTemplate} WHERE ${sheetTemplate.destinationId} = ${id} AND ${sheetTemplate.dpi} <> ${rest.dpi})`,
      ),
    )
    .returning()
  return row ? destinationFrom(row) : null
}

/** Deletes a destination; templates that named it name none. False if this user has none. */
export async function deleteDestination(db: Database, id: Id, undo: NewUndo): Promise<boolean> {
  const own = sql`${destination.id} = ${id} AND ${destination.userId} = ${undo.userId}`
  const { deleted } = await namedBatch(db, {
    kept: keepDestination(db, undo, own),
    templates: db
      .update(sheetTemplate)
      .set({ destinationId: null })
      .where(and(eq(sheetTemplate.userId, undo.userId), eq(sheetTemplate.destinationId, id))),
    deleted: db.delete(destination).where(own).returning({ id: destination.id }),
  })
  return deleted.length === 1
}

/** Returns one of a seller's own, as replies have it. */
export function destinationFrom({
  id,
  userId: _,
  createdAt,
  updatedAt,
  ...rest
}: DestinationRow): Destination {
  return {
    _id: id,
    ...rest,
    // Rows from before holes and marks existed have neither.
    contour: contourSchema.parse(rest.contour),
    isBuiltIn: false,
    reason: null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

const builtInDpis = JSON.stringify(Object.fromEntries(builtInDestinations.map(({ _id, dpi }) => [_id, dpi])))
