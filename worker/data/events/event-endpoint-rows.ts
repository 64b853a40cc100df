import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_EVENT_ENDPOINTS } from "../../../contract/limit.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { eventDelivery, eventEndpoint, type StoredSecret } from "./tables.ts"

export type EventEndpointRow = typeof eventEndpoint.$inferSelect
/** The lease of one Worker: until it ends, nobody else sends to this endpoint. */
export type EndpointLease = { id: Id; untilMs: number }

/** How far the clock of the database, by which triggers make things due, may be ahead of ours. */
export const CLOCK_MS = 1_000
/** The slow endpoints of one account that are called at the same time: its silent servers delay its own only. */
const MOST_SLOW_AT_ONCE = 2

const SWITCHED_OFF = "The endpoint was switched off before this could be sent."

/** Lists all endpoints of one account, the newest first: at most MAX_EVENT_ENDPOINTS. */
export async function listEventEndpoints(db: Database, userId: Id): Promise<EventEndpointRow[]> {
  return db
    .select()
    .from(eventEndpoint)
    .where(eq(eventEndpoint.userId, userId))
    .orderBy(desc(eventEndpoint.id))
}

/** Finds an endpoint; null if this user has no such endpoint. */
export async function findEventEndpoint(db: Database, userId: Id, id: Id): Promise<EventEndpointRow | null> {
  const [row] = await db.select().from(eventEndpoint).where(isOwn(userId, id))
  return row ?? null
}

type NewEndpoint = Pick<
  EventEndpointRow,
  "id" | "userId" | "url" | "events" | "isActive" | "takesTests" | "secrets" | "createdAt"
>

/** Adds an endpoint; null, with nothing written, at MAX_EVENT_ENDPOINTS. */
export async function insertEventEndpoint(db: Database, row: NewEndpoint): Promise<EventEndpointRow | null> {
  const hasRoom = sql`(SELECT count(*) FROM ${eventEndpoint} WHERE ${eventEndpoint.userId} = ${row.userId}) < ${MAX_EVENT_ENDPOINTS}`
  const [added] = await insertFrom(
    db,
    eventEndpoint,
    { ...row, updatedAt: row.createdAt },
    sql`WHERE ${hasRoom}`,
  ).returning()
  return added ?? null
}

type EndpointChange = Partial<Pick<EventEndpointRow, "url" | "events" | "isActive" | "takesTests">>

/**
 * Changes an endpoint; null when this user has no such endpoint. What waits for one that is switched off is not sent, and one
 * that is switched on, or is elsewhere now, begins anew.
 */
export async function updateEventEndpoint(
  db: Database,
  { id, userId, nowMs }: { id: Id; userId: Id; nowMs: number },
  change: EndpointChange,
): Promise<EventEndpointRow | null> {
  const begins = change.isActive === true || change.url !== undefined
  const fresh = { failingSince: null, failures: 0, problem: null, isSlow: false }
  const { changed } = await namedBatch(db, {
    changed: db
      .update(eventEndpoint)
      .set({ ...change, ...(begins ? fresh : {}), updatedAt: nowMs })
      .where(isOwn(userId, id))
      .returning(),
    ended:
      change.isActive === false
        ? endWaiting(db, sql`${eventDelivery.endpointId} = ${id} AND ${eventDelivery.userId} = ${userId}`)
        : null,
  })
  return changed[0] ?? null
}

/** Stores the secrets, unless they were changed since they were read; false then. */
export async function storeSecrets(
  db: Database,
  { id, secrets }: Pick<EventEndpointRow, "id" | "secrets">,
  after: StoredSecret[],
): Promise<boolean> {
  const stored = await db
    .update(eventEndpoint)
    .set({ secrets: after })
    .where(and(eq(eventEndpoint.id, id), sql`${eventEndpoint.secrets} = ${JSON.stringify(secrets)}`))
    .returning({ id: eventEndpoint.id })
  return stored.length === 1
}

/** Deletes an endpoint with its deliveries; false if this user has none. */
export async function deleteEventEndpoint(db: Database, userId: Id, id: Id): Promise<boolean> {
  const deleted = await db.delete(eventEndpoint).where(isOwn(userId, id)).returning({ id: eventEndpoint.id })
  return deleted.length === 1
}

