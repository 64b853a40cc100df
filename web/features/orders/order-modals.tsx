import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DeleteModal, Modal } from "../../components/ui/modal.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { toastError } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { CutText } from "../matching/order-item-parts.tsx"
import { deleteOrders } from "./order-calls.ts"
import { isInPrint, isPrinted } from "./order-rules.ts"

type DeleteOrdersModalProps = {
  ids: readonly string[]
  onClose: () => void
  onDeleted: (ids: readonly string[]) => void
}

/** Asks before orders are deleted; the message after it offers to undo it. */
export function DeleteOrdersModal({ ids, onClose, onDeleted }: DeleteOrdersModalProps) {
  const remove = useMutation({
    mutationFn: (gone: readonly string[]) => deleteOrders(gone),
    meta: { silent: true },
    onSuccess: (undoIds, gone) => {
      onDeleted(gone)
      onClose()
      toastDeleted(`${plural(gone.length, "order")} deleted successfully`, ...undoIds)
    },
    onError: (error) => {
      console.warn("Deleting orders failed", error)
      toastError(texts.ordersDeleteFailed)
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title={`Delete ${plural(ids.length, "order")}?`}
      description="They are removed from Sheetsmith, and the next sync does not bring them back. Nothing changes in your store, and prints made from them stay."
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate(ids)}
    />
  )
}

type PrintAgainModalProps = {
  items: readonly OrderItem[]
  onClose: () => void
  /** Called with the items to print: all of them, or only those in no print yet. */
  onChosen: (items: readonly OrderItem[]) => void
}

/** The number of lines before '… and more'. */
const SHORT = 5

/**
 * Asks before items are printed that are already in a print. Items that are only in drafts are not called
 * printed.
 */
export function PrintAgainModal({ items, onClose, onChosen }: PrintAgainModalProps) {
  const known = items.filter(isInPrint)
  const fresh = items.filter((item) => !isInPrint(item))
  const isAnyPrinted = known.some(isPrinted)
  return (
    <Modal
      onClose={onClose}
      title={isAnyPrinted ? "Print again?" : "Already in a print"}
      description={knownWords(known, items.length)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={fresh.length === 0 ? "primary" : "secondary"} onClick={() => onChosen(items)}>
            {isAnyPrinted ? "Print again" : "Add anyway"}
          </Button>
          {fresh.length > 0 && (
            <Button variant="primary" onClick={() => onChosen(fresh)}>
              Leave them out
            </Button>
          )}
        </>
      }
    >
      <ul className="divide-y divide-line-soft text-sm">
        {known.slice(0, SHORT).map((item) => (
          <li key={item._id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <CutText text={item.title} className="line-clamp-2" />
              <span className="text-xs text-ink-3">Order {item.orderNumber}</span>
            </span>
            {item.prints[0] && (
              <Link
                to="/prints/$printId"
                params={{ printId: item.prints[0]._id }}
                className="touch text-xs text-accent-ink hover:underline"
              >
                {item.prints[0].name}
              </Link>
            )}
            <StatusPill tone={orderStatusTone(item.status)}>{item.status}</StatusPill>
          </li>
        ))}
      </ul>
      {known.length > SHORT && (
        <p className="text-sm text-ink-2">and {formatCount(known.length - SHORT)} more</p>
      )}
    </Modal>
  )
}

/** `1 of 2 order items is already in a print.` */
function knownWords(known: readonly OrderItem[], all: number): string {
  const isOne = known.length === 1
  const subject =
    known.length === all
      ? plural(all, "order item")
      : `${formatCount(known.length)} of ${plural(all, "order item")}`
  if (!known.some(isPrinted)) return `${subject} ${isOne ? "is" : "are"} already in a print.`
  return `${subject} ${isOne ? "is" : "are"} already printed or in a print.`
}
