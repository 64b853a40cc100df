import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_SIZES } from "../../../contract/limit.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { sizeKeyOf } from "./match-key.ts"
import { size } from "./tables.ts"

export type SizeRow = typeof size.$inferSelect

/**
 * Returns an account's size of a printed width, the oldest of several; `name` is for one that is added where there is
 * none. Null at MAX_SIZES. Two calls at the same time add one.
 */
export async function sizeOfWidth(
  db: Database,
  { id, userId, name, widthIn, nowMs }: { id: Id; userId: Id; name: string; widthIn: number; nowMs: number },
): Promise<SizeRow | null> {
  const own = sql`SELECT 1 FROM ${size} WHERE ${size.userId} = ${userId}`
  const { found } = await namedBatch(db, {
    added: insertFrom(
      db,
      size,
      { id, userId, name, nameKey: sizeKeyOf(name), valueIn: widthIn, createdAt: nowMs, updatedAt: nowMs },
      sql`WHERE NOT EXISTS (${own} AND ${size.valueIn} = ${widthIn}) AND (SELECT count(*) FROM (${own})) < ${MAX_SIZES}`,
    ),
    found: findOfWidth(db, userId, widthIn),
  })
  return found[0] ?? null
}

/** Finds an account's size of a printed width, the oldest of several. */
export async function findSizeOfWidth(db: Database, userId: Id, widthIn: number): Promise<SizeRow | null> {
  const [row] = await findOfWidth(db, userId, widthIn)
  return row ?? null
}

function findOfWidth(db: Database, userId: Id, widthIn: number) {
  return db
    .select()
    .from(size)
    .where(sql`${size.userId} = ${userId} AND ${size.valueIn} = ${widthIn}`)
    .orderBy(size.id)
    .limit(1)
}
