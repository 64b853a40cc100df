import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import { MAX_BULK_IDS, MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { Fulfilled, NewShipment } from "../../../contract/orders/shipment.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Marks orders as pressed, or undoes that. */
export async function pressOrders(orderIds: readonly string[], isPressed: boolean): Promise<Fulfilled[]> {
  return inParts(orderIds, (part) => apiData(orders.pressed, { body: { orderIds: part, isPressed } }))
}

/** Marks all orders as pressed that a print has made complete. */
export async function pressPrint(printId: string): Promise<Fulfilled[]> {
  const outcomes = await apiData(orders.pressed, { body: { printId } })
  await refresh("orders", "prints")
  return outcomes
}

/** Loads the orders of a print; a page with many items ends early, and others follow it. */
export function ordersOfPrintOptions(printId: string) {
  return queryOptions({
    queryKey: ["orders", "of-print", printId],
    queryFn: async () => {
      const read: Order[] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { data, pagination } = await api(orders.list, {
          query: { printId, page, limit: MAX_PAGE_SIZE },
        })
        read.push(...data)
        pages = pagination.totalPages
      }
      return read
    },
  })
}

/** Marks orders as shipped, and notifies their marketplaces where asked. */
export async function shipOrders(
  shipments: readonly (Partial<NewShipment> & { orderId: string })[],
): Promise<Fulfilled[]> {
  return inParts(shipments, (part) => apiData(orders.ship, { body: { shipments: part } }))
}

/** Undoes that orders are shipped, where no marketplace knows of it. */
export async function unshipOrders(orderIds: readonly string[]): Promise<Fulfilled[]> {
  return inParts(orderIds, (part) => apiData(orders.unship, { body: { orderIds: part } }))
}

/** Takes back the last step of each order; `undoIds` bring all of it back, one for each call. */
export async function takeBackSteps(
  orderIds: readonly string[],
): Promise<{ outcomes: Fulfilled[]; undoIds: (string | null)[] }> {
  const undoIds: (string | null)[] = []
  const outcomes = await inParts(orderIds, async (part) => {
    const { orders: done, undoId } = await apiData(orders.stepBack, { body: { orderIds: part } })
    undoIds.push(undoId)
    return done
  })
  return { outcomes, undoIds }
}

async function inParts<T>(
  all: readonly T[],
  send: (part: T[]) => Promise<Fulfilled[]>,
): Promise<Fulfilled[]> {
  const outcomes: Fulfilled[] = []
  try {
    for (let start = 0; start < all.length; start += MAX_BULK_IDS)
      outcomes.push(...(await send(all.slice(start, start + MAX_BULK_IDS))))
  } finally {
    await refresh("orders", "prints")
  }
  return outcomes
}
