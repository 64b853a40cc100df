import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import { type OrderStepFilter, openSteps } from "../../../contract/orders/order-step.ts"
import type { Fulfilled, FulfilmentFilter, NewShipment } from "../../../contract/orders/shipment.ts"
import { UNDO_MS } from "../../../contract/undo.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem } from "../prints/tables.ts"
import { orderNumber } from "./order-number.ts"
import type { ShipmentRow } from "./shipment-rows.ts"
import { order, orderItem, shipment } from "./tables.ts"

/** An order after printing. */
export type FulfilmentRow = Pick<
  typeof order.$inferSelect,
  "id" | "status" | "isCancelled" | "pressedAt" | "shippedAt"
> & { number: string; type: typeof integration.$inferSelect.type; shipment: ShipmentRow | null }

/** Lists these orders of a seller, in no order; those that are gone are left out. */
export async function listFulfilment(db: Database, userId: Id, ids: readonly Id[]): Promise<FulfilmentRow[]> {
  return db
    .select({
      id: order.id,
      number: orderNumber,
      status: order.status,
      isCancelled: order.isCancelled,
      pressedAt: order.pressedAt,
      shippedAt: order.shippedAt,
      type: integration.type,
      shipment,
    })
    .from(order)
    .innerJoin(integration, eq(integration.id, order.integrationId))
    .leftJoin(shipment, eq(shipment.orderId, order.id))
    .where(isOwn(userId, ids))
}

/** Lists the orders of a print's items. */
export async function listOrdersOfPrint(db: Database, userId: Id, printId: Id): Promise<Id[]> {
  const rows = await db
    .selectDistinct({ id: orderItem.orderId })
    .from(printItem)
    .innerJoin(orderItem, and(eq(orderItem.id, printItem.orderItemId), eq(orderItem.userId, userId)))
    .where(eq(printItem.printId, printId))
  return rows.map(({ id }) => id)
}

/**
 * Marks those of these orders as pressed that are printed whole and not cancelled. If the shop's rule
 * says so, the marketplace gets a report once this can no longer be undone. A repeat changes nothing.
 */
export async function markPressed(
  db: Database,
  userId: Id,
  ids: readonly Id[],
  nowMs: number,
): Promise<void> {
  const newRows = JSON.stringify(ids.map((id) => ({ id: makeId(nowMs), orderId: id })))
  await namedBatch(db, {
    told: insertFrom(
      db,
      shipment,
      {
        ...{ id: member("id"), userId, orderId: sql`${order.id}`, carrier: "", trackingNumber: "" },
        ...{ state: "waiting", retryAt: nowMs + UNDO_MS, createdAt: nowMs, updatedAt: nowMs },
      },
      sql`FROM json_each(${newRows}) CROSS JOIN ${order} ON ${order.id} = ${member("orderId")}
        JOIN ${integration} ON ${integration.id} = ${order.integrationId}
        WHERE ${order.userId} = ${userId} AND ${isPressable} AND ${order.pressedAt} IS NULL AND ${order.shippedAt} IS NULL
          AND ${integration.shipsPressed} = 1 AND ${integration.type} <> 'File'`,
    ).onConflictDoNothing(),
    pressed: db
      .update(order)
      .set({ pressedAt: nowMs })
      .where(and(isOwn(userId, ids), isPressable, isNull(order.pressedAt))),
  })
}

/** Takes it back, and the reports that the shop's rule has not sent yet. */
export async function unmarkPressed(db: Database, userId: Id, ids: readonly Id[]): Promise<void> {
  const own = sql`SELECT ${order.id} FROM ${order} WHERE ${isOwn(userId, ids)} AND ${order.shippedAt} IS NULL`
  await namedBatch(db, {
    untold: db
      .delete(shipment)
      .where(and(eq(shipment.state, "waiting"), sql`${shipment.orderId} IN (${own})`)),
    unpressed: db.update(order).set({ pressedAt: null }).where(isOwn(userId, ids)),
  })
}

const isPressable = and(eq(order.status, "Completed"), eq(order.isCancelled, false))

/**
 * Marks orders as shipped, all or nothing, and makes reports to a marketplace due, for the caller to queue
 * the first. A marketplace gets a second report only if it is asked for. The same again changes
 * nothing.
 */
