import { X } from "lucide-react"
import type { MatchChoice, Suggestion } from "../../../contract/artwork/suggestion.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { truncate } from "../../lib/format.ts"
import { formatPrice } from "../../lib/price.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { SizeSelect } from "../matching/size-select.tsx"
import { suggestedChoice } from "../matching/suggested-choice.ts"
import { SuggestedImage } from "../matching/suggested-image.tsx"
import { EditValues } from "../readings/edit-values.tsx"
import { PlaceOfText, ReadValues } from "../readings/read-values.tsx"
import { fieldsOf } from "../readings/reading-rules.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { Personalisation } from "./personalisation.tsx"
import type { ReviewItem } from "./review-draft.ts"

export type ReviewHandlers = {
  /** By order item, for those that lack something. */
  suggestions: ReadonlyMap<string, Suggestion>
  /** Returns the picture of the piece that a row prints; null without artwork. */
  pictureOf: (row: ReviewItem) => string | null
  /** Opens the choice of artwork. */
  onImage: (row: ReviewItem) => void
  /** Remembers a choice of image or size for the row and all alike. */
  onMatch: (row: ReviewItem, choice: Omit<MatchChoice, "orderItemId">) => void
  setQuantity: (id: string, quantity: number) => void
  onRemove: (row: ReviewItem) => void
}

type CellProps = { row: ReviewItem; handlers: ReviewHandlers }

export function reviewColumns(handlers: ReviewHandlers): DataTableColumn<ReviewItem>[] {
  return [
    {
      id: "title",
      header: "Title",
      cell: (row) => (
        <span className="flex items-center gap-3 text-sm">
          <Artwork row={row} handlers={handlers} />
          <TitleWords row={row} handlers={handlers} />
        </span>
      ),
    },
    { id: "orderId", header: "Order ID", cell: ({ item }) => item.orderNumber },
    { id: "reference", header: "Reference", cell: ({ reference }) => reference || "–" },
    {
      id: "sku",
      header: "SKU",
      cell: ({ item }) => <span className="block min-w-18 [overflow-wrap:anywhere]">{item.sku || "–"}</span>,
    },
    {
      id: "size",
      header: "Size",
      cell: (row) => <Size row={row} handlers={handlers} className="w-32 min-[1400px]:w-44" />,
    },
    { id: "quantity", header: "Quantity", cell: (row) => <QuantityStepper row={row} handlers={handlers} /> },
    {
      id: "price",
      header: "Price",
      align: "end",
      cell: ({ item }) => formatPrice(item.price, item.currency),
    },
    { id: "status", header: "Status", cell: (row) => <State row={row} /> },
    {
      id: "remove",
      header: "Remove",
      align: "end",
      hidesHeader: true,
      cell: (row) => (
        <Button
          variant="ghost"
          size="icon-sm"
          title="Remove"
          aria-label={`Remove ${truncate(row.item.title)}`}
          onClick={() => handlers.onRemove(row)}
        >
          <X />
        </Button>
      ),
    },
  ]
}

/** Draws the same as a card on phones. */
export function ReviewCard({ row, handlers }: CellProps) {
  const { item, reference } = row
  return (
    <>
      <div className="flex items-start gap-3 text-sm">
        <Artwork row={row} handlers={handlers} />
        <div className="min-w-0 flex-1">
          <TitleWords row={row} handlers={handlers} />
          <div className="text-xs text-ink-3 [overflow-wrap:anywhere]">
            {[`Order ${item.orderNumber}`, reference, item.sku].filter(Boolean).join(", ")}
          </div>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          className="-mt-2.5 -mr-2.5"
          aria-label={`Remove ${truncate(item.title)}`}
          onClick={() => handlers.onRemove(row)}
        >
          <X />
        </Button>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 text-sm">
        <Size row={row} handlers={handlers} className="w-full min-w-0" />
        <QuantityStepper row={row} handlers={handlers} />
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 text-sm text-ink-2">
        <State row={row} />
        <span className="tabular-nums">{formatPrice(item.price, item.currency)}</span>
      </div>
    </>
  )
}

