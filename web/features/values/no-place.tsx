import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { TriangleAlert } from "lucide-react"
import { NO_PLACE, NO_PLACE_SENTENCE } from "../../../contract/orders/item-reading.ts"
import type { SkippedItem } from "../../../contract/orders/order-batch.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { classNames } from "../../lib/class-names.ts"
import { plural, truncate } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { askForText, printWithoutText } from "./no-place-calls.ts"

/** An order item with a text that its artwork has no field for. */
export type Unplaced = { orderItemId: string; imageId: string; orderNumber: string; title: string }

/** Offers to give the artwork a field, beginning with the buyer's words, or to print it without text. */
export function NoPlaceRemedies({ item, className }: { item: Unplaced; className?: string }) {
  const { orderItemId, imageId, orderNumber, title } = item
  const printing = useMutation({
    mutationFn: () => printWithoutText(orderItemId),
    onSuccess: (undo) => toastUndo(`Remembered: ${truncate(title)} is printed without its text`, undo),
  })
  const of = `${truncate(title)}, order ${orderNumber}`
  return (
    <span className={classNames("flex flex-wrap items-center gap-x-3 gap-y-1", className)}>
      <Link
        to="/images/$imageId/text"
        params={{ imageId }}
        search={{ orderItem: orderItemId }}
        aria-label={`Add fields to this artwork: ${of}`}
        className="touch text-xs font-[550] text-accent-ink hover:underline"
      >
        Add fields to this artwork
      </Link>
      <Button
        size="sm"
        aria-label={`Print without text: ${of}`}
        title="Applies to all orders like this from now on. You can undo this"
        isLoading={printing.isPending}
        onClick={() => printing.mutate()}
      >
        Print without text
      </Button>
    </span>
  )
}

/** Offers the same for an item that a batch left out; an old run did not note its artwork. */
export function SkippedRemedies({ item }: { item: SkippedItem }) {
  return item.imageId && <NoPlaceRemedies item={{ ...item, imageId: item.imageId }} className="my-1" />
}

/** Warns beside an item, with the remedies while the item may still change. */
export function NoPlace({ item, canMend = true }: { item: Unplaced; canMend?: boolean }) {
  return (
    <span className="mt-1 block">
      <span className="flex items-start gap-1 text-xs text-warn-ink">
        <TriangleAlert aria-hidden="true" className="mt-px size-3.5 flex-none" />
        {NO_PLACE_SENTENCE}
      </span>
      {canMend && <NoPlaceRemedies item={item} className="mt-1" />}
    </span>
  )
}

/** The number of items named before the rest is counted. */
const SHORT = 3

/** Warns about all such items of a print, before it is processed. */
export function NoPlaceNotice({ items }: { items: readonly Unplaced[] }) {
  if (items.length === 0) return null
  const more = items.length - SHORT
  return (
    <Notice tone="warn">
      <p className="font-[600]">
        {items.length === 1
          ? `1 item ${NO_PLACE}`
          : `${items.length} items have text, but their artwork has no place for it`}
      </p>
      <ul className="mt-1 grid grid-cols-1 gap-1.5">
        {items.slice(0, SHORT).map((item) => (
          <li key={item.orderItemId}>
            <span className="block truncate">
              Order {item.orderNumber}: {item.title}
            </span>
            <NoPlaceRemedies item={item} className="mt-1.5" />
          </li>
        ))}
        {more > 0 && <li>and {plural(more, "item")} more</li>}
      </ul>
    </Notice>
  )
}

/** Says that somebody chose to print without text, and undoes that. */
export function PrintedWithoutText({ orderItemId, title }: Pick<Unplaced, "orderItemId" | "title">) {
  const asking = useMutation({
    mutationFn: () => askForText(orderItemId),
    onSuccess: (undo) => toastUndo(`The text of ${truncate(title)} is asked for again`, undo),
  })
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
      Printed without its text
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Ask again about the text of ${truncate(title)}`}
        isLoading={asking.isPending}
        onClick={() => asking.mutate()}
      >
        Ask again
      </Button>
    </span>
  )
}
