import { and, asc, count, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Pagination } from "../../contract/list.ts"
import type { Size, SizeInput } from "../../contract/size.ts"
import type { Database } from "./database.ts"
import { type NewNotification, notificationInsert } from "./notification.ts"
import { contains, type Page, pageOf } from "./paging.ts"
import { printItem, size } from "./schema.ts"

/** Sizes of one account; nobody picks from a longer list. */
export const MAX_SIZES = 1_000

export type SizeRow = typeof size.$inferSelect
type SizeQuery = Page & { search: string; sortBy: keyof typeof sortColumns; sort: "asc" | "desc" }

const sortColumns = {
  name: sql`${size.name} COLLATE NOCASE`,
  value: size.valueIn,
  createdAt: size.createdAt,
  updatedAt: size.updatedAt,
}

export async function listSizes(
  db: Database,
  userId: string,
  query: SizeQuery,
): Promise<{ rows: SizeRow[]; pagination: Pagination }> {
  const found = and(
    eq(size.userId, userId),
    query.search
      ? or(contains(size.name, query.search), contains(sql`CAST(${size.valueIn} AS TEXT)`, query.search))
      : undefined,
  )
  const [{ total }] = await db.select({ total: count() }).from(size).where(found)
  const { offset, pagination } = pageOf(query, total)
  const direction = query.sort === "asc" ? asc : desc
  const rows = await db
    .select()
    .from(size)
    .where(found)
    .orderBy(direction(sortColumns[query.sortBy]), direction(size.id))
    .limit(query.limit)
    .offset(offset)
  return { rows, pagination }
}

export async function findSize(db: Database, userId: string, id: Id): Promise<SizeRow | null> {
  const [row] = await db
    .select()
    .from(size)
    .where(and(eq(size.id, id), eq(size.userId, userId)))
  return row ?? null
}

export async function countSizes(db: Database, userId: string): Promise<number> {
  const [{ total }] = await db.select({ total: count() }).from(size).where(eq(size.userId, userId))
  return total
}

/** Adds a size and tells of it, both or neither. */
export async function insertSize(
  db: Database,
  row: SizeInput & { id: Id; userId: string; nowMs: number },
  notice: NewNotification,
): Promise<SizeRow> {
  const { nowMs, value, ...rest } = row
  const [[inserted]] = await db.batch([
    db
      .insert(size)
      .values({ ...rest, valueIn: value, createdAt: nowMs, updatedAt: nowMs })
      .returning(),
    notificationInsert(db, notice),
  ])
  return inserted
}

/** Null, and nothing written, when this user has no such size. */
export async function updateSize(
  db: Database,
  change: SizeInput & { id: Id; userId: string; nowMs: number },
  notice: NewNotification,
): Promise<SizeRow | null> {
  const { id, userId, name, value, nowMs } = change
  if (!(await findSize(db, userId, id))) return null
  const [rows] = await db.batch([
    db
      .update(size)
      .set({ name, valueIn: value, updatedAt: nowMs })
      .where(and(eq(size.id, id), eq(size.userId, userId)))
      .returning(),
    notificationInsert(db, notice),
  ])
  return rows[0] ?? null
}

/** Deletes a size; items that used it remember that they had one. */
export async function deleteSize(
  db: Database,
  key: { id: Id; userId: string },
  notice: NewNotification,
): Promise<void> {
  const own = db
    .select({ id: size.id })
    .from(size)
    .where(and(eq(size.id, key.id), eq(size.userId, key.userId)))
  await db.batch([
    db.update(printItem).set({ sizeId: null, wasSizeDeleted: true }).where(inArray(printItem.sizeId, own)),
    db.delete(size).where(and(eq(size.id, key.id), eq(size.userId, key.userId))),
    notificationInsert(db, notice),
  ])
}

/** The row as it crosses the wire. */
export function sizeReply(row: SizeRow): Omit<Size, "_id"> & { _id: string } {
  return {
    _id: row.id,
    name: row.name,
    value: row.valueIn,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
