import { and, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { defaultSheetTemplate, type SheetTemplateInput } from "../../../contract/artwork/size.ts"
import { type Destination, findBuiltInDestination } from "../../../contract/delivery/destination.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { LengthUnit } from "../../../contract/length.ts"
import { MAX_SHEET_TEMPLATES } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Prices, pricesInput } from "../../../contract/prints/cost.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { destinationFrom, mayName } from "../delivery/destination-rows.ts"
import { destination } from "../delivery/tables.ts"
import { insertFrom } from "../insert-from.ts"
import { contains, type Page } from "../paging.ts"
import { placeIn, readPlacedPage, sortingBy, sourceIn, wholeIn } from "../place.ts"
import type { Reader } from "../reader.ts"
import { rowOf } from "../stored-rows.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { keepTemplate } from "../undo/undo-sizes.ts"
import { namedBatch } from "./named-batch.ts"
import { sheetTemplate } from "./tables.ts"

export type SheetTemplateRow = typeof sheetTemplate.$inferSelect
type TemplateQuery = Page & { search: string; sortBy: keyof typeof sortColumns; sort: "asc" | "desc" }
type Change = Omit<SheetTemplateInput, keyof typeof pricesInput> & {
  id: Id
  userId: Id
  prices: Prices | null
  nowMs: number
}

const sortColumns = {
  name: sql`${sheetTemplate.name} COLLATE NOCASE`,
  widthIn: wholeIn(sheetTemplate.widthIn),
  maxLengthIn: wholeIn(sheetTemplate.maxLengthIn),
  dpi: sql`${sheetTemplate.dpi}`,
  createdAt: sql`${sheetTemplate.createdAt}`,
}

/** Lists one page of the templates, each with the destination that it names; of an account without any, none. */
export async function listSheetTemplates(
  read: Reader,
  userId: Id,
  query: TemplateQuery,
): Promise<{ rows: { template: SheetTemplateRow; named: Destination | null }[]; pagination: Pagination }> {
  const condition = and(
    eq(sheetTemplate.userId, userId),
    query.search ? contains(sheetTemplate.name, query.search) : undefined,
  )
  const sorting = sortingBy(query, sortColumns[query.sortBy], sql`${sheetTemplate.id}`)
  const { rows, pagination } = await readPlacedPage<Row>(read, query, sorting, {
    ...sourceIn(sql`${sheetTemplate}`, condition),
    select: (
      behind,
      limits,
      total,
    ) => sql`SELECT ${namedColumns(sheetTemplate, "")}, ${namedColumns(destination, "named ")},
        ${placeIn(sorting)} AS "place", ${total} AS "total"
      FROM ${sheetTemplate} LEFT JOIN ${destination} ON ${destination.id} = ${sheetTemplate.destinationId} AND ${destination.userId} = ${sheetTemplate.userId}
      WHERE ${and(condition, behind)} ${limits}`,
  })
  return {
    rows: rows.map((row) => {
      const template = rowOf(sheetTemplate, row)
      const { destinationId } = template
      const builtIn = destinationId && findBuiltInDestination(destinationId)
      const own = Object.entries(row).map(([name, value]) => [name.replace("named ", ""), value])
      const named = row["named id"] === null ? null : rowOf(destination, Object.fromEntries(own))
      return { template, named: builtIn || (named && destinationFrom(named)) }
    }),
    pagination,
  }
}

/** A template with its destination, by the names of `namedColumns`. */
type Row = Record<string, unknown>

/** Returns a table's columns for a SELECT of several, under their field names behind a word. */
function namedColumns(table: SQLiteTable, word: string): SQL {
  const columns = Object.entries(getTableColumns(table))
  return sql.join(
    columns.map(([name, column]) => sql`${column} AS ${sql.raw(`"${word}${name}"`)}`),
    sql`, `,
  )
}

export async function findSheetTemplate(db: Database, userId: Id, id: Id): Promise<SheetTemplateRow | null> {
  const [row] = await db
    .select()
    .from(sheetTemplate)
    .where(and(eq(sheetTemplate.id, id), eq(sheetTemplate.userId, userId)))
  return row ?? null
}

/** The settings of an account that its prints are planned with. */
export type PlanSettings = { timeZone: string; lengthUnit: LengthUnit; template: SheetTemplateRow | null }

