import { useMemo, useState } from "react"
import type { Order } from "../../../contract/order.ts"
import type { Picked } from "./order-rules.ts"

const nothing: Picked = { orderIds: [], itemIds: [] }

type OrderSelection = Picked & {
  /** Whole orders; picked items are let go. */
  setOrders(ids: string[]): void
  /** One item; picked orders are let go. */
  toggleItem(id: string, isPicked: boolean): void
  clear(): void
}

/** Selects orders or single items. New data clears both, so that nothing unseen is acted on. */
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

export type RowOpening = {
  isOpen: (orderId: string) => boolean
  onToggle: (orderId: string) => void
  isAllOpen: boolean
  setAllOpen: (isAllOpen: boolean) => void
}

/** Which rows show their items. Opening all holds for the pages that follow, too. */
export function useRowOpening(orders: readonly Order[] | undefined): RowOpening {
  const [isOpenByDefault, setOpenByDefault] = useState(false)
  /** Rows that are otherwise than the default. */
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const isOpen = (id: string) => others.has(id) !== isOpenByDefault
    return {
      isOpen,
      onToggle: (id) =>
        setOthers((before) => {
          const next = new Set(before)
          if (!next.delete(id)) next.add(id)
          return next
        }),
      isAllOpen: orders !== undefined && orders.length > 0 && orders.every(({ _id }) => isOpen(_id)),
      setAllOpen: (isAllOpen) => {
        setOpenByDefault(isAllOpen)
        setOthers(new Set())
      },
    }
  }, [orders, isOpenByDefault, others])
}
