import type { OrderItem } from "../../../contract/orders/order.ts"
import { plural } from "../../lib/format.ts"
import { answersText } from "../matching/buyer-answers.tsx"
import { CutText, Mockup } from "../matching/order-item-parts.tsx"
import { unplacedOf } from "../readings/reading-rules.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { NoPlaceRemedies } from "../values/no-place.tsx"

/** The number of texts that are shown. */
const SHORT = 3

/** Shows texts of one SKU or listing that their artwork has no place for, and the remedies. */
export function NoPlaceRow({ rowId, items }: { rowId: string; items: readonly OrderItem[] }) {
  const [item] = items
  const unplaced = unplacedOf(item)
  const more = items.length - SHORT
  return (
    <li data-inbox-row={rowId} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <Mockup url={item.mockupUrl} className="size-11" />
      <ArtworkPicture
        path={item.match.imageId?.previewFile?.path ?? null}
        className="size-11 flex-none rounded-xs p-1"
      />
      <div className="min-w-0 flex-1 basis-64">
        <CutText text={item.title} className="block truncate font-[550]" />
        <div className="text-xs text-warn-ink [overflow-wrap:anywhere]">
          {item.sku && `${item.sku}: `}
          {plural(items.length, "item has", "items have")} text, but {items.length === 1 ? "its" : "their"}{" "}
          artwork has no place for it
        </div>
        <ul className="mt-1 grid gap-1 text-xs text-ink-2">
          {items.slice(0, SHORT).map((one) => (
            <li key={one._id} className="line-clamp-3 [overflow-wrap:anywhere]">
              {answersText(one)}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="mt-1 text-xs text-ink-3">and {plural(more, "more text")}</p>}
      </div>
      {unplaced && <NoPlaceRemedies item={unplaced} className="justify-end coarse:w-full" />}
    </li>
  )
}
