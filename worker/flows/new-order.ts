import { makeId } from "../../contract/id.ts"
import { matchKeysOf } from "../data/match-key.ts"
import type { NewOrder } from "../data/synced-orders.ts"
import type { MarketOrder } from "../services/market-order.ts"

/**
 * An order of any source as it is stored: with ids, and the keys that its items are matched by.
 * `photos` has the addresses of the listings' photos by their ids.
 */
export function newOrder(sold: MarketOrder, photos: ReadonlyMap<string, string>, nowMs: number): NewOrder {
  const { isOpen, orderedAtMs, shipByMs, updatedAtS, items, vendorOrderId, ...rest } = sold
  return {
    ...rest,
    id: makeId(nowMs),
    vendorOrderId,
    isNew: (isOpen || sold.isCancelled) && items.length > 0,
    vendorUpdatedAt: updatedAtS * 1000,
    orderedAt: orderedAtMs,
    shipBy: shipByMs,
    items: items.map(({ photoId, photoUrl, ...item }) => ({
      ...item,
      ...matchKeysOf(item),
      id: makeId(nowMs),
      vendorOrderId,
      mockupUrl: photoUrl ?? ((photoId !== null && photos.get(photoId)) || null),
    })),
  }
}
