import { makeId } from "../../../contract/id.ts"
import type { LengthUnit } from "../../../contract/length.ts"
import type { Pause } from "../../../contract/table/table.ts"
import { matchKeysOf } from "../../data/artwork/match-key.ts"
import type { NewOrder } from "../../data/integrations/synced-orders.ts"
import type { MarketItem, MarketOrder } from "../../services/marketplaces/market-order.ts"

/** The cost of an item's ids and keys besides its letters, in letters. */
const ITEM_COST = 500

/** The facts about the seller that reading needs: the photos of listings by their ids, and the unit of bare numbers. */
type Seller = { photos: ReadonlyMap<string, string>; lengthUnit: LengthUnit }

/** Returns the orders as they are stored; `pause` gets the letters of each. */
export async function newOrders(
  sold: readonly MarketOrder[],
  { photos, lengthUnit, nowMs, pause }: Seller & { nowMs: number; pause: Pause },
): Promise<NewOrder[]> {
  const orders: NewOrder[] = []
  for (const order of sold) {
    await pause(order.items.reduce((sum, item) => sum + ITEM_COST + lettersOf(item), ITEM_COST))
    orders.push(newOrder(order, { photos, lengthUnit }, nowMs))
  }
  return orders
}

function lettersOf({ sku, size, variation, title }: MarketItem): number {
  return sku.length + size.length + variation.length + title.length
}

/**
 * Returns an order of any source as it is stored: with ids, and the keys that its items are matched by.
 * `photos` has the addresses of the listings' photos by their ids. An order without items is cancelled,
 * whatever its state.
 */
function newOrder(sold: MarketOrder, { photos, lengthUnit }: Seller, nowMs: number): NewOrder {
  const { isOpen, orderedAtMs, shipByMs, shippedAtMs, updatedAtS, items, vendorOrderId, ...rest } = sold
  const vendorUpdatedAt = updatedAtS * 1000
  const isCancelled = sold.isCancelled || (items.length > 0 && items.every((item) => item.isCancelled))
  return {
    ...rest,
    isCancelled,
    id: makeId(nowMs),
    vendorOrderId,
    isNew: (isOpen || isCancelled) && items.length > 0,
    vendorUpdatedAt,
    orderedAt: orderedAtMs,
    shipBy: shipByMs,
    shippedAt: shippedAtMs,
    items: items.map(({ photoId, photoUrl, ...item }) => ({
      ...item,
      ...matchKeysOf(item, lengthUnit),
      quantity: Math.max(1, item.quantity),
      id: makeId(nowMs),
      vendorOrderId,
      vendorUpdatedAt,
      mockupUrl: photoUrl ?? ((photoId !== null && photos.get(photoId)) || null),
    })),
  }
}
