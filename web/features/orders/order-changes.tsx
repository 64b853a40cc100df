import { changeWords } from "../../../contract/orders/change-words.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { OrderChange } from "../../../contract/orders/order-change.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatWhen } from "../../lib/format.ts"
import { markSeen } from "../prints/print-calls.ts"

/** Lists the changes that the marketplace made to an order and its items since the first sync. */
export function OrderChanges({ order }: { order: Order }) {
  const seenMs = order.changesSeenAt === null ? 0 : Date.parse(order.changesSeenAt)
  const shown = [
    ...order.changes.map((change) => ({ change, of: "" })),
    ...order.orderItems.flatMap(({ changes, title }) => changes.map((change) => ({ change, of: title }))),
  ].sort((a, b) => b.change.seenAtMs - a.change.seenAtMs)
  const isNew = ({ seenAtMs }: OrderChange) => seenAtMs > seenMs
  return (
    <section aria-label={`Changes of order ${order.orderNumber}`} className="py-2.5 text-sm md:pl-8">
      <ul className="grid gap-1">
        {shown.map(({ change, of }, index) => (
          <li key={index} className={isNew(change) ? "text-warn-ink" : "text-ink-3"}>
            {of !== "" && <span className="text-ink-2">{of}: </span>}
            <span className="[overflow-wrap:anywhere]">{changeWords(change)}</span>
            <span className="ml-2 text-xs text-ink-3">
              {formatWhen(new Date(change.seenAtMs).toISOString())}
            </span>
          </li>
        ))}
      </ul>
      {shown.some(({ change }) => isNew(change)) && (
        <Button size="sm" className="mt-2" onClick={() => void markSeen([order._id])}>
          Seen
        </Button>
      )}
    </section>
  )
}
