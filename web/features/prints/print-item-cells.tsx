import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { LOW_DPI } from "../../../sheet/preflight/warnings.ts"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { dpiOf, dpiWords, SizeSelect } from "./item-row.tsx"
import { OrderItemName } from "./order-item-name.tsx"
import { Personalisation } from "./personalisation.tsx"
import { isChanged } from "./print-rules.ts"
import { RowText } from "./row-text.tsx"

const NoPlace = lazyRouteComponent(() => import("../values/no-place.tsx"), "NoPlace")
const RowInk = lazyRouteComponent(() => import("./row-ink.tsx"), "RowInk")
const ItemChanges = lazyRouteComponent(() => import("./item-changes.tsx"), "ItemChanges")

export type PrintItemHandlers = {
  canEdit: boolean
  sizes: readonly Size[]
  trim: boolean
  onImage: (item: PrintItem) => void
  onSize: (item: PrintItem, size: Size) => void
  onSizeModal: (item: PrintItem) => void
  /** Opens the text of its image's fields. */
  onText: (item: PrintItem) => void
  onQuantity: (item: PrintItem, quantity: number) => void
  onDelete: (item: PrintItem) => void
}

export function printItemColumns(handlers: PrintItemHandlers): DataTableColumn<PrintItem>[] {
  return [
    {
      id: "image",
      header: "Image",
      card: "title",
      className: "w-full max-w-0 min-w-36 min-[1400px]:min-w-44",
      cell: (item) => <ImageCell item={item} handlers={handlers} />,
    },
    { id: "size", header: "Size", cell: (item) => <SizeCell item={item} handlers={handlers} /> },
    { id: "quantity", header: "Quantity", cell: (item) => <QuantityCell item={item} handlers={handlers} /> },
    {
      id: "orderItem",
      header: "Order Item",
      cell: (item) => (
        <OrderItemCell item={item} handlers={handlers} className="max-w-36 min-[1400px]:max-w-52" />
      ),
    },
    {
      id: "delete",
      header: "Delete",
      align: "end",
      card: "actions",
      cell: (item) => <DeleteItemButton item={item} handlers={handlers} />,
    },
  ]
}

export function PrintItemCard({ item, handlers }: CellProps) {
  return (
    <div className="-m-1 flex min-w-0 flex-col gap-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ImageCell item={item} handlers={handlers} />
        </div>
        <DeleteItemButton item={item} handlers={handlers} />
      </div>
      <div className="flex min-w-0 items-center gap-2 [&>*:last-child]:flex-none">
        <SizeCell item={item} handlers={handlers} className="w-full min-w-0 flex-1" />
        <QuantityCell item={item} handlers={handlers} />
      </div>
      {item.orderItemId && (
        <div className="text-sm">
          <span className="text-ink-3">Order item </span>
          <OrderItemCell item={item} handlers={handlers} />
        </div>
      )}
    </div>
  )
}

type CellProps = { item: PrintItem; handlers: PrintItemHandlers }

function ImageCell({ item, handlers }: CellProps) {
  const image = item.imageId
  const picture = (
    <ArtworkPicture
      path={image?.previewFile?.path ?? null}
      className="size-12 rounded-xs p-1 md:max-[1400px]:size-10"
    />
  )
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm font-normal md:max-[1400px]:gap-2">
      {handlers.canEdit ? (
        <button
          type="button"
          aria-label={image ? `Change the image ${image.name}` : "Select an image"}
          title={image ? "Change image" : "Select an image"}
          onClick={() => handlers.onImage(item)}
          className={classNames(
            "flex-none rounded-xs outline-offset-2 hover:outline-2 hover:outline-accent",
            // The words beside it do the same, and need its room.
            !image && "md:max-[1400px]:hidden",
          )}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
      {image ? (
        <div className="min-w-0 flex-1">
          <div className="truncate font-[550]" title={image.name}>
            {image.name}
          </div>
          <Resolution item={item} image={image} handlers={handlers} />
          <Suspense>
            <RowInk itemId={item._id} imageId={image._id} name={image.name} mends={item.shopMends} />
          </Suspense>
          {image.fields.length > 0 && (
            <RowText
              row={{ image, values: item.values, piece: item.piece }}
              name={image.name}
              onEdit={handlers.canEdit ? () => handlers.onText(item) : undefined}
            />
          )}
        </div>
      ) : (
        <div className="min-w-0 flex-1">
          <div className="font-[550]">
            {item.wasImageDeleted ? texts.imageDeleted : texts.imagePlaceholder}
          </div>
          {handlers.canEdit && (
            <button
              type="button"
              data-mend="image"
              onClick={() => handlers.onImage(item)}
              className="touch text-left text-xs font-[550] text-accent-ink hover:underline"
            >
              Select an image from Images
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Shows how sharp the item prints; while it may change, a button compares its sizes. */
function Resolution({ item, image, handlers }: CellProps & { image: NonNullable<PrintItem["imageId"]> }) {
  const dpi = dpiOf(image, item.sizeId?.value ?? null, handlers.trim)
  const words =
    item.sizeId === null && item.wasSizeDeleted
      ? texts.sizeDeleted
      : dpiWords(image, dpi, item.sizeId !== null)
  const classes = classNames(
    "touch block max-w-full text-left text-xs",
    dpi !== null && dpi < LOW_DPI ? "font-[550] text-warn-ink" : "text-ink-3",
  )
  if (!handlers.canEdit) return <span className={classes}>{words}</span>
  return (
    <button
      type="button"
      aria-label={`${words}. Compare sizes of ${image.name}`}
      title="Compare sizes"
      onClick={() => handlers.onSizeModal(item)}
      className={`${classes} hover:underline`}
    >
      {words}
    </button>
  )
}

function SizeCell({ item, handlers, className }: CellProps & { className?: string }) {
  return (
    <span
      data-mend="size"
      className={classNames(
        "block max-w-full",
        item.sizeId ? "w-36 min-[1400px]:w-42" : "w-40 min-[1400px]:w-49",
        className,
      )}
    >
      <SizeSelect
        label={`Size of ${item.imageId?.name ?? "item"}`}
        size={item.sizeId}
        sizes={handlers.sizes}
        isDeleted={item.wasSizeDeleted}
        isDisabled={!handlers.canEdit}
        onSize={(size) => handlers.onSize(item, size)}
        className="w-full"
      />
    </span>
  )
}

function DeleteItemButton({ item, handlers }: CellProps) {
  return (
    <DeleteButton
      label={`Delete ${item.imageId?.name ?? "item"}`}
      disabled={!handlers.canEdit}
      onClick={() => handlers.onDelete(item)}
    />
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

function OrderItemCell({ item, handlers, className }: CellProps & { className?: string }) {
  if (item.orderItemId === null) return <OrderItemName item={item} />
  return (
    <span className={classNames("flex min-w-0 flex-col items-start md:py-2", className)}>
      <OrderItemName item={item} />
      <Personalisation orderItem={item.orderItemId} canEdit={handlers.canEdit} />
      {item.orderItemId.hasNoPlace && item.imageId && (
        <Suspense>
          <NoPlace
            item={{ ...item.orderItemId, orderItemId: item.orderItemId._id, imageId: item.imageId._id }}
            canMend={handlers.canEdit}
          />
        </Suspense>
      )}
      {isChanged(item.orderItemId) && (
        <Suspense>
          <ItemChanges item={item} order={item.orderItemId} handlers={handlers} />
        </Suspense>
      )}
    </span>
  )
}
