import { useMutation } from "@tanstack/react-query"
import { ScrollText, Stamp, Truck, Undo2 } from "lucide-react"
import type { ReactNode } from "react"
import type { Order } from "../../../contract/orders/order.ts"
import type { OrderStep } from "../../../contract/orders/order-step.ts"
import { earliestStep, stepWords } from "../../../contract/orders/step-words.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatCount } from "../../lib/format.ts"
import { toastError, toastUndo } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { pressOrders, pressPrint, takeBackSteps } from "./fulfil-calls.ts"
import { doneWords, isTold, stepDone, stepToTakeBack } from "./fulfil-words.ts"

type StepButtonsProps = {
  /** The selected orders. */
  orders: readonly Order[]
  /** Puts those on film that are still to do. */
  onFilm: () => void
  /** Opens the form for carriers and numbers; for all, or for those at this step alone. */
  onShip: (step?: OrderStep) => void
  /** Called once orders are at another step. */
  onDone: () => void
  /** Other buttons, after the next step's. */
  children: ReactNode
}

/**
 * Offers the next step of several orders first; if they are at different steps, it is that of the earliest,
 * and for those at it alone. What has been done further on is offered after it, for all.
 */
export function StepButtons({ orders, onFilm, onShip, onDone, children }: StepButtonsProps) {
  const press = usePress(onDone)
  const earliest = earliestStep(orders.map(({ step }) => step))
  const next = orders.filter(({ step }) => step === earliest)
  const count = next.length < orders.length && (
    <span className="font-[450] opacity-85">
      {formatCount(next.length)} of {formatCount(orders.length)}
    </span>
  )
  const pressAll = (some: readonly Order[]) =>
    press.mutate(() =>
      pressOrders(
        some.map(({ _id }) => _id),
        true,
      ),
    )
  return (
    <>
      {earliest === "to-do" && (
        <Button
          variant="primary"
          icon={<ScrollText />}
          className="coarse:ml-2"
          {...asCommand("put-on-film")}
          onClick={onFilm}
        >
          Put on film {count}
        </Button>
      )}
      {earliest === "on-film" && (
        <Button
          variant="primary"
          icon={<Stamp />}
          className="coarse:ml-2"
          isLoading={press.isPending}
          {...asCommand("mark-as-pressed")}
          onClick={() => pressAll(next)}
        >
          Mark as pressed {count}
        </Button>
      )}
      {earliest === "pressed" && (
        <Button
          variant="primary"
          icon={<Truck />}
          className="coarse:ml-2"
          {...asCommand("mark-as-shipped")}
          onClick={() => onShip("pressed")}
        >
          Mark as shipped {count}
        </Button>
      )}
      {children}
      {earliest === "to-do" && orders.some(({ step }) => step === "on-film") && (
        <Button
          variant="ghost"
          icon={<Stamp />}
          isLoading={press.isPending}
          {...asCommand("mark-as-pressed")}
          onClick={() => pressAll(orders)}
        >
          Mark as pressed
        </Button>
      )}
      {earliest !== "pressed" && (
        <Button variant="ghost" icon={<Truck />} {...asCommand("mark-as-shipped")} onClick={() => onShip()}>
          Mark as shipped
        </Button>
      )}
    </>
  )
}

/**
 * Undoes an order's last step, with the effect beside the button. If the order's marketplace knows it as
 * shipped, it says that this stays; it draws nothing if there is no step to undo.
 */
export function TakeBackButton({ order }: { order: Order }) {
  const step = stepToTakeBack(order)
  const takeBack = useTakeBack()
  if (step === null && !isTold(order)) return null
  const { words, effect } = takeBackWords[step ?? "told"]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      {step !== null && (
        <Button
          size="sm"
          icon={<Undo2 />}
          aria-label={`${words}: order ${order.orderNumber}`}
          isLoading={takeBack.isPending}
          onClick={() => takeBack.mutate([order])}
        >
          {words}
        </Button>
      )}
      <span className="text-sm text-ink-2">
        {step === null ? `${order.integrationId.type} ${effect}` : effect}
      </span>
    </div>
  )
}

/** Takes back the last step of each selected order that has one; draws nothing if none has. */
export function TakeBackSteps({ orders, onDone }: { orders: readonly Order[]; onDone: () => void }) {
  const takeBack = useTakeBack(onDone)
  const steps = new Set(orders.map(stepToTakeBack).filter((step) => step !== null))
  if (steps.size === 0) return null
  const [only] = steps
  return (
    <Button
      variant="ghost"
      icon={<Undo2 />}
      isLoading={takeBack.isPending}
      {...asCommand("take-back-step")}
      onClick={() => takeBack.mutate(orders)}
    >
      {steps.size === 1 ? takeBackWords[only].words : "Undo last step"}
    </Button>
  )
}

function useTakeBack(onDone?: () => void) {
  return useMutation({
    mutationFn: async (some: readonly Order[]) => ({
      some,
      ...(await takeBackSteps(some.map(({ _id }) => _id))),
    }),
    onSuccess: ({ some, outcomes, undoIds }) => {
      const steps = new Set(some.map(stepToTakeBack).filter((step) => step !== null))
      const [only] = steps
      const { good, bad } = doneWords(
        outcomes,
        stepDone[steps.size === 1 ? (`${only}Back` as const) : "anyBack"],
      )
      if (bad !== "") toastError(bad)
      if (good === "") return
      toastDeleted(good, ...undoIds)
      onDone?.()
    },
  })
}

/** The button for each step, and what it does; without a button, why there is none. */
const takeBackWords = {
  film: {
    words: "Take off film",
    effect: "Removes its items from the draft. The order goes back to “Pending”.",
  },
  pressed: {
    words: "Undo pressed",
    effect: `The order goes back to “${stepWords["on-film"]}”. A shipping notice that has not been sent yet is cancelled.`,
  },
  shipped: {
    words: "Undo shipped",
    effect:
      "Removes the day it was shipped, carrier and tracking number. If the store has not been notified yet, it will not be.",
  },
  told: { words: "", effect: "was told that this order shipped. That cannot be taken back." },
} as const

type PressPrintProps = { printId: string; variant?: "primary"; className?: string }

/** Marks all orders as pressed that a completed print has made complete. */
export function PressPrintButton({ printId, variant, className }: PressPrintProps) {
  const press = usePress()
  return (
    <Button
      icon={<Stamp />}
      variant={variant}
      className={className}
      isLoading={press.isPending}
      {...asCommand("mark-as-pressed")}
      onClick={() => press.mutate(() => pressPrint(printId))}
    >
      Mark as pressed
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

function usePress(onDone?: () => void) {
  return useMutation({
    mutationFn: (press: () => ReturnType<typeof pressOrders>) => press(),
    onSuccess: (outcomes) => {
      const { good, bad } = doneWords(outcomes, stepDone.pressed)
      if (bad !== "") toastError(bad)
      if (good === "") return
      const pressed = outcomes.filter(({ problem }) => problem === null).map(({ orderId }) => orderId)
      toastUndo(good, () => pressOrders(pressed, false))
      onDone?.()
    },
  })
}
