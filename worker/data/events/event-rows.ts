import { lt, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import { TEST_EVENT } from "../../../contract/events/event.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { EVENT_DAYS } from "../../../contract/limit.ts"
import type { Database } from "../database.ts"
import { event } from "./tables.ts"

export type EventRow = typeof event.$inferSelect

/** Lists an account's events behind this one, the oldest first. */
export async function listEvents(
  db: Database,
  userId: Id,
  { after, limit, nowMs }: { after: Id | undefined; limit: number; nowMs: number },
): Promise<EventRow[]> {
  const oldest = firstIdOf(nowMs - EVENT_DAYS * DAY_MS)
  const from = after === undefined || after < oldest ? oldest : after
  return db
    .select()
    .from(event)
    .where(sql`${event.userId} = ${userId} AND ${event.id} > ${from} AND ${event.type} <> ${TEST_EVENT}`)
    .orderBy(event.id)
    .limit(limit)
}

/** Deletes events that are listed no longer, with their deliveries. */
export async function deleteOldEvents(db: Database, nowMs: number): Promise<void> {
  await db.delete(event).where(lt(event.id, firstIdOf(nowMs - EVENT_DAYS * DAY_MS)))
}

/** Returns the least id of a time. */
function firstIdOf(ms: number): Id {
  return makeId(ms, new Uint8Array(10))
}
