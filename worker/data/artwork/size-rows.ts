import { and, eq, exists, getTableColumns, inArray, or, sql } from "drizzle-orm"
import type { Size, SizeInput } from "../../../contract/artwork/size.ts"
import type { Id } from "../../../contract/id.ts"
import { CM_PER_IN } from "../../../contract/length.ts"
import { MAX_SIZES } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import { dayText } from "../date-search.ts"
import { insertFrom } from "../insert-from.ts"
import { contains, type Page } from "../paging.ts"
import { placeIn, readPlacedPage, sortingBy, sourceIn, wholeIn } from "../place.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem } from "../prints/tables.ts"
import { listOf, type Reader } from "../reader.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { keepNotice, keepSize } from "../undo/undo-sizes.ts"
import { sizeKeyOf } from "./match-key.ts"
import { size } from "./tables.ts"

type SizeRow = typeof size.$inferSelect
type SizeQuery = Page & {
  search: string
  utcOffsetMin: number
  sortBy: keyof typeof sortColumns
  sort: "asc" | "desc"
}

const sortColumns = {
  name: sql`size.name COLLATE NOCASE`,
  value: wholeIn(sql`size.value_in`),
  createdAt: sql`size.created_at`,
  updatedAt: sql`size.updated_at`,
}

const { userId: _userId, nameKey: _nameKey, ...shownColumns } = getTableColumns(size)
const shown = listOf(shownColumns)
type ShownSize = Pick<SizeRow, keyof typeof shownColumns>

export async function listSizes(
  read: Reader,
  userId: Id,
  query: SizeQuery,
): Promise<{ rows: ShownSize[]; pagination: Pagination }> {
  const isFound = and(
    sql`size.user_id = ${userId}`,
    query.search
      ? or(
          contains(size.name, query.search),
          contains(
            sql`printf('%.10g in %.10g cm', round(${size.valueIn}, 2), round(${size.valueIn} * ${CM_PER_IN}, 2))`,
            query.search,
          ),
          contains(dayText(size.createdAt, query.utcOffsetMin), query.search),
        )
      : undefined,
  )
  const sorting = sortingBy(query, sortColumns[query.sortBy], sql`size.id`)
  return readPlacedPage<ShownSize>(read, query, sorting, {
    ...sourceIn(sql`size`, isFound),
    select: (behind, limits, total) =>
      sql`SELECT ${shown}, ${placeIn(sorting)} AS "place", ${total} AS "total" FROM size WHERE ${and(isFound, behind)} ${limits}`,
  })
}

export async function findSize(db: Database, userId: Id, id: Id): Promise<SizeRow | null> {
  const [row] = await db
    .select()
    .from(size)
    .where(and(eq(size.id, id), eq(size.userId, userId)))
  return row ?? null
}

export async function countSizes(db: Database, userId: Id): Promise<number> {
  return db.$count(size, eq(size.userId, userId))
}

/** Adds a size and its notification. Returns null, with nothing written, at MAX_SIZES. */
export async function insertSize(
  db: Database,
  row: SizeInput & { id: Id; userId: Id; nowMs: number },
  notice: NewNotification,
): Promise<SizeRow | null> {
  const { nowMs, value, ...rest } = row
  const { inserted } = await namedBatch(db, {
    inserted: insertFrom(
      db,
      size,
      { ...rest, nameKey: sizeKeyOf(rest.name), valueIn: value, createdAt: nowMs, updatedAt: nowMs },
      sql`WHERE (SELECT count(*) FROM ${size} WHERE ${size.userId} = ${row.userId}) < ${MAX_SIZES}`,
    ).returning(),
    notification: notificationInsert(db, notice, exists(own(db, row))),
  })
  return inserted[0] ?? null
}

/** Changes a size; null, with nothing written, when this user has no such size. */
export async function updateSize(
  db: Database,
  change: SizeInput & { id: Id; userId: Id; nowMs: number },
  notice: NewNotification,
): Promise<SizeRow | null> {
  const { id, userId, name, value, nowMs } = change
  const { updated } = await namedBatch(db, {
    updated: db
      .update(size)
      .set({ name, nameKey: sizeKeyOf(name), valueIn: value, updatedAt: nowMs })
      .where(and(eq(size.id, id), eq(size.userId, userId)))
      .returning(),
    notification: notificationInsert(db, notice, exists(own(db, change))),
  })
  return updated[0] ?? null
}

/** Deletes a size; its items remember that they had one. Returns false if this user has none. */
export async function deleteSize(
  db: Database,
  key: { id: Id; userId: Id },
  notice: NewNotification,
  undo: NewUndo,
): Promise<boolean> {
  const { deleted } = await namedBatch(db, {
    kept: keepSize(db, undo, key.id),
    notification: notificationInsert(db, notice, exists(own(db, key))),
    noted: keepNotice(db, undo, notice.id),
    items: db
      .update(printItem)
      .set({ sizeId: null, wasSizeDeleted: true })
      .where(inArray(printItem.sizeId, own(db, key))),
    deleted: db
      .delete(size)
      .where(and(eq(size.id, key.id), eq(size.userId, key.userId)))
      .returning({ id: size.id }),
  })
  return deleted.length === 1
}

/** Returns the id of this size, as a subquery that is empty when the user has no such size. */
function own(db: Database, key: { id: Id; userId: Id }) {
  return db
    .select({ id: size.id })
    .from(size)
    .where(and(eq(size.id, key.id), eq(size.userId, key.userId)))
}

/** Returns the row as it crosses the wire. */
export function sizeReply(row: ShownSize): Omit<Size, "_id"> & { _id: Id } {
  return {
    _id: row.id,
    name: row.name,
    value: row.valueIn,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
