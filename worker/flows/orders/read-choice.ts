import type { Id } from "../../../contract/id.ts"
import type { OrderBatchRequest } from "../../../contract/orders/order-batch.ts"
import { endOfShipDays, type SellersClock } from "../../../contract/orders/ship-by.ts"
import type { Database } from "../../data/database.ts"
import { type FullOrderItem, listItemsOfOrders } from "../../data/orders/order-item-rows.ts"
import { listDueOrders } from "../../data/orders/order-rows.ts"
import { rest } from "../../isolate/rest.ts"
import { type BatchChoice, chooseBatch, emptyBatch } from "./choose-batch.ts"
import { orderSlices } from "./read-listed-orders.ts"

/** The orders of a batch: `undatedAfterDays` after their placing, those without a ship-by date are among them. */
export type ChoiceRequest = Pick<OrderBatchRequest, "shipWithinDays"> & {
  /** The stores; undefined for all. */
  integrationIds?: readonly Id[] | undefined
  undatedAfterDays?: number | null
}

/** Returns the printable items that ship by then, and those left out with the reasons. */
export async function readChoice(
  db: Database,
  user: { id: Id },
  { integrationIds, shipWithinDays, undatedAfterDays = null }: ChoiceRequest,
  clock: SellersClock,
): Promise<BatchChoice<FullOrderItem>> {
  const isDateAsked = shipWithinDays !== undefined
  const beforeMs = isDateAsked ? endOfShipDays(shipWithinDays, clock) : null
  // An order that was placed n days ago has its turn today.
  const undatedBeforeMs = undatedAfterDays === null ? null : endOfShipDays(1 - undatedAfterDays, clock)
  const due = await listDueOrders(db, user.id, { integrationIds, beforeMs, undatedBeforeMs })
  const choice = emptyBatch<FullOrderItem>()
  for (const some of orderSlices(due)) {
    await rest()
    const items = await listItemsOfOrders(
      db,
      some.map(({ id }) => id),
    )
    const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
    chooseBatch(
      choice,
      some.map(({ id, shipBy }) => ({
        isDated: !isDateAsked || shipBy !== null || undatedBeforeMs !== null,
        items: itemsOf.get(id) ?? [],
      })),
    )
    // Later items wait for the next batch, and are not reported.
    if (choice.skipped.some(({ reason }) => reason === "full")) break
  }
  return choice
}
