import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { sizeLabel } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import type { DataTableColumn } from "../../components/ui/data-table.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { formatMoney, truncate } from "../../lib/format.ts"
import type { ReviewItem } from "../../lib/review-draft.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

/** The columns of order items on their way into a print. */
export function reviewColumns(
  onQuantity: (id: string, quantity: number) => void,
  onRemove: (id: string) => void,
): DataTableColumn<ReviewItem>[] {
  return [
    {
      id: "title",
      header: "Title",
      card: "title",
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
      cell: (item) =>
        item.size ? (
          <span className="whitespace-nowrap">{sizeLabel(item.size)}</span>
        ) : (
          <span className="text-warn-ink">{item.sizeText || texts.selectSize}</span>
        ),
    },
    {
      id: "quantity",
      header: "Quantity",
      cell: (item) => (
        <Stepper
          value={item.quantity}
          onChange={(quantity) => onQuantity(item._id, quantity)}
          label={`Quantity of ${truncate(item.name)}`}
          max={MAX_PRINT_COPIES}
        />
      ),
    },
    { id: "price", header: "Price", align: "end", cell: (item) => formatMoney(item.price, item.currency) },
    {
      id: "status",
      header: "Status",
      cell: (item) =>
        item.isAgain ? (
          <Tag>Print again</Tag>
        ) : (
          <StatusPill tone={orderStatusTone(item.status)}>{item.status}</StatusPill>
        ),
    },
    {
      id: "remove",
      header: "Remove",
      align: "end",
      card: "actions",
      hidesHeader: true,
      cell: (item) => (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${truncate(item.name)}`}
          onClick={() => onRemove(item._id)}
        >
          Remove
        </Button>
      ),
    },
  ]
}
