import { and, eq, inArray, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { UNDO_MS } from "../../../contract/undo.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { order, shipment } from "./tables.ts"

/** The time after which a message is lost, and the sweep sends another. */
export const SHIPMENT_STALLS_MS = 5 * MINUTE_MS
export type ShipmentRow = typeof shipment.$inferSelect
type State = ShipmentRow["state"]
/** A shipment with its order, and the shop that gets the report. */
export type ShipmentToTell = {
  row: ShipmentRow
  vendorOrderId: string
  isCancelled: boolean
  integrationId: Id
}

/** Finds any active user's shipment, for jobs; null if it is gone. */
export async function findShipment(db: Database, id: Id): Promise<ShipmentToTell | null> {
  const [row] = await db
    .select({
      row: shipment,
      vendorOrderId: order.vendorOrderId,
      isCancelled: order.isCancelled,
      integrationId: order.integrationId,
    })
    .from(shipment)
    .innerJoin(order, eq(order.id, shipment.orderId))
    .innerJoin(user, and(eq(user.id, shipment.userId), eq(user.status, "active")))
    .where(eq(shipment.id, id))
  return row ?? null
}

/**
 * Takes a waiting shipment for sending, as it is now; null if it does not wait any more. A caller that
 * took it and did not come back by `untilMs` may have reported it.
 */
export async function takeShipment(
  db: Database,
  id: Id,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<ShipmentRow | null> {
  const [row] = await db
    .update(shipment)
    .set({ state: "sending", retryAt: untilMs, failureMessage: null, updatedAt: nowMs })
    .where(and(eq(shipment.id, id), eq(shipment.state, "waiting")))
    .returning()
  return row ?? null
}

type Move = {
  /** The state that it has to be in: if it has moved on meanwhile, it stays as it is. */
  from: State
  to: State
  message: string | null
  /** The sweep's next turn with it; null: never. */
  retryAt: number | null
  tries: number
  nowMs: number
}

/** Moves a shipment on, and notifies the seller if that is given; false if it had moved already. */
export async function moveShipment(
  db: Database,
  { id, orderId }: Pick<ShipmentRow, "id" | "orderId">,
  { from, to, message, retryAt, tries, nowMs }: Move,
  notice: NewNotification | null = null,
): Promise<boolean> {
  const isThere = and(eq(shipment.id, id), eq(shipment.state, from))
  const { moved } = await namedBatch(db, {
    told: notice && notificationInsert(db, notice, sql`EXISTS (SELECT 1 FROM ${shipment} WHERE ${isThere})`),
    shipped:
      to === "sent"
        ? db
            .update(order)
            .set({ shippedAt: sql`coalesce(${order.shippedAt}, ${nowMs})` })
            .where(sql`${order.id} = ${orderId} AND EXISTS (SELECT 1 FROM ${shipment} WHERE ${isThere})`)
        : null,
    moved: db
      .update(shipment)
      .set({ state: to, failureMessage: message, retryAt, tries, updatedAt: nowMs })
      .where(isThere)
      .returning({ id: shipment.id }),
  })
  return moved.length === 1
}

/** Ends shipments that a marketplace reports as shipped itself: they need no report, and no more tries. */
export function shipmentsKnown(db: Database, integrationId: Id, vendorOrderIds: readonly string[]) {
  const shipped = sql`SELECT ${order.id} FROM ${order} WHERE ${order.integrationId} = ${integrationId} AND ${order.vendorOrderId} IN (SELECT value FROM json_each(${JSON.stringify(vendorOrderIds)}))`
  return db
    .update(shipment)
    .set({ state: "sent", failureMessage: null, retryAt: null })
    .where(and(sql`${shipment.orderId} IN (${shipped})`, inArray(shipment.state, ["failed", "unsure"])))
}

/** The reports of one account that are on their way at once: its silent shops delay its own only. */
const MOST_AT_ONCE = 4

/**
 * Makes due shipments wait for the message that the caller sends, for each account no more than may be on
 * their way, and returns their ids. What nobody came back from is unsure. A lost message makes one due again.
 */
export async function claimDueShipments(
  db: Database,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Id[]> {
  // The condition is written as in the partial index, so that SQLite uses it.
  const due = sql`(SELECT id FROM (
      SELECT shipment.id, retry_at, row_number() OVER (PARTITION BY user_id ORDER BY retry_at) AS place
      FROM shipment WHERE retry_at IS NOT NULL AND retry_at <= ${nowMs} AND (SELECT ${user.status} FROM ${user} WHERE ${user.id} = user_id) = 'active'
    ) WHERE place <= ${MOST_AT_ONCE} ORDER BY retry_at LIMIT ${limit})`
  const isSending = sql`${shipment.state} = 'sending'`
  const rows = await db
    .update(shipment)
    .set({
      state: sql`iif(${isSending}, 'unsure', ${shipment.state})`,
      // A message that is sent again is no step: health counts since when nothing has happened.
      updatedAt: sql`iif(${isSending}, ${nowMs}, ${shipment.updatedAt})`,
      retryAt: nowMs + SHIPMENT_STALLS_MS,
    })
    .where(sql`${shipment.id} IN ${due}`)
    .returning({ id: shipment.id })
  return rows.map(({ id }) => id)
}

/**
 * Does the same for one account's shipments that wait for a try, the longest due first, while others of it are
 * on their way or have failed a moment ago. Those whose ten minutes for an undo run are no such ones.
 */
export async function claimShipmentsOf(db: Database, userId: Id, nowMs: number): Promise<Id[]> {
  const againMs = nowMs + SHIPMENT_STALLS_MS
  // The plus keeps SQLite off the index by state, which holds all that wait: each report that ends would read them.
  const free = sql`max(0, ${MOST_AT_ONCE} - (SELECT count(*) FROM shipment AS other WHERE other.user_id = ${userId} AND +other.state IN ('waiting', 'sending')
    AND other.retry_at > ${nowMs} AND other.retry_at <= ${againMs} AND other.retry_at <> other.updated_at + ${UNDO_MS}))`
  const due = sql`(SELECT next.id FROM shipment AS next WHERE next.user_id = ${userId} AND +next.state = 'waiting'
    AND next.retry_at IS NOT NULL AND next.retry_at <= ${nowMs} ORDER BY next.retry_at, next.id LIMIT ${free})`
  const rows = await db
    .update(shipment)
    .set({ retryAt: againMs })
    .where(sql`${shipment.id} IN ${due}`)
    .returning({ id: shipment.id })
  return rows.map(({ id }) => id)
}
