import { errorText } from "../../log.ts"
import { MarketError } from "../marketplaces/market-error.ts"
import type { MarketOrder } from "../marketplaces/market-order.ts"
import type { MarketPlace, OrderPage, OrderSource } from "../marketplaces/marketplace.ts"
import { fetchListingPhotos, fetchReceipts, RECEIPTS_PER_PAGE } from "./etsy.ts"
import { readReceipt } from "./etsy-receipt.ts"

export const etsyOrders: OrderSource = {
  async readOrders(settings, { accessToken, shopId, patienceMs }, place) {
    const { sinceS, offset } = place
    const { body, waitS } = await fetchReceipts(settings, accessToken, { shopId, sinceS, offset, patienceMs })
    return { ...pageOf(place, body), waitS }
  },
  findPhotos: fetchListingPhotos,
}

function pageOf(
  from: MarketPlace,
  body: { count: number; results: readonly unknown[] },
): Omit<OrderPage, "waitS"> {
  const orders: MarketOrder[] = []
  const unreadable: string[] = []
  for (const receipt of body.results) {
    try {
      orders.push(readReceipt(receipt))
    } catch (error) {
      unreadable.push(errorText(error))
    }
  }
  const isLast = isLastPage(from, body)
  const received = body.results.length
  return {
    orders,
    unreadable,
    isLast,
    next: isLast ? lastPlace(from, orders) : nextPlace(from, orders, received),
    count: body.count,
    left: Math.max(0, body.count - from.offset - received),
  }
}

/**
 * Returns the place of the next page. Receipts are sorted by their last change, so the next page starts
 * at the last one's time. Unlike an offset, this skips none when others change meanwhile. If the time
 * does not advance (a page of one second, or not sorted as asked), the offset moves instead.
 */
function nextPlace(from: MarketPlace, readable: readonly MarketOrder[], received: number): MarketPlace {
  const times = readable.map(({ updatedAtS }) => updatedAtS)
  const lastS = times.at(-1) ?? 0
  const isInOrder = times.every((time, place) => place === 0 || time >= times[place - 1])
  if (isInOrder && lastS > from.sinceS) return { sinceS: lastS, offset: 0, text: null }
  // With an offset, these receipts would be skipped.
  if (times.some((time) => time < from.sinceS))
    throw new MarketError("Etsy", "unavailable", "receipts from before the time asked for")
  return { sinceS: from.sinceS, offset: from.offset + received, text: null }
}

/** Returns true for the last page. A page may be short although more follow; a full one is never the last. */
function isLastPage(
  from: MarketPlace,
  { count, results }: { count: number; results: readonly unknown[] },
): boolean {
  if (results.length === 0) return true
  return results.length < RECEIPTS_PER_PAGE && from.offset + results.length >= count
}

/** Returns the place after the last page: everything up to its latest time has been read. */
function lastPlace(from: MarketPlace, readable: readonly MarketOrder[]): MarketPlace {
  const latestS = readable.reduce((latest, { updatedAtS }) => Math.max(latest, updatedAtS), from.sinceS)
  return { sinceS: latestS, offset: from.offset, text: null }
}
