import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm"
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
import { objectToDelete } from "../operations/tables.ts"
import { contains, type Page, pageOf } from "../paging.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { sheetTemplate } from "../prints/tables.ts"
import { goneAtMs, type NewUndo } from "../undo/undo-rows.ts"
import { keepDestination } from "../undo/undo-sizes.ts"
import { destination, type StoredProfile } from "./tables.ts"

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

/** A destination with the key of its profile's file in R2; null if it has no profile. */
export type FoundDestination = Destination & { profileKey: string | null }

/** Finds a destination of the app or of this user; null if there is none. */
export async function findDestination(db: Database, userId: Id, id: Id): Promise<FoundDestination | null> {
  const builtIn = findBuiltInDestination(id)
  if (builtIn) return { ...builtIn, profileKey: null }
  const [row] = await db
    .select()
    .from(destination)
    .where(and(eq(destination.id, id), eq(destination.userId, userId)))
  return row ? { ...destinationFrom(row), profileKey: row.profile?.key ?? null } : null
}

/** Lists the profiles of an account's destinations, by their keys in R2. */
export async function listProfiles(db: Database, userId: Id): Promise<{ id: Id; key: string }[]> {
  const rows = await db
    .select({ id: destination.id, profile: destination.profile })
    .from(destination)
    .where(and(eq(destination.userId, userId), isNotNull(destination.profile)))
    .orderBy(destination.id)
  return rows.flatMap(({ id, profile }) => (profile ? [{ id, key: profile.key }] : []))
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

/** Sets or removes a destination's profile; the file of the old one goes. Null if this user has no such destination. */
export async function setProfile(
  db: Database,
  { id, userId, nowMs }: { id: Id; userId: Id; nowMs: number },
  profile: StoredProfile | null,
): Promise<Destination | null> {
  const own = sql`${destination.id} = ${id} AND ${destination.userId} = ${userId}`
  const { changed } = await namedBatch(db, {
    files: profileFilesDelete(db, own, nowMs),
    changed: db.update(destination).set({ profile, updatedAt: nowMs }).where(own).returning(),
  })
  return changed[0] ? destinationFrom(changed[0]) : null
}

/** Notes the profiles of these destinations for deletion, at `retryAt` or now, for a batch. */
export function profileFilesDelete(db: Database, where: SQL, nowMs: number, retryAt: number | null = null) {
  return insertFrom(
    db,
    objectToDelete,
    { key: sql`${destination.profile} ->> 'key'`, createdAt: nowMs, retryAt },
    sql`FROM ${destination} WHERE ${where} AND ${destination.profile} IS NOT NULL`,
  ).onConflictDoNothing()
}

/** Deletes a destination; templates that named it name none. False if this user has none. */
export async function deleteDestination(db: Database, id: Id, undo: NewUndo): Promise<boolean> {
  const own = sql`${destination.id} = ${id} AND ${destination.userId} = ${undo.userId}`
  const { deleted } = await namedBatch(db, {
    kept: keepDestination(db, undo, own),
    files: profileFilesDelete(db, own, undo.nowMs, goneAtMs(undo)),
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
  profile,
  createdAt,
  updatedAt,
  ...rest
}: DestinationRow): Destination {
  return {
    _id: id,
    ...rest,
    profile: profile && {
      name: profile.name,
      colours: profile.colours,
      uploadedAt: new Date(profile.uploadedAtMs).toISOString(),
    },
    // Rows from before holes and marks existed have neither.
    contour: contourSchema.parse(rest.contour),
    isBuiltIn: false,
    reason: null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

const builtInDpis = JSON.stringify(Object.fromEntries(builtInDestinations.map(({ _id, dpi }) => [_id, dpi])))
