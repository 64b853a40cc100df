import { useMemo, useState } from "react"
import type { Order } from "../../../contract/order.ts"

export type OrderOpening = {
  isOpen: (orderId: string) => boolean
  onToggle: (orderId: string) => void
  isAllOpen: boolean
  setAllOpen: (isAllOpen: boolean) => void
}

/** Which rows show their items. Opening all holds for the pages that follow, too. */
export function useRowOpening(orders: readonly Order[] | undefined): OrderOpening {
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
