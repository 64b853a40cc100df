import type { Print, PrintItem } from "../../../contract/prints/print.ts"
import { Notice } from "../../components/ui/notice.tsx"
import { plural } from "../../lib/format.ts"

/** The number of orders that are named; the items below cover all. */
const MAX_NAMED = 3

/** Warns that written film, or film being written, no longer matches its orders. */
export function ChangesNotice({ print }: { print: Print }) {
  const orders = print.printItems.flatMap(({ orderItemId }) => orderItemId ?? [])
  const cancelled = orders.filter(({ isCancelled }) => isCancelled)
  const changed = orders.filter(({ isCancelled, changes }) => !isCancelled && changes.length > 0)
  const isRunning = print.status === "Processing"
  return (
    <Notice tone="warn" className="mt-4">
      {cancelled.length > 0 && (
        <p>
          {namesOf(cancelled)} cancelled. Leave {cancelled.length === 1 ? "that piece" : "these pieces"} out
          at the press{isRunning ? ", or cancel the print" : ""}.
        </p>
      )}
      {changed.length > 0 && <p>{namesOf(changed)} changed: see the items below.</p>}
    </Notice>
  )
}

/** Returns `“Moth” of order 12 was`, `4 items of orders 12, 13, 14 and 1 more were` */
function namesOf(items: readonly NonNullable<PrintItem["orderItemId"]>[]): string {
  const numbers = [...new Set(items.map(({ orderNumber }) => orderNumber))]
  const more = numbers.length - MAX_NAMED
  const named = numbers.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "")
  if (items.length === 1) return `“${items[0].title}” of order ${named} was`
  return `${plural(items.length, "item")} of ${numbers.length === 1 ? "order" : "orders"} ${named} were`
}
