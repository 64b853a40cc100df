import { inArray, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { planLimit } from "../accounts/plan-limit.ts"
import type { Database } from "../database.ts"
import { image } from "./tables.ts"

/** Counts, as an expression, the images of an account that are being read. */
export function countReading(userId: SQL): SQL<number> {
  return sql`(SELECT count(*) FROM image other WHERE other.user_id = ${userId}
    AND other.status = 'Ingesting' AND other.turn_at IS NOT NULL)`
}

/** Gives the account's free turns to those of its new images that came first, and returns these. */
export async function giveReadings(db: Database, userId: Id, nowMs: number): Promise<Id[]> {
  const most = planLimit(sql`${userId}`, "imagesAtOnce")
  const free = sql`max(0, ${most} - ${countReading(sql`${userId}`)})`
  const rows = await db
    .update(image)
    .set({ turnAt: nowMs, updatedAt: nowMs })
    .where(
      inArray(
        image.id,
        sql`(SELECT id FROM ${image} WHERE ${image.userId} = ${userId} AND ${image.status} = 'Ingesting'
          AND ${image.turnAt} IS NULL ORDER BY ${image.id} LIMIT ${free})`,
      ),
    )
    .returning({ id: image.id })
  return rows.map(({ id }) => id)
}

/** Lists accounts whose images wait although a turn is free. */
export async function listAccountsWithReadings(db: Database, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ userId: image.userId })
    .from(image)
    // Written as in the partial index.
    .where(sql`${image.status} = 'Ingesting' AND ${image.turnAt} IS NULL`)
    .groupBy(image.userId)
    .having(sql`${countReading(sql`${image.userId}`)} < ${planLimit(sql`${image.userId}`, "imagesAtOnce")}`)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
