import { and, eq, lte, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { UNDO_MS } from "../../../contract/undo.ts"
import type { Database } from "../database.ts"
import { whole } from "../date-search.ts"
import { insertFrom } from "../insert-from.ts"
import { print } from "../prints/tables.ts"
import { jsonOf, storedColumns, storedValues } from "../stored-rows.ts"
import { undo, undoPart } from "./tables.ts"

/** The time after the end of an undo at which deleted rows go for good, so that the two never meet. */
const GRACE_MS = MINUTE_MS
/** The rows in a part. */
const PART_ROWS = 200
/** The bytes after which a part ends, half of what D1 takes as a value: an image's findings have up to some 20 KB. */
const PART_BYTES = 1_000_000

/** A deletion that is about to happen. */
export type NewUndo = { id: Id; userId: Id; nowMs: number }

export function newUndo(userId: Id, nowMs: number, id = makeId(nowMs)): NewUndo {
  return { id, userId, nowMs }
}

/** Returns when files of the deleted rows may be removed, and rows that only waited. */
export function goneAtMs({ nowMs }: Pick<NewUndo, "nowMs">): number {
  return nowMs + UNDO_MS + GRACE_MS
}

/** Notes the deletion, as the batch's first statement; nothing if `exists` finds no row. */
export function undoInsert(db: Database, { id, userId, nowMs }: NewUndo, exists: SQL) {
  return insertFrom(
    db,
    undo,
    { id, userId, createdAt: nowMs, expiresAt: nowMs + UNDO_MS },
    sql`WHERE EXISTS (${exists})`,
  )
}

/** Keeps whole rows under `kind`, before the statement that deletes them. */
export function keepRows(db: Database, { id }: NewUndo, kind: string, table: SQLiteTable, where: SQL) {
  return keepValues(db, { id }, kind, storedColumns(table), sql`${table} WHERE ${where}`)
}

/** Keeps these values of each row of `from`, named, in as many parts as it takes. */
export function keepValues(
  db: Database,
  { id }: Pick<NewUndo, "id">,
  kind: string,
  values: Readonly<Record<string, SQL>>,
  from: SQL,
) {
  const numbered = sql`SELECT (row_number() OVER so_far - 1) / ${whole(PART_ROWS)} + sum(octet_length(json)) OVER so_far / ${whole(PART_BYTES)} AS n, json
    FROM (SELECT ${jsonOf(values)} AS json FROM ${from}) WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)`
  return insertFrom(
    db,
    undoPart,
    {
      undoId: id,
      part: sql`(SELECT coalesce(max(${undoPart.part}) + 1, 0) FROM ${undoPart} WHERE ${undoPart.undoId} = ${id}) + kept.n`,
      kind,
      rows: sql`json_group_array(json(kept.json))`,
    },
    sql`FROM (${numbered}) AS kept GROUP BY kept.n`,
  )
}

/**
 * Keeps these values of rows that come back from a document under `kind`, in deletions that can be undone and lost
 * what these rows name: `lost.id`, kept under `lost.kind`. `from` has each as `given.value`, with its `print`.
 */
export function keepRestored(
  db: Database,
  lost: { kind: string; id: SQL },
  kind: string,
  values: Readonly<Record<string, SQL>>,
  from: SQL,
) {
  return insertFrom(
    db,
    undoPart,
    {
      undoId: sql`gone.undo_id`,
      part: sql`(SELECT max(other.part) + 1 FROM undo_part other WHERE other.undo_id = gone.undo_id)`,
      kind,
      rows: sql`json_group_array(${jsonOf(values)})`,
    },
    sql`FROM ${from} JOIN ${undo} ON ${undo.userId} = print.user_id
      JOIN undo_part gone ON gone.undo_id = ${undo.id} AND gone.kind = ${lost.kind}
      JOIN json_each(gone.rows) AS lost ON lost.value ->> 'id' = ${lost.id} GROUP BY gone.undo_id`,
  )
}

/** Returns the rows kept under `kind`: `FROM` of a statement in which `member` reads each value. */
export function kept(undoId: Id, kind: string): SQL {
  return sql`(SELECT each.value AS value FROM ${undoPart}, json_each(${undoPart.rows}) AS each WHERE ${undoPart.undoId} = ${undoId} AND ${undoPart.kind} = ${kind}) AS kept`
}

/** Puts kept rows back, except for columns in `changed`. Throws if a unique value is taken. */
export function restoreRows<T extends SQLiteTable>(
  db: Database,
  undoId: Id,
  kind: string,
  table: T,
  changed: Partial<Record<keyof T["$inferInsert"], SQL>> = {},
  where: SQL = sql`1`,
) {
  return insertFrom(db, table, storedValues(table, changed), sql`FROM ${kept(undoId, kind)} WHERE ${where}`)
}

/** Forgets the kept rows: of two undos at once only one finds any. */
export function forgetParts(db: Database, undoId: Id) {
  return db.delete(undoPart).where(eq(undoPart.undoId, undoId)).returning({ part: undoPart.part })
}

export type KeptUndo = { id: Id; userId: Id; createdAt: number; kinds: readonly string[] }

/** Finds a deletion that can be undone at `nowMs`, with its kinds; without any, it was undone already. */
export async function findUndo(db: Database, userId: Id, id: Id, nowMs: number): Promise<KeptUndo | null> {
  const rows = await db
    .selectDistinct({ createdAt: undo.createdAt, expiresAt: undo.expiresAt, kind: undoPart.kind })
    .from(undo)
    .leftJoin(undoPart, eq(undoPart.undoId, undo.id))
    .where(and(eq(undo.id, id), eq(undo.userId, userId)))
  if (rows.length === 0 || rows[0].expiresAt <= nowMs) return null
  return { id, userId, createdAt: rows[0].createdAt, kinds: rows.flatMap(({ kind }) => kind ?? []) }
}

/** Returns true while files of what the account has deleted may have to stay. */
export async function hasUndos(db: Database, userId: Id): Promise<boolean> {
  const rows = await db.select({ id: undo.id }).from(undo).where(eq(undo.userId, userId)).limit(1)
  return rows.length > 0
}

/** Forgets deletions that can no longer be undone; returns how many. */
export async function forgetUndos(db: Database, nowMs: number, limit: number): Promise<number> {
  const expired = db
    .select({ id: undo.id })
    .from(undo)
    .where(lte(undo.expiresAt, nowMs - GRACE_MS))
    .limit(limit)
  const rows = await db.delete(undo).where(sql`${undo.id} IN ${expired}`).returning({ id: undo.id })
  return rows.length
}

/** Lists deleted prints that can no longer come back. */
export async function listTrashed(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<{ id: Id; userId: Id }[]> {
  return db
    .select({ id: print.id, userId: print.userId })
    .from(print)
    .where(sql`${print.trashedAt} IS NOT NULL AND ${print.trashedAt} <= ${nowMs - UNDO_MS - GRACE_MS}`)
    .limit(limit)
}