/** Lists endpoints with a secret that is not sealed by the key of this mark. */
export async function listOldEndpointSeals(
  db: Database,
  mark: string,
  limit: number,
): Promise<Pick<EventEndpointRow, "id" | "secrets">[]> {
  const isOld = sql`substr(value ->> 'sealed', 1, ${mark.length}) <> ${mark}`
  return db
    .select({ id: eventEndpoint.id, secrets: eventEndpoint.secrets })
    .from(eventEndpoint)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${eventEndpoint.secrets}) WHERE ${isOld})`)
    .limit(limit)
}

type Claimed = Pick<EventEndpointRow, "id" | "isSlow">
const claimed = { id: eventEndpoint.id, isSlow: eventEndpoint.isSlow }

/** Leases an account's endpoints that have something due, for the messages that the caller sends. */
export async function claimDueEndpoints(
  db: Database,
  userId: Id,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<Claimed[]> {
  return db
    .update(eventEndpoint)
    .set({ retryAt: untilMs })
    .where(and(eq(eventEndpoint.userId, userId), lte(eventEndpoint.retryAt, nowMs + CLOCK_MS)))
    .returning(claimed)
}

/** Leases an endpoint that nobody sends to, even while it rests; null if somebody does, who goes on with what is due. */
export async function claimIdleEndpoint(
  db: Database,
  id: Id,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<Claimed | null> {
  const [row] = await db
    .update(eventEndpoint)
    .set({ retryAt: untilMs })
    .where(and(eq(eventEndpoint.id, id), sql`coalesce(${eventEndpoint.busyUntil}, 0) <= ${nowMs}`))
    .returning(claimed)
  return row ?? null
}

/** Takes a leased endpoint for a Worker of its own; null if another one has it, or had it since. */
export async function takeEndpoint(
  db: Database,
  lease: EndpointLease,
  untilMs: number,
): Promise<EventEndpointRow | null> {
  const [row] = await db
    .update(eventEndpoint)
    .set({ retryAt: untilMs, busyUntil: untilMs })
    .where(isHeld(lease))
    .returning()
  return row ?? null
}

/** Takes a leased endpoint that is slow, unless others of its account are being called; null then, as above. */
export async function takeSlowEndpoint(
  db: Database,
  lease: EndpointLease,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<EventEndpointRow | null> {
  const others = sql`(SELECT count(*) FROM event_endpoint AS other WHERE other.user_id = ${eventEndpoint.userId} AND other.is_slow = 1 AND other.busy_until > ${nowMs} AND other.id <> ${eventEndpoint.id})`
  const [row] = await db
    .update(eventEndpoint)
    .set({ retryAt: untilMs, busyUntil: untilMs })
    .where(and(isHeld(lease), sql`${others} < ${MOST_SLOW_AT_ONCE}`))
    .returning()
  return row ?? null
}

/**
 * Lets go of a held endpoint until something is due, but until `lookAtMs` at most, and until its rest is over; null if it is
 * held no longer.
 */
export async function releaseEndpoint(
  db: Database,
  lease: EndpointLease,
  { restsUntilMs, lookAtMs }: { restsUntilMs: number; lookAtMs: number },
): Promise<Pick<EventEndpointRow, "id" | "isSlow" | "retryAt"> | null> {
  const next = sql`(SELECT max(min(min(retry_at), ${lookAtMs}), ${restsUntilMs}) FROM event_delivery WHERE endpoint_id = ${lease.id} AND retry_at IS NOT NULL)`
  const [row] = await db
    .update(eventEndpoint)
    .set({ retryAt: next, busyUntil: null })
    .where(isHeld(lease))
    .returning({ ...claimed, retryAt: eventEndpoint.retryAt })
  return row ?? null
}

/** Leases an endpoint for a message that comes later, if its turn is still the one that was read. */
export async function claimEndpoint(
  db: Database,
  { id, retryAt }: Pick<EventEndpointRow, "id" | "retryAt">,
  untilMs: number,
): Promise<boolean> {
  const rows = await db
    .update(eventEndpoint)
    .set({ retryAt: untilMs })
    .where(and(eq(eventEndpoint.id, id), sql`${eventEndpoint.retryAt} IS ${retryAt}`))
    .returning({ id: eventEndpoint.id })
  return rows.length === 1
}

/** Notes on a held endpoint that it was silent, so that it waits where nobody else does. */
export async function noteSlow(db: Database, lease: EndpointLease): Promise<void> {
  await db.update(eventEndpoint).set({ isSlow: true }).where(isHeld(lease))
}

/** Switches a held endpoint off, ends what waits for it and tells its account, all or nothing. */
export async function switchOff(
  db: Database,
  lease: EndpointLease,
  { problem, notice }: { problem: string; notice: NewNotification },
): Promise<void> {
  const held = sql`EXISTS (SELECT 1 FROM ${eventEndpoint} WHERE ${isHeld(lease)} AND ${eventEndpoint.isActive} = 1)`
  await namedBatch(db, {
    told: notificationInsert(db, notice, held),
    ended: endWaiting(db, sql`${eventDelivery.endpointId} = ${lease.id} AND ${held}`),
    off: db
      .update(eventEndpoint)
      .set({ isActive: false, problem, updatedAt: notice.createdAtMs })
      .where(isHeld(lease)),
  })
}

/** Returns SQL: nobody has taken the endpoint over. */
export function isHeld({ id, untilMs }: EndpointLease): SQL | undefined {
  return and(eq(eventEndpoint.id, id), eq(eventEndpoint.retryAt, untilMs))
}

function endWaiting(db: Database, which: SQL) {
  return db
    .update(eventDelivery)
    .set({ state: "failed", retryAt: null, message: SWITCHED_OFF })
    .where(and(which, eq(eventDelivery.state, "waiting")))
}

function isOwn(userId: Id, id: Id): SQL | undefined {
  return and(eq(eventEndpoint.id, id), eq(eventEndpoint.userId, userId))
}
