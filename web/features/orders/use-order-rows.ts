import { useMemo, useState } from "react"
import type { Order, OrderListQuery } from "../../../contract/orders/order.ts"
import { type RowSelection, useRowSelection } from "../../lib/use-row-selection.ts"
import { scopeOf } from "../../lib/use-table-params.ts"
import { listAllOrders } from "./order-calls.ts"
import type { Picked } from "./order-rules.ts"

const noIds: readonly string[] = []

export type OrderSelection = Picked & {
  /** Whole orders, of every page; selected items are deselected. */
  orders: RowSelection<Order>
  /** Toggles one item; selected orders are deselected. */
  toggleItem(id: string, isPicked: boolean): void
  clear(): void
}

/** Selects orders, or single items of this page. New data clears the items. */
export function useOrderSelection(
  page: readonly Order[] | undefined,
  query: OrderListQuery,
  total: number | undefined,
): OrderSelection {
  const [itemIds, setItemIds] = useState(noIds)
  const [seen, setSeen] = useState(page)
  if (seen !== page) {
    setSeen(page)
    if (itemIds.length > 0) setItemIds(noIds)
  }
  const orders = useRowSelection(page, {
    list: "orders",
    scope: scopeOf(query),
    total,
    listAll: () => listAllOrders(query),
  })
  const letItemsGo = () => setItemIds(noIds)
  return {
    orders: {
      ...orders,
      pick(...picked) {
        letItemsGo()
        orders.pick(...picked)
      },
      pickPage(isPicked) {
        letItemsGo()
        orders.pickPage(isPicked)
      },
    },
    orderIds: orders.ids,
    itemIds,
    toggleItem(id, isPicked) {
      orders.clear()
      setItemIds((ids) => (isPicked ? [...ids, id] : ids.filter((other) => other !== id)))
    },
    clear() {
      orders.clear()
      letItemsGo()
    },
  }
}

export type RowOpening = {
  isOpen: (orderId: string) => boolean
  onToggle: (orderId: string) => void
  isAllOpen: boolean
  setAllOpen: (isAllOpen: boolean) => void
}

/** Keeps which rows show their items. Opening all also applies to the following pages. */
export function useRowOpening(orders: readonly Order[] | undefined): RowOpening {
  const [isOpenByDefault, setOpenByDefault] = useState(false)
  /** Rows that differ from the default. */
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
