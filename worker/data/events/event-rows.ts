import { sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import { TEST_EVENT } from "../../../contract/events/event.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { EVENT_DAYS } from "../../../contract/limit.ts"
import { MAX_KEPT_EVENTS } from "../../../contract/programs/kept.ts"
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

/** The events that one statement deletes, with some deliveries each, and the statements of a night. */
const DELETED_AT_ONCE = 5_000
const MAX_ROUNDS = 100

/** Deletes events that are listed no longer, and the oldest of accounts that have too many, with their deliveries. */
export async function deleteOldEvents(db: Database, nowMs: number): Promise<void> {
  const full = sql`SELECT user_id FROM event GROUP BY user_id HAVING count(*) > ${MAX_KEPT_EVENTS}`
  const placed = sql`SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM event WHERE user_id IN (${full})`
  const gone = [
    sql`SELECT id FROM event WHERE id < ${firstIdOf(nowMs - EVENT_DAYS * DAY_MS)} LIMIT ${DELETED_AT_ONCE}`,
    sql`SELECT kept.id FROM (${placed}) AS kept WHERE kept.place > ${MAX_KEPT_EVENTS} LIMIT ${DELETED_AT_ONCE}`,
  ]
  for (const ids of gone)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const deleted = await db.delete(event).where(sql`${event.id} IN (${ids})`).returning({ id: event.id })
      if (deleted.length < DELETED_AT_ONCE) break
    }
}

/** Returns the least id of a time. */
function firstIdOf(ms: number): Id {
  return makeId(ms, new Uint8Array(10))
}
