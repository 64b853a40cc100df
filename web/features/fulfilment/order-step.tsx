import type { Order } from "../../../contract/orders/order.ts"
import { orderSteps } from "../../../contract/orders/order-step.ts"
import { PathMark } from "../../components/ui/path-mark.tsx"
import { parcelWords, stepOf } from "./fulfil-words.ts"

/** Shows an order's step by mark and word, with its parcel below; nothing of a cancelled order. */
export function OrderStepMark({ order }: { order: Order }) {
  const at = stepOf(order)
  if (at === null) return null
  const parcel = parcelWords(order)
  return (
    <span className="inline-block max-w-full align-middle">
      <span className="flex items-center gap-2.5 whitespace-nowrap">
        <PathMark steps={orderSteps.length} at={orderSteps.indexOf(at.step)} isHalfOn={at.isPartly} />
        <span className={at.step === "to-do" && !at.isPartly ? "text-ink-2" : "text-ink"}>{at.words}</span>
      </span>
      {parcel !== null && (
        <span
          className={`block truncate text-xs ${parcel.isTrouble ? "text-bad-ink" : "text-ink-3"}`}
          title={parcel.words}
        >
          {parcel.words}
        </span>
      )}
    </span>
  )
}