export async function storeShipments(
  db: Database,
  userId: Id,
  shipments: readonly NewShipment[],
  nowMs: number,
): Promise<void> {
  const rows = shipments.map((parcel) => ({ id: makeId(nowMs), ...parcel }))
  const ids = shipments.map(({ orderId }) => orderId)
  const isTold = sql`(${member("tellMarketplace")} AND ${integration.type} <> 'File')`
  await namedBatch(db, {
    shipments: jsonParts(rows).map((part) =>
      insertFrom(
        db,
        shipment,
        {
          ...{ id: member("id"), userId, orderId: sql`${order.id}` },
          ...{ carrier: member("carrier"), trackingNumber: member("trackingNumber") },
          state: sql`CASE WHEN ${isTold} THEN 'waiting' ELSE 'noted' END`,
          isAgain: member("isAgain"),
          retryAt: sql`CASE WHEN ${isTold} THEN ${nowMs} END`,
          ...{ createdAt: nowMs, updatedAt: nowMs },
        },
        sql`FROM json_each(${part}) CROSS JOIN ${order} ON ${order.id} = ${member("orderId")}
          JOIN ${integration} ON ${integration.id} = ${order.integrationId}
          WHERE ${order.userId} = ${userId} AND ${order.isCancelled} = 0`,
      ).onConflictDoUpdate({
        target: shipment.orderId,
        set: {
          carrier: sql`excluded.carrier`,
          trackingNumber: sql`excluded.tracking_number`,
          state: sql`excluded.state`,
          isAgain: sql`excluded.is_again`,
          failureMessage: null,
          tries: 0,
          retryAt: sql`excluded.retry_at`,
          updatedAt: nowMs,
        },
        setWhere: sql`${shipment.state} IN ('noted', 'waiting', 'failed')
          OR (${shipment.state} = 'unsure' AND (excluded.is_again = 1 OR excluded.state = 'noted'))
          OR (${shipment.state} = 'sent' AND excluded.is_again = 1)`,
      }),
    ),
    shipped: db
      .update(order)
      .set({ shippedAt: nowMs })
      .where(and(isOwn(userId, ids), eq(order.isCancelled, false), isNull(order.shippedAt))),
  })
}

/** Takes back that orders are shipped, unless their marketplace has a report or is getting it. */
export async function removeShipments(db: Database, userId: Id, ids: readonly Id[]): Promise<void> {
  const isTold = sql`EXISTS (SELECT 1 FROM ${shipment} WHERE ${shipment.orderId} = ${order.id} AND ${inArray(shipment.state, ["sending", "sent", "unsure"])})`
  const open = sql`SELECT ${order.id} FROM ${order} WHERE ${isOwn(userId, ids)} AND NOT ${isTold}`
  await namedBatch(db, {
    unshipped: db.update(order).set({ shippedAt: null }).where(sql`${order.id} IN (${open})`),
    removed: db.delete(shipment).where(sql`${shipment.orderId} IN (${open})`),
  })
}

export function isAtStep(filter: OrderStepFilter): SQL {
  return filter === "open" ? inArray(order.step, [...openSteps]) : eq(order.step, filter)
}

/** Returns SQL for the orders that this filter lists; cancelled ones are in none. */
export function isFulfilment(filter: FulfilmentFilter, userId: Id, nowMs: number): SQL | undefined {
  switch (filter) {
    case "to-press":
      // Without the plus all orders of that time were read, most of which have left.
      return sql`${isAtStep("on-film")} AND +${order.orderedAt} >= ${nowMs - MAX_TO_PRESS_DAYS * DAY_MS}`
    case "to-ship":
      return isAtStep("pressed")
    case "not-told":
      return sql`${order.id} IN (SELECT ${shipment.orderId} FROM ${shipment} WHERE ${shipment.userId} = ${userId} AND ${inArray(shipment.state, ["failed", "unsure"])})`
  }
}

/** Returns the part of a reply about an order after its print. */
export function fulfilmentReply({
  pressedAt,
  shippedAt,
  shipment: sent,
}: Pick<FulfilmentRow, "pressedAt" | "shippedAt" | "shipment">): Pick<
  Fulfilled,
  "pressedAt" | "shippedAt" | "shipment"
> {
  return {
    pressedAt: pressedAt === null ? null : new Date(pressedAt).toISOString(),
    shippedAt: shippedAt === null ? null : new Date(shippedAt).toISOString(),
    shipment: sent && {
      carrier: sent.carrier,
      trackingNumber: sent.trackingNumber,
      state: sent.state,
      message: sent.failureMessage,
    },
  }
}

/** Returns SQL for those of these orders that are the seller's. Without the plus, all orders of the account were read. */
export function isOwn(userId: Id, ids: readonly Id[]): SQL {
  return sql`+${order.userId} = ${userId} AND ${order.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