/** Returns an account's settings with a template of it, or with its default one for no id; null where it has none such. */
export async function findPlanSettings(db: Database, userId: Id, id: Id | null): Promise<PlanSettings> {
  const isIt = id === null ? eq(sheetTemplate.isDefault, true) : eq(sheetTemplate.id, id)
  const { timeZone, lengthUnit } = user
  const [row] = await db
    .select({ timeZone, lengthUnit, template: sheetTemplate })
    .from(user)
    .leftJoin(sheetTemplate, and(eq(sheetTemplate.userId, user.id), isIt))
    .where(eq(user.id, userId))
  return row ?? { timeZone: "UTC", lengthUnit: "in", template: null }
}

export async function countSheetTemplates(db: Database, userId: Id): Promise<number> {
  return db.$count(sheetTemplate, eq(sheetTemplate.userId, userId))
}

/** Finds the template used when none is chosen; makes it for an account that has none yet. */
export async function findDefaultSheetTemplate(
  db: Database,
  userId: Id,
  nowMs: number,
): Promise<SheetTemplateRow> {
  const read = () =>
    db
      .select()
      .from(sheetTemplate)
      .where(and(eq(sheetTemplate.userId, userId), eq(sheetTemplate.isDefault, true)))
  const [row] = await read()
  if (row) return row
  await defaultTemplateInsert(db, userId, nowMs)
  const [template] = await read()
  return template
}

/** Returns a statement for an account's first template, for a batch; changes nothing if a default exists. */
export function defaultTemplateInsert(db: Database, userId: Id, nowMs: number) {
  return db
    .insert(sheetTemplate)
    .values({ ...defaultSheetTemplate, id: makeId(nowMs), userId, createdAt: nowMs, updatedAt: nowMs })
    .onConflictDoNothing()
}

/**
 * Adds a template; a new default replaces the old one. Returns null, with nothing written, at
 * MAX_SHEET_TEMPLATES, or if it may not name its destination any more.
 */
export async function insertSheetTemplate(db: Database, row: Change): Promise<SheetTemplateRow | null> {
  const { nowMs, ...rest } = row
  const hasRoom = sql`(SELECT count(*) FROM ${sheetTemplate} WHERE ${sheetTemplate.userId} = ${row.userId}) < ${MAX_SHEET_TEMPLATES}`
  const onlyIf = sql`${hasRoom} AND ${mayName({ ...row, destinationId: row.destinationId ?? null })}`
  const { inserted } = await namedBatch(db, {
    oldDefault: row.isDefault ? dethrone(db, row, onlyIf) : null,
    inserted: insertFrom(
      db,
      sheetTemplate,
      { ...rest, createdAt: nowMs, updatedAt: nowMs },
      sql`WHERE ${onlyIf}`,
    ).returning(),
  })
  return inserted[0] ?? null
}

/**
 * Changes a template; a new default replaces the old one. Returns null, with nothing written, when this
 * user has no such template, or it may not name its destination any more.
 */
export async function updateSheetTemplate(db: Database, change: Change): Promise<SheetTemplateRow | null> {
  const { id, userId, nowMs, ...rest } = change
  const destinationId = change.destinationId === undefined ? sql`own.destination_id` : change.destinationId
  const onlyIf = sql`EXISTS (SELECT 1 FROM sheet_template own WHERE own.id = ${id} AND own.user_id = ${userId} AND ${mayName({ ...change, destinationId })})`
  const { updated } = await namedBatch(db, {
    oldDefault: change.isDefault ? dethrone(db, change, onlyIf) : null,
    updated: db
      .update(sheetTemplate)
      .set({ ...rest, updatedAt: nowMs })
      .where(and(eq(sheetTemplate.id, id), eq(sheetTemplate.userId, userId), onlyIf))
      .returning(),
  })
  return updated[0] ?? null
}

/** Deletes a template unless it is the default. False when nothing was deleted. */
export async function deleteSheetTemplate(db: Database, id: Id, undo: NewUndo): Promise<boolean> {
  const own = sql`${sheetTemplate.id} = ${id} AND ${sheetTemplate.userId} = ${undo.userId} AND ${sheetTemplate.isDefault} = 0`
  const { deleted } = await namedBatch(db, {
    kept: keepTemplate(db, undo, own),
    deleted: db.delete(sheetTemplate).where(own).returning({ id: sheetTemplate.id }),
  })
  return deleted.length === 1
}

function dethrone(db: Database, next: { id: Id; userId: Id }, onlyIf: SQL) {
  return db
    .update(sheetTemplate)
    .set({ isDefault: false })
    .where(
      and(
        eq(sheetTemplate.userId, next.userId),
        eq(sheetTemplate.isDefault, true),
        ne(sheetTemplate.id, next.id),
        onlyIf,
      ),
    )
}
