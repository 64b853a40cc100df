import { X } from "lucide-react"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { sizeLabel } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { formatMoney, truncate } from "../../lib/format.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import type { Review, ReviewItem } from "./review-draft.ts"

type ReviewHandlers = Pick<Review, "setQuantity" | "remove">

/** The columns of order items on their way into a print. */
export function reviewColumns(handlers: ReviewHandlers): DataTableColumn<ReviewItem>[] {
  return [
    {
      id: "title",
      header: "Title",
      cell: (item) => (
        <span className="flex items-center gap-3 text-sm">
          <ArtworkPicture path={item.image?.previewFile?.path ?? null} className="size-12 rounded-xs p-1" />
          <span className="min-w-0">
            <span className="block font-[550]" title={item.name}>
              {truncate(item.name, 50)}
            </span>
            {item.image === null && (
              <span className="block text-xs text-warn-ink">{texts.imagePlaceholder}</span>
            )}
          </span>
        </span>
      ),
    },
    { id: "orderId", header: "Order ID", cell: (item) => item.orderId },
    { id: "reference", header: "Reference", cell: (item) => item.reference || "–" },
    { id: "sku", header: "SKU", cell: (item) => item.sku || "–" },
    {
      id: "size",
      header: "Size",
      cell: (item) => <SizeWords item={item} />,
    },
    {
      id: "quantity",
      header: "Quantity",
      cell: (item) => <QuantityStepper item={item} handlers={handlers} />,
    },
    { id: "price", header: "Price", align: "end", cell: (item) => formatMoney(item.price, item.currency) },
    {
      id: "status",
      header: "Status",
      cell: (item) => <State item={item} />,
    },
    {
      id: "remove",
      header: "Remove",
      align: "end",
      hidesHeader: true,
      cell: (item) => (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${truncate(item.name)}`}
          onClick={() => handlers.remove(item._id)}
        >
          Remove
        </Button>
      ),
    },
  ]
}

/** The same as a card on phones. */
export function ReviewCard({ item, handlers }: { item: ReviewItem; handlers: ReviewHandlers }) {
  return (
    <>
      <div className="flex items-start gap-3 text-sm">
        <ArtworkPicture path={item.image?.previewFile?.path ?? null} className="size-12 rounded-xs p-1" />
        <div className="min-w-0 flex-1">
          <div className="font-[600]">{truncate(item.name, 50)}</div>
          {item.image === null && <div className="text-xs text-warn-ink">{texts.imagePlaceholder}</div>}
          <div className="text-xs text-ink-3 [overflow-wrap:anywhere]">
            {[`Order ${item.orderId}`, item.reference, item.sku].filter(Boolean).join(", ")}
          </div>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-mt-2.5 -mr-2.5"
          aria-label={`Remove ${truncate(item.name)}`}
          onClick={() => handlers.remove(item._id)}
        >
          <X />
        </Button>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 text-sm">
        <SizeWords item={item} />
        <QuantityStepper item={item} handlers={handlers} />
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 text-sm text-ink-2">
        <State item={item} />
        <span className="tabular-nums">{formatMoney(item.price, item.currency)}</span>
      </div>
    </>
  )
}

function SizeWords({ item }: { item: ReviewItem }) {
  return item.size ? (
    <span className="whitespace-nowrap">{sizeLabel(item.size)}</span>
  ) : (
    <span className="text-warn-ink">{item.sizeText || texts.selectSize}</span>
  )
}

function QuantityStepper({ item, handlers }: { item: ReviewItem; handlers: ReviewHandlers }) {
  return (
    <Stepper
      value={item.quantity}
      onChange={(quantity) => handlers.setQuantity(item._id, quantity)}
      label={`Quantity of ${truncate(item.name)}`}
      max={MAX_PRINT_COPIES}
    />
  )
}

function State({ item }: { item: ReviewItem }) {
  return item.isAgain ? (
    <Tag>Print again</Tag>
  ) : (
    <StatusPill tone={orderStatusTone(item.status)}>{item.status}</StatusPill>
  )
}
