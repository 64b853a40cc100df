import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { ArrowRight, ImagePlus } from "lucide-react"
import { Suspense } from "react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { texts } from "../../../contract/text.ts"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { formatSize } from "../../lib/length.ts"
import { formatPrice } from "../../lib/price.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { CutText, Mockup } from "../matching/order-item-parts.tsx"
import { EditValues } from "../readings/edit-values.tsx"
import { ReadValues } from "../readings/read-values.tsx"
import { fieldsOf, pieceOfItem } from "../readings/reading-rules.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import type { PieceOf } from "../values/use-pieces.ts"

const ItemProof = lazyRouteComponent(() => import("./send-proofs.tsx"), "ItemProof")

type OrderItemsProps = {
  order: Order
  pickedIds: readonly string[]
  onPick: (itemId: string, isPicked: boolean) => void
  onMatch: (item: OrderItem) => void
  pieceOf: PieceOf
}

/**
 * Lists the items of an order: the photo the buyer saw, the artwork that will print, and the state. The last
 * columns have the widths of those of `orderColumns` above them.
 */
export function OrderItems({ order, pickedIds, onPick, onMatch, pieceOf }: OrderItemsProps) {
  return (
    <ul aria-label={`Items of order ${order.orderNumber}`} className="-my-1 divide-y divide-line-soft">
      {order.orderItems.map((item) => (
        <li
          key={item._id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm md:flex-nowrap md:pl-8"
        >
          <Checkbox
            label={`Select ${item.title} of order ${order.orderNumber}`}
            checked={pickedIds.includes(item._id)}
            isDisabled={item.isCancelled}
            onCheckedChange={(isPicked) => onPick(item._id, isPicked)}
          />
          <span className="flex flex-none items-center gap-2">
            <Mockup url={item.mockupUrl} className="size-11" />
            <ArrowRight aria-hidden="true" className="size-4 text-ink-3" />
            <Artwork
              item={item}
              isLocked={item.isCancelled}
              onMatch={() => onMatch(item)}
              pieceOf={pieceOf}
            />
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <CutText
              text={item.title}
              className={`line-clamp-2 font-[550] ${item.isCancelled ? "line-through" : ""}`}
            />
            <div className="truncate text-xs text-ink-3" title={wordsOf(item)}>
              {wordsOf(item)}
            </div>
            <span className="flex max-w-full min-w-0 items-start gap-1">
              <ReadValues item={item} />
              {fieldsOf(item).length > 0 && !item.isCancelled && item.status !== "Completed" && (
                <EditValues item={item} />
              )}
            </span>
          </div>
          <span className="flex basis-full items-center gap-x-3 pl-7 md:contents">
            <span className="md:w-32 min-[1400px]:w-40">
              {item.match.sizeId ? (
                <span className="text-ink-2">{formatSize(item.match.sizeId)}</span>
              ) : (
                <span className="text-warn-ink">{texts.selectSize}</span>
              )}
            </span>
            <span className="tabular-nums md:text-right">× {item.quantity}</span>
            <span className="text-ink-2 tabular-nums md:ml-3 md:w-18 md:text-right">
              {formatPrice(item.price, item.currency)}
            </span>
            <span className="flex flex-col items-start gap-0.5 md:ml-3 md:w-48 min-[1400px]:w-65">
              {item.isCancelled && !order.isCancelled ? (
                <StatusPill tone="bad">Cancelled</StatusPill>
              ) : (
                <StatusPill tone={orderStatusTone(item.status)}>{item.status}</StatusPill>
              )}
              {(item.proof.state !== "none" || item.waitsForProof) && (
                <Suspense>
                  <ItemProof order={order} item={item} />
                </Suspense>
              )}
              {item.prints.slice(0, 2).map((print) => (
                <Link
                  key={print._id}
                  to="/prints/$printId"
                  params={{ printId: print._id }}
                  className="touch text-xs text-accent-ink hover:underline"
                >
                  In {print.name}
                </Link>
              ))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

type ArtworkProps = { item: OrderItem; isLocked: boolean; onMatch: () => void; pieceOf: PieceOf }

/** Shows the piece that will print, or a button for its artwork; both open the choice. */
function Artwork({ item, isLocked, onMatch, pieceOf }: ArtworkProps) {
  const image = item.match.imageId
  const wanted = pieceOfItem(item)
  const piece = wanted ? pieceOf(wanted.imageId, wanted.values) : undefined
  const picture = image ? (
    <ArtworkPicture
      path={(piece?.previewFile ?? image.previewFile)?.path ?? null}
      className="size-11 rounded-xs p-1"
    />
  ) : (
    <span className="grid size-11 place-items-center rounded-xs border border-line-strong border-dashed text-ink-2">
      <ImagePlus aria-hidden="true" className="size-4" />
    </span>
  )
  if (isLocked || item.status === "Completed") return picture
  return (
    <button
      type="button"
      onClick={onMatch}
      title={image ? `${image.name}: change` : "Choose image"}
      aria-label={
        image ? `Change the artwork of ${item.title}: ${image.name}` : `Choose artwork for ${item.title}`
      }
      className="rounded-xs outline-offset-2 hover:outline-2 hover:outline-accent"
    >
      {picture}
    </button>
  )
}

/** `COSMIC-CAT-75, Youth chest, Colour: Black` */
function wordsOf(item: OrderItem): string {
  return [item.sku || "No SKU", item.size, item.variation].filter(Boolean).join(", ")
}
