import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm"
import { TEST_EVENT } from "../../../contract/events/event.ts"
import type { Id } from "../../../contract/id.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import type { Page } from "../paging.ts"
import { placeIn, readPlacedPage, type Sorting, sourceIn } from "../place.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { Reader } from "../reader.ts"
import { CLOCK_MS, type EndpointLease, isHeld } from "./event-endpoint-rows.ts"
import type { EventRow } from "./event-rows.ts"
import { event, eventDelivery, eventEndpoint } from "./tables.ts"

/** A delivery with its event. */
export type EventDeliveryRow = typeof eventDelivery.$inferSelect & { event: EventRow }

const withEvent = { delivery: getTableColumns(eventDelivery), event: getTableColumns(event) }
const sorting: Sorting = { name: "id", columns: [sql`event_delivery.id`], sort: "desc", nulls: null }

/** Reads a page of what an endpoint of the account was sent or is to be, the newest first. */
export async function listEventDeliveries(
  db: Database,
  read: Reader,
  { userId, endpointId, ...query }: Page & { userId: Id; endpointId: Id },
): Promise<{ rows: EventDeliveryRow[]; pagination: Pagination }> {
  const source = sourceIn(
    sql`event_delivery`,
    sql`event_delivery.endpoint_id = ${endpointId} AND +event_delivery.user_id = ${userId}`,
  )
  const { rows, pagination } = await readPlacedPage<{ id: Id; total: number; place: string }>(
    read,
    query,
    sorting,
    {
      ...source,
      select: (behind, limits, total) =>
        sql`SELECT event_delivery.id AS "id", ${placeIn(sorting)} AS "place", ${total} AS "total" FROM event_delivery WHERE ${and(source.isFound, behind)} ${limits}`,
    },
  )
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const found = await selectDeliveries(
    db,
    sql`${eventDelivery.id} IN (SELECT value FROM json_each(${ids}))`,
  ).orderBy(sql`${eventDelivery.id} DESC`)
  return { rows: found.map(flat), pagination }
}

/** Finds a delivery to an endpoint of the account. */
export async function findEventDelivery(
  db: Database,
  { userId, endpointId, id }: { userId: Id; endpointId: Id; id: Id },
): Promise<EventDeliveryRow | null> {
  const [row] = await selectDeliveries(
    db,
    sql`${eventDelivery.id} = ${id} AND ${eventDelivery.endpointId} = ${endpointId} AND ${eventDelivery.userId} = ${userId}`,
  )
  return row ? flat(row) : null
}

/**
 * Lists what an endpoint is to be sent now: tests, then what was tried least, the oldest first, so that an event which it
 * refuses again and again stands before no other. With them comes, due or not, the first event of each of their subjects that
 * was tried and waits: the subject's later ones wait for it.
 */
