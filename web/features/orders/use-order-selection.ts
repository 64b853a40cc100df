import { useState } from "react"
import type { Order } from "../../../contract/order.ts"
import type { Picked } from "./order-rules.ts"

const nothing: Picked = { orderIds: [], itemIds: [] }

export type OrderSelection = Picked & {
  /** Whole orders; picked items are let go. */
  setOrders(ids: string[]): void
  /** One item; picked orders are let go. */
  toggleItem(id: string, isPicked: boolean): void
  clear(): void
}

/** Orders or single items of the page. New data clears both, so that nothing unseen is ever acted on. */
export function useOrderSelection(orders: readonly Order[] | undefined): OrderSelection {
  const [picked, setPicked] = useState<Picked>(nothing)
  const [seen, setSeen] = useState(orders)
  if (seen !== orders) {
    setSeen(orders)
    if (picked !== nothing) setPicked(nothing)
  }
  return {
    ...picked,
    setOrders: (orderIds) => setPicked({ orderIds, itemIds: [] }),
    toggleItem: (id, isPicked) =>
      setPicked(({ itemIds }) => ({
        orderIds: [],
        itemIds: isPicked ? [...itemIds, id] : itemIds.filter((other) => other !== id),
      })),
    clear: () => setPicked(nothing),
  }
}
