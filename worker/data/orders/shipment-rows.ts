import { and, eq, inArray, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
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

/** Lists these orders' shipments that wait to be reported at once, not only once they cannot be undone. */
export async function listNewShipments(db: Database, orderIds: readonly Id[]): Promise<Id[]> {
  const rows = await db
    .select({ id: shipment.id })
    .from(shipment)
    .innerJoin(order, eq(order.id, shipment.orderId))
    .where(
      sql`${shipment.orderId} IN (SELECT value FROM json_each(${JSON.stringify(orderIds)})) AND ${shipment.state} = 'waiting' AND ${shipment.tries} = 0 AND ${order.shippedAt} IS NOT NULL`,
    )
  return rows.map(({ id }) => id)
}
