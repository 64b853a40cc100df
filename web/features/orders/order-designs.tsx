import { ImagePlus } from "lucide-react"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { plural } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

/** The number of designs that a row has room for. */
const SHOWN = 3

/** Shows what an order's items print, each design once, and how many items there are. */
export function OrderDesigns({ order: { orderItems, step } }: { order: Order }) {
  // Only what is still to do lacks its artwork.
  const designs = designsOf(orderItems).filter((image) => image !== null || step === "to-do")
  const more = designs.length - SHOWN
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      {designs.slice(0, SHOWN).map((image) =>
        image === null ? (
          <span
            key="none"
            role="img"
            aria-label="No artwork yet"
            title="No artwork yet"
            className="grid size-9 flex-none place-items-center rounded-xs border-[1.5px] border-warn border-dashed text-warn-ink"
          >
            <ImagePlus aria-hidden="true" className="size-4" />
          </span>
        ) : (
          <ArtworkPicture
            key={image._id}
            path={image.previewFile?.path ?? null}
            // In a table of 1280 px, names need this room more.
            className="size-9 rounded-xs p-1 md:nth-3:max-[1400px]:hidden"
          />
        ),
      )}
      {more > 0 && <span className="text-xs text-ink-3">+{more}</span>}
      <span className="ml-1 text-xs text-ink-3">{plural(orderItems.length, "item")}</span>
    </span>
  )
}

type Artwork = NonNullable<OrderItem["match"]["imageId"]>

/** Returns the artwork of the items, each once; null stands for what is not chosen yet, and comes first. */
function designsOf(items: readonly OrderItem[]): (Artwork | null)[] {
  const left = items.filter(({ isCancelled }) => !isCancelled)
  const images = new Map(
    (left.length === 0 ? items : left).map(({ match: { imageId } }) => [imageId?._id ?? null, imageId]),
  )
  return [...images.values()].sort((a, b) => Number(a !== null) - Number(b !== null))
}
