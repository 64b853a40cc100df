import { changeWords } from "../../../contract/orders/change-words.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { markSeen } from "./print-calls.ts"

type ItemChangesProps = {
  item: PrintItem
  order: NonNullable<PrintItem["orderItemId"]>
  handlers: {
    canEdit: boolean
    onQuantity: (item: PrintItem, quantity: number) => void
    onDelete: (item: PrintItem) => void
  }
}

/** Shows the changes to an item's order, and the possible actions in this print. */
export function ItemChanges({ item, order, handlers: { canEdit, onQuantity, onDelete } }: ItemChangesProps) {
  const relevant = order.changes.filter(({ kind }) => kind !== "cancelled" && kind !== "restored")
  // A draft that prints as many as are ordered is up to date.
  const shown = relevant.filter(
    ({ kind }) => !(canEdit && kind === "quantity" && item.quantity === order.quantity),
  )
  const mayFollow = canEdit && !order.isCancelled && shown.some(({ kind }) => kind === "quantity")
  return (
    <span className="mt-1 flex flex-col items-start gap-1 text-xs">
      {order.isCancelled && (
        <span className="font-[550] text-bad-ink">
          {canEdit ? "Cancelled" : "Cancelled: leave it out at the press"}
        </span>
      )}
      {shown.map((change) => (
        <span key={change.kind} className="font-[550] text-warn-ink [overflow-wrap:anywhere]">
          {changeWords(change)}
        </span>
      ))}
      <span className="flex flex-wrap gap-1">
        {order.isCancelled && canEdit && (
          <Button size="sm" onClick={() => onDelete(item)}>
            Remove
          </Button>
        )}
        {mayFollow && (
          <Button size="sm" onClick={() => onQuantity(item, order.quantity)}>
            Print {order.quantity}
          </Button>
        )}
        {shown.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Changes of order ${order.orderNumber} seen`}
            onClick={() => void markSeen([order.orderId])}
          >
            Seen
          </Button>
        )}
      </span>
    </span>
  )
}
