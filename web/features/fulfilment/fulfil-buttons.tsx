import { useMutation } from "@tanstack/react-query"
import { Stamp, Truck, Undo2 } from "lucide-react"
import type { Order } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { pressOrders, pressPrint, unshipOrders } from "./fulfil-calls.ts"
import { doneWords, stepToTakeBack } from "./fulfil-words.ts"

type FulfilButtonsProps = {
  orderIds: readonly string[]
  /** Opens the form for carriers and numbers. */
  onShip: () => void
}

/** Marks several orders as pressed at once, with undo, or as shipped after a question. */
export function FulfilButtons({ orderIds, onShip }: FulfilButtonsProps) {
  const press = usePress()
  return (
    <>
      <Button
        variant="ghost"
        icon={<Stamp />}
        isLoading={press.isPending}
        onClick={() => press.mutate(() => pressOrders(orderIds, true))}
      >
        Mark as pressed
      </Button>
      <Button variant="ghost" icon={<Truck />} onClick={onShip}>
        Mark as shipped
      </Button>
    </>
  )
}

/**
 * Undoes an order's last step after printing: shipped, else pressed, with the effect beside the button. It
 * draws nothing if there is no step to undo, or the marketplace knows that the order is shipped.
 */
export function TakeBackButton({ order }: { order: Order }) {
  const step = stepToTakeBack(order)
  const takeBack = useMutation({
    mutationFn: () => (step === "shipped" ? unshipOrders([order._id]) : pressOrders([order._id], false)),
    onSuccess: (outcomes) => toastSuccess(doneWords(outcomes, `no longer marked as ${step}`)),
  })
  if (step === null) return null
  const words = step === "shipped" ? "Undo shipped" : "Undo pressed"
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Button
        size="sm"
        icon={<Undo2 />}
        aria-label={`${words}: order ${order.orderNumber}`}
        isLoading={takeBack.isPending}
        onClick={() => takeBack.mutate()}
      >
        {words}
      </Button>
      <span className="text-sm text-ink-2">
        {step === "shipped"
          ? "Removes the ship date, carrier and tracking number. If the store has not been notified yet, it will not be."
          : "The order goes back to “To press”. A shipping notice that has not been sent yet is cancelled."}
      </span>
    </div>
  )
}

type PressPrintProps = { printId: string; className?: string }

/** Marks all orders as pressed that a completed print has made complete. */
export function PressPrintButton({ printId, className }: PressPrintProps) {
  const press = usePress()
  return (
    <Button
      icon={<Stamp />}
      className={className}
      isLoading={press.isPending}
      onClick={() => press.mutate(() => pressPrint(printId))}
    >
      Mark orders as pressed
    </Button>
  )
}

type PressOrderProps = { orderId: string; orderNumber: string }

/** Marks one order as pressed, whose last copy has just been ticked off. */
export function PressOrderButton({ orderId, orderNumber }: PressOrderProps) {
  const press = usePress()
  return (
    <Button
      size="sm"
      icon={<Stamp />}
      aria-label={`Mark order ${orderNumber} as pressed`}
      isLoading={press.isPending}
      onClick={() => press.mutate(() => pressOrders([orderId], true))}
    >
      Mark as pressed
    </Button>
  )
}

function usePress() {
  return useMutation({
    mutationFn: (press: () => ReturnType<typeof pressOrders>) => press(),
    onSuccess: (outcomes) => {
      const words = doneWords(outcomes, "marked as pressed")
      const pressed = outcomes.filter(({ problem }) => problem === null).map(({ orderId }) => orderId)
      if (pressed.length === 0) toastSuccess(words)
      else toastUndo(words, () => pressOrders(pressed, false))
    },
  })
}
