import { unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { Fulfilled, NewShipment } from "../../../contract/orders/shipment.ts"
import { databaseOf } from "../../data/database.ts"
import { restoreOrdersOf, restorePrints } from "../../data/orders/archive-rows.ts"
import {
  type FulfilmentRow,
  fulfilmentReply,
  listFulfilment,
  listOrdersOfPrint,
  markPressed,
  removeShipments,
  storeShipments,
  unmarkPressed,
} from "../../data/orders/fulfilment-rows.ts"
import { takeStepsBack } from "../../data/orders/step-back.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import type { NewUndo } from "../../data/undo/undo-rows.ts"
import type { Env } from "../../env.ts"
import { tellListeners } from "../events/queue-events.ts"
import { queueShipmentsOf } from "./queue-shipments.ts"

type Pressing = { orderIds?: readonly Id[]; printId?: Id; isPressed: boolean }

/** Marks orders as pressed, or takes it back; for a print, those that it has made complete. */
export async function pressOrders(
  env: Env,
  userId: Id,
  { orderIds = [], printId, isPressed }: Pressing,
  nowMs: number,
): Promise<Fulfilled[]> {
  const db = databaseOf(env)
  if (printId && !(await findPrint(db, userId, printId))) throw unknown("print")
  if (printId) await restorePrints(db, userId, [printId])
  const ids = printId ? await listOrdersOfPrint(db, userId, printId) : orderIds
  await restoreOrdersOf(db, userId, ids)
  if (isPressed) await markPressed(db, userId, ids, nowMs)
  else await unmarkPressed(db, userId, ids)
  await tellListeners(env, userId)
  return replies(ids, await listFulfilment(db, userId, ids), (row) =>
    isPressed ? unpressedWords(row) : null,
  )
}

/** Marks orders as shipped, and starts to report that to their marketplaces if it is asked for. */
export async function shipOrders(
  env: Env,
  userId: Id,
  shipments: readonly NewShipment[],
  nowMs: number,
): Promise<Fulfilled[]> {
  const db = databaseOf(env)
  const ids = shipments.map(({ orderId }) => orderId)
  await restoreOrdersOf(db, userId, ids)
  await storeShipments(db, userId, shipments, nowMs)
  const wishOf = new Map(shipments.map((shipment) => [shipment.orderId, shipment]))
  const rows = await listFulfilment(db, userId, ids)
  await queueShipmentsOf(env, userId)
  await tellListeners(env, userId)
  return replies(ids, rows, (row) => unshippedWords(row, wishOf.get(row.id)))
}

/** Takes back that orders are shipped, if no marketplace knows it. */
export async function unshipOrders(env: Env, userId: Id, ids: readonly Id[]): Promise<Fulfilled[]> {
  const db = databaseOf(env)
  await restoreOrdersOf(db, userId, ids)
  await removeShipments(db, userId, ids)
  return replies(ids, await listFulfilment(db, userId, ids), ({ shipment, type }) =>
    shipment === null ? null : `${type} already knows that it is shipped.`,
  )
}

/**
 * Takes back the last step of each order; what its marketplace knows stays. `undo` brings all of it back. Where an earlier
 * run of the call has done so, nothing is taken back further.
 */
export async function takeBackSteps(
  env: Env,
  ids: readonly Id[],
  { undo, wasDone }: { undo: NewUndo; wasDone: boolean },
): Promise<Fulfilled[]> {
  const db = databaseOf(env)
  await restoreOrdersOf(db, undo.userId, ids)
  const changed = new Set(wasDone ? ids : await takeStepsBack(db, undo.userId, ids, undo))
  return replies(ids, await listFulfilment(db, undo.userId, ids), ({ id, shipment, type }) => {
    if (changed.has(id)) return null
    return shipment === null
      ? "It has no step that can be taken back."
      : `${type} already knows that it is shipped.`
  })
}

/** Returns replies in the order asked for; orders that are gone or another's are left out. */
function replies(
  ids: readonly Id[],
  rows: readonly FulfilmentRow[],
  problemOf: (row: FulfilmentRow) => string | null,
): Fulfilled[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    if (!row) return []
    return [{ orderId: id, orderNumber: row.number, ...fulfilmentReply(row), problem: problemOf(row) }]
  })
}

function unpressedWords({ isCancelled, pressedAt }: FulfilmentRow): string | null {
  if (pressedAt !== null) return null
  return isCancelled ? "It was cancelled." : "Not all of it is printed yet."
}

/** Returns why a shipment is not as it was asked for. */
function unshippedWords(
  { isCancelled, shipment, type }: FulfilmentRow,
  requested: NewShipment | undefined,
): string | null {
  if (isCancelled) return "It was cancelled."
  const isSame =
    shipment?.carrier === requested?.carrier && shipment?.trackingNumber === requested?.trackingNumber
  switch (shipment?.state) {
    case "sending":
      return `${type} is being notified right now.`
    case "sent":
      return isSame ? null : `${type} was already notified. Notify it again to change the tracking number.`
    case "unsure":
      return `We do not know whether ${type} was notified. Check there, then notify it again or save it in Sheetsmith only.`
    default:
      return null
  }
}
