import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_UNPRINTED_ITEMS } from "../../../contract/limit.ts"
import type { Database } from "../database.ts"

/** Returns SQL: this user's unprinted prints leave room for `items` more. */
export function hasItemRoom(userId: Id, items: number | SQL): SQL {
  return sql`(SELECT coalesce(sum(waiting.item_count + 1), 0) + ${items} <= ${MAX_UNPRINTED_ITEMS} FROM print waiting WHERE waiting.user_id = ${userId} AND waiting.printed_at IS NULL AND waiting.trashed_at IS NULL)`
}

/** Returns whether they do, to explain a refusal. */
export async function hasRoomFor(db: Database, userId: Id, items: number): Promise<boolean> {
  const [row] = await db.all<{ hasRoom: number }>(sql`SELECT ${hasItemRoom(userId, items)} AS hasRoom`)
  return row.hasRoom === 1
}