/** Shows the artwork that will be printed; a click chooses another. */
function Artwork({ row, handlers }: CellProps) {
  const image = row.item.match.imageId
  const title = truncate(row.item.title)
  return (
    <button
      type="button"
      data-mend={image === null ? undefined : "failed"}
      onClick={() => handlers.onImage(row)}
      title={image ? `${image.name}: change` : "Choose image"}
      aria-label={image ? `Change the image of ${title}: ${image.name}` : `Choose image for ${title}`}
      className="flex-none self-start rounded-xs outline-offset-2 hover:outline-2 hover:outline-accent"
    >
      <ArtworkPicture path={handlers.pictureOf(row)} className="size-12 rounded-xs p-1" />
    </button>
  )
}

function TitleWords({ row, handlers }: CellProps) {
  const { item } = row
  return (
    <span className="block min-w-0 flex-1">
      <span className="block font-[550]" title={item.title}>
        {truncate(item.title, 50)}
      </span>
      <ItemText item={item} />
      {item.shopMends && <span className="mt-1 block text-xs text-ink-2">Mended by the store’s rule</span>}
      {item.match.imageId === null && <MissingImage row={row} handlers={handlers} />}
    </span>
  )
}

/** Shows the text in the artwork's fields; if it has none, the text for the person who prints. */
function ItemText({ item }: { item: ReviewItem["item"] }) {
  if (fieldsOf(item).length === 0)
    return (
      <>
        <Personalisation orderItem={item} canEdit />
        <PlaceOfText item={item} />
      </>
    )
  return (
    <span className="flex max-w-full min-w-0 items-start gap-1">
      <span className="min-w-0">
        {item.variation !== "" && (
          <span className="line-clamp-2 text-xs text-ink-2 [overflow-wrap:anywhere]" title={item.variation}>
            {item.variation}
          </span>
        )}
        <ReadValues item={item} />
      </span>
      <EditValues item={item} />
    </span>
  )
}

/** Shows the placeholder's words, the best suggestion, and a button for all others. */
function MissingImage({ row, handlers }: CellProps) {
  const suggestion = handlers.suggestions.get(row._id)
  const choice = suggestedChoice(row.item, suggestion)
  return (
    <span data-mend="image" className="mt-1 flex flex-wrap items-center gap-2">
      {choice?.imageId && (
        <SuggestedImage
          suggestion={suggestion}
          itemTitle={row.item.title}
          onAccept={() => handlers.onMatch(row, choice)}
          className="max-w-36 min-[1400px]:max-w-56"
        />
      )}
      <Button size="sm" onClick={() => handlers.onImage(row)}>
        {choice?.imageId ? "Other" : "Choose image"}
      </Button>
      <span className="basis-full text-xs text-warn-ink">{texts.imagePlaceholder}</span>
    </span>
  )
}

function Size({ row, handlers, className }: CellProps & { className: string }) {
  const suggested = row.item.match.sizeId === null ? handlers.suggestions.get(row._id)?.size : null
  return (
    <span data-mend="size" className={`block ${className}`}>
      <SizeSelect
        item={row.item}
        suggested={suggested}
        onChoose={(choice) => handlers.onMatch(row, choice)}
        className="w-full"
      />
      {row.item.match.sizeId === null && (
        <span className="mt-1 block text-xs text-warn-ink">{row.item.size || texts.selectSize}</span>
      )}
    </span>
  )
}

function QuantityStepper({ row, handlers }: CellProps) {
  return (
    <Stepper
      value={row.quantity}
      onChange={(quantity) => handlers.setQuantity(row._id, quantity)}
      label={`Quantity of ${truncate(row.item.title)}`}
      max={MAX_PRINT_COPIES}
    />
  )
}

function isPrinted({ item }: ReviewItem): boolean {
  return item.status === "Completed" || item.prints.some(({ status }) => status === "Completed")
}

function State({ row }: { row: ReviewItem }) {
  return row.isAgain ? (
    <Tag>{isPrinted(row) ? "Print again" : "Also in a draft"}</Tag>
  ) : (
    <StatusPill tone={orderStatusTone(row.item.status)}>{row.item.status}</StatusPill>
  )
}
