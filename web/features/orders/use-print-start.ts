import { useNavigate } from "@tanstack/react-router"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { startReview } from "../prints/review-draft.ts"
import { isInPrint, isToFilm, type Picked, reviewItemOf } from "./order-rules.ts"

/** The value of `addPrintAgain` for the items that are still to be put on film, not all selected. */
const TO_FILM = "to-film"

/** Starts the review of the selected items; those that are already in a print need an answer first. */
export function usePrintStart(orders: readonly Order[], items: readonly OrderItem[], { orderIds }: Picked) {
  const { user } = useAuth()
  const navigate = useNavigate()
  const again = useModalParam("addPrintAgain")
  const toFilm = items.filter(isToFilm(orders))
  const askedItems = again.value === TO_FILM ? toFilm : items

  /** Passes the items to the review. */
  function print(chosen: readonly OrderItem[]) {
    if (chosen.length > MAX_PRINT_ITEMS)
      return toastError(`A print holds at most ${MAX_PRINT_ITEMS} items. Select fewer.`)
    const orderOf = new Map(orders.map((order) => [order._id, order]))
    const reviewed = chosen.flatMap((item) => {
      const order = orderOf.get(item.orderId)
      return order ? [reviewItemOf(order, item)] : []
    })
    startReview(user._id, reviewed)
    void navigate({ to: "/prints/review-print" })
  }

  return {
    /** The question before items are printed again; null if there is none. */
    again:
      again.isOpen && items.length > 0 ? { items: askedItems, onClose: again.close, onChosen: print } : null,
    createPrint() {
      const cancelled = orders.filter((order) => order.isCancelled && orderIds.includes(order._id))
      if (items.length === 0) return toastError("Cancelled orders are not printed. Select others.")
      if (cancelled.length > 0)
        toastSuccess(
          `${plural(cancelled.length, "cancelled order")} left out: cancelled orders are not printed.`,
        )
      if (items.some(isInPrint)) again.open()
      else print(items)
    },
    putOnFilm() {
      if (toFilm.some(isInPrint)) again.open(TO_FILM)
      else print(toFilm)
    },
  }
}
