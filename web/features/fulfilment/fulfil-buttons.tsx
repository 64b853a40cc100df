import { useMutation } from "@tanstack/react-query"
import { Stamp, Truck } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { pressOrders, pressPrint } from "./fulfil-calls.ts"
import { doneWords } from "./fulfil-words.ts"

type FulfilButtonsProps = {
  orderIds: readonly string[]
  /** Asks for carriers and numbers. */
  onShip: () => void
}

/** For several orders: pressed, at once and with a way back; shipped, after a question. */
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

type PressPrintProps = { printId: string; className?: string }

/** For a completed print: all orders that it has made complete. */
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

/** For one order, of which the last copy has just been ticked off. */
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
    onSuccess: (said) => {
      const words = doneWords(said, "marked as pressed")
      const pressed = said.filter(({ problem }) => problem === null).map(({ orderId }) => orderId)
      if (pressed.length === 0) toastSuccess(words)
      else toastUndo(words, () => pressOrders(pressed, false))
    },
  })
}
