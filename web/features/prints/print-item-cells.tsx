import { ImagePlus, Ruler, Trash2 } from "lucide-react"
import { LOW_DPI, MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import type { PrintItem } from "../../../contract/print.ts"
import type { Size } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import type { DataTableColumn } from "../../components/ui/data-table.tsx"
import { HoverCard } from "../../components/ui/popover.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatUsd, truncate } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { dpiOf, dpiWords, SizeSelect } from "./item-row.tsx"

export type PrintItemHandlers = {
  canEdit: boolean
  sizes: readonly Size[]
  trim: boolean
  onImage: (item: PrintItem) => void
  onSize: (item: PrintItem, size: Size) => void
  onSizeModal: (item: PrintItem) => void
  onQuantity: (item: PrintItem, quantity: number) => void
  onDelete: (item: PrintItem) => void
}

/** The columns of a print's items. */
export function printItemColumns(handlers: PrintItemHandlers): DataTableColumn<PrintItem>[] {
  return [
    {
      id: "image",
      header: "Image",
      card: "title",
      className: "w-full max-w-0",
      cell: (item) => <ImageCell item={item} handlers={handlers} />,
    },
    { id: "size", header: "Size", cell: (item) => <SizeCell item={item} handlers={handlers} /> },
    { id: "quantity", header: "Quantity", cell: (item) => <QuantityCell item={item} handlers={handlers} /> },
    { id: "orderItem", header: "Order Item", cell: (item) => <OrderItemCell item={item} /> },
    {
      id: "delete",
      header: "Delete",
      align: "end",
      card: "actions",
      cell: (item) => (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Delete ${item.imageId?.name ?? "item"}`}
          title="Delete"
          disabled={!handlers.canEdit}
          onClick={() => handlers.onDelete(item)}
        >
          <Trash2 />
        </Button>
      ),
    },
  ]
}

type CellProps = { item: PrintItem; handlers: PrintItemHandlers }

function ImageCell({ item, handlers }: CellProps) {
  const image = item.imageId
  const dpi = dpiOf(image, item.sizeId?.value ?? null, handlers.trim)
  const isLow = dpi !== null && dpi < LOW_DPI
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm font-normal">
      <ArtworkPicture path={image?.previewFile?.path ?? null} className="size-12 rounded-xs p-1" />
      <div className="min-w-0 flex-1">
        <div className="truncate font-[550]" title={image?.name}>
          {image ? image.name : item.wasImageDeleted ? texts.imageDeleted : texts.imagePlaceholder}
        </div>
        {image ? (
          <div className={classNames("truncate text-xs", isLow ? "font-[550] text-warn-ink" : "text-ink-3")}>
            {dpiWords(image, dpi)}
          </div>
        ) : (
          <div className="truncate text-xs text-ink-3">Select an image from Images</div>
        )}
      </div>
      {handlers.canEdit && (
        <Button
          variant={image ? "ghost" : "secondary"}
          size="icon-sm"
          aria-label={image ? `Change the image ${image.name}` : "Select an image"}
          title={image ? "Change image" : "Select an image"}
          onClick={() => handlers.onImage(item)}
        >
          <ImagePlus />
        </Button>
      )}
    </div>
  )
}

function SizeCell({ item, handlers }: CellProps) {
  const name = item.imageId?.name ?? "item"
  return (
    <div className="flex items-center gap-1">
      <SizeSelect
        label={`Size of ${name}`}
        size={item.sizeId}
        sizes={handlers.sizes}
        isDeleted={item.wasSizeDeleted}
        isDisabled={!handlers.canEdit}
        onSize={(size) => handlers.onSize(item, size)}
        className="w-38"
      />
      {handlers.canEdit && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Compare sizes of ${name}`}
          title="Compare sizes"
          onClick={() => handlers.onSizeModal(item)}
        >
          <Ruler />
        </Button>
      )}
    </div>
  )
}

function QuantityCell({ item, handlers }: CellProps) {
  return (
    <Stepper
      value={item.quantity}
      onChange={(quantity) => handlers.onQuantity(item, quantity)}
      label={`Quantity of ${item.imageId?.name ?? "item"}`}
      max={MAX_PRINT_COPIES}
      isDisabled={!handlers.canEdit}
    />
  )
}

function OrderItemCell({ item }: { item: PrintItem }) {
  const order = item.orderItemId
  if (order === null) return <span className="text-ink-3">–</span>
  return (
    <HoverCard
      trigger={
        <button
          type="button"
          className="whitespace-nowrap text-ink-2 underline decoration-dotted underline-offset-3"
        >
          {truncate(order.title)}
        </button>
      }
    >
      <p className="font-[550]">{order.title}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink-2">
        <dt className="text-ink-3">Order</dt>
        <dd>{order.orderId}</dd>
        <dt className="text-ink-3">SKU</dt>
        <dd>{order.sku || "–"}</dd>
        <dt className="text-ink-3">Size</dt>
        <dd>{order.size || "–"}</dd>
        <dt className="text-ink-3">Ordered</dt>
        <dd>
          {order.quantity} at {formatUsd(order.price)}
        </dd>
      </dl>
    </HoverCard>
  )
}