export async function listDueDeliveries(
  db: Database,
  endpointId: Id,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<EventDeliveryRow[]> {
  const order = sql`is_first DESC, tries, id`
  // The plus leaves the index of that order to SQLite, which would sort all that are due by the one of their times.
  const due = sql`SELECT id FROM event_delivery WHERE endpoint_id = ${endpointId} AND retry_at IS NOT NULL
    AND +retry_at <= ${nowMs + CLOCK_MS} ORDER BY ${order} LIMIT ${limit}`
  const subjects = sql`SELECT event.subject_id FROM due CROSS JOIN event_delivery ON event_delivery.id = due.id
    CROSS JOIN event ON event.id = event_delivery.event_id`
  const earlier = sql`SELECT min(tried.id) FROM event_delivery AS tried CROSS JOIN event ON event.id = tried.event_id
    WHERE tried.endpoint_id = ${endpointId} AND tried.is_first = 0 AND tried.tries > 0 AND tried.retry_at IS NOT NULL
    AND event.subject_id IN (${subjects}) GROUP BY event.subject_id`
  const rows = await selectDeliveries(
    db,
    sql`${eventDelivery.id} IN (WITH due AS (${due}) SELECT id FROM due UNION ALL ${earlier})`,
  ).orderBy(sql`${eventDelivery.isFirst} DESC, ${eventDelivery.tries}, ${eventDelivery.id}`)
  return rows.map(flat)
}

/** Puts deliveries off until an earlier one of their subject has been tried again, if that still waits. */
export async function putOffDeliveries(
  db: Database,
  waits: readonly { id: Id; earlierId: Id }[],
): Promise<void> {
  await db.run(sql`UPDATE event_delivery SET retry_at = earlier.retry_at + 1
    FROM json_each(${JSON.stringify(waits)}) AS listed
    CROSS JOIN event_delivery AS earlier ON earlier.id = listed.value ->> 'earlierId'
    WHERE event_delivery.id = listed.value ->> 'id' AND earlier.id < event_delivery.id AND earlier.tries > 0
      AND earlier.retry_at > event_delivery.retry_at`)
}

/** Returns true if an event of an endpoint that was tried, and whose time began by then, still waits. */
export async function hasWaitedSince(db: Database, endpointId: Id, sinceMs: number): Promise<boolean> {
  const isWaiting = sql`${eventDelivery.endpointId} = ${endpointId} AND ${eventDelivery.retryAt} IS NOT NULL`
  const rows = await db
    .select({ id: eventDelivery.id })
    .from(eventDelivery)
    .where(sql`${isWaiting} AND ${eventDelivery.openedAt} <= ${sinceMs} AND ${eventDelivery.tries} > 0`)
    .limit(1)
  return rows.length > 0
}

/** Adds the event that an endpoint is tested with, due at once. */
export async function insertTestEvent(
  db: Database,
  row: { eventId: Id; deliveryId: Id; endpointId: Id; userId: Id; nowMs: number },
): Promise<void> {
  const { eventId, deliveryId, endpointId, userId, nowMs } = row
  const isThere = sql`WHERE EXISTS (SELECT 1 FROM ${eventEndpoint} WHERE ${eventEndpoint.id} = ${endpointId})`
  await namedBatch(db, {
    event: insertFrom(
      db,
      event,
      {
        ...{ id: eventId, userId, type: TEST_EVENT, subjectId: endpointId },
        isTest: true,
        data: {},
        createdAt: nowMs,
      },
      isThere,
    ).onConflictDoNothing(),
    delivery: insertFrom(
      db,
      eventDelivery,
      {
        ...{ id: deliveryId, userId, endpointId, eventId, isFirst: true, state: "waiting", tries: 0 },
        ...{ retryAt: nowMs, openedAt: nowMs, createdAt: nowMs },
      },
      isThere,
    ).onConflictDoNothing(),
  })
}

/**
 * Has an event sent once more, at once, and after it those of its subject that wait for it; false if the endpoint is switched
 * off.
 */
export async function reopenDelivery(
  db: Database,
  { userId, endpointId, id }: { userId: Id; endpointId: Id; id: Id },
  nowMs: number,
): Promise<boolean> {
  const isOn = sql`EXISTS (SELECT 1 FROM ${eventEndpoint} WHERE ${eventEndpoint.id} = ${endpointId} AND ${eventEndpoint.userId} = ${userId} AND ${eventEndpoint.isActive} = 1)`
  const isOfSubject = sql`(SELECT subject_id FROM event WHERE event.id = ${eventDelivery.eventId}) =
    (SELECT subject_id FROM event JOIN event_delivery AS sent ON sent.event_id = event.id WHERE sent.id = ${id})`
  const { reopened } = await namedBatch(db, {
    reopened: db
      .update(eventDelivery)
      .set({ state: "waiting", tries: 0, message: null, retryAt: nowMs, openedAt: nowMs })
      .where(and(eq(eventDelivery.id, id), eq(eventDelivery.endpointId, endpointId), isOn))
      .returning({ id: eventDelivery.id }),
    later: db
      .update(eventDelivery)
      .set({ retryAt: nowMs })
      .where(
        sql`${eventDelivery.endpointId} = ${endpointId} AND ${eventDelivery.isFirst} = 0 AND ${eventDelivery.tries} = 0
        AND ${eventDelivery.id} > ${id} AND ${eventDelivery.retryAt} > ${nowMs} AND ${isOn} AND ${isOfSubject}`,
      ),
  })
  return reopened.length === 1
}

/** The answer to one try. */
type Tried = { status: number | null; message: string | null; tookMs: number; nowMs: number }

/** Notes that a held endpoint has taken an event; false, with nothing changed, if it is held no longer. */
export async function noteTaken(
  db: Database,
  lease: EndpointLease,
  id: Id,
  { isSlow, ...tried }: Tried & { isSlow: boolean },
): Promise<boolean> {
  const { noted } = await namedBatch(db, {
    noted: noteTry(db, lease, id, tried, { state: "sent", retryAt: null }),
    well: db
      .update(eventEndpoint)
      .set({ failingSince: null, failures: 0, problem: null, isSlow })
      .where(isHeld(lease)),
  })
  return noted.length === 1
}

/** Notes a failed try at a held endpoint, and the next one, or null if it was the last; false as above. */
export async function noteFailed(
  db: Database,
  lease: EndpointLease,
  id: Id,
  { retryAt, ...tried }: Tried & { retryAt: number | null },
): Promise<boolean> {
  const { noted } = await namedBatch(db, {
    noted: noteTry(db, lease, id, tried, { state: retryAt === null ? "failed" : "waiting", retryAt }),
    failing: db
      .update(eventEndpoint)
      .set({
        failingSince: sql`coalesce(${eventEndpoint.failingSince}, ${tried.nowMs})`,
        failures: sql`${eventEndpoint.failures} + 1`,
        problem: tried.message,
        isSlow: true,
      })
      .where(isHeld(lease)),
  })
  return noted.length === 1
}

function noteTry(
  db: Database,
  lease: EndpointLease,
  id: Id,
  { status, message, tookMs, nowMs }: Tried,
  next: { state: "sent" | "waiting" | "failed"; retryAt: number | null },
) {
  return db
    .update(eventDelivery)
    .set({ ...next, tries: sql`${eventDelivery.tries} + 1`, status, message, tookMs, triedAt: nowMs })
    .where(and(eq(eventDelivery.id, id), sql`EXISTS (SELECT 1 FROM ${eventEndpoint} WHERE ${isHeld(lease)})`))
    .returning({ id: eventDelivery.id })
}

function selectDeliveries(db: Database, which: SQL) {
  return db
    .select(withEvent)
    .from(eventDelivery)
    .innerJoin(event, eq(event.id, eventDelivery.eventId))
    .where(which)
    .$dynamic()
}

function flat({ delivery, event }: { delivery: typeof eventDelivery.$inferSelect; event: EventRow }) {
  return { ...delivery, event }
}
