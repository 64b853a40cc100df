import { useMutation, useQuery } from "@tanstack/react-query"
import { ImagePlus, Inbox as InboxIcon } from "lucide-react"
import { useMemo, useState } from "react"
import type { OrderItem } from "../../../contract/order.ts"
import { sizeLabel } from "../../../contract/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { chooseMatch, unmatchedOptions } from "./order-calls.ts"
import { CutText, Mockup, OrderSizeSelect } from "./order-item-parts.tsx"
import { groupUnmatched } from "./order-rules.ts"

/** Rows before 'Show all'. */
const SHORT = 3

type InboxProps = {
  /** Of one shop, or of all. */
  integrationId: string | undefined
  /** Items that wait, over all orders. */
  count: number
  onImage: (item: OrderItem) => void
}

/** Order items whose artwork or size is not known: chosen once, every later order follows. */
export function Inbox({ integrationId, count, onImage }: InboxProps) {
  const orders = useQuery(unmatchedOptions(integrationId)).data?.data
  const groups = useMemo(() => groupUnmatched(orders ?? []), [orders])
  const [isWhole, setIsWhole] = useState(false)
  if (count === 0 || groups.length === 0) return null
  const shown = isWhole ? groups : groups.slice(0, SHORT)
  const hidden = groups.length - shown.length
  return (
    <section
      aria-labelledby="inbox"
      className="mt-4 overflow-hidden rounded-lg border border-warn/50 bg-surface shadow-card"
    >
      <div className="flex items-center gap-3 bg-warn-soft px-4 py-3 text-sm text-warn-ink">
        <InboxIcon aria-hidden="true" className="size-4.5 flex-none" />
        <h2 id="inbox" className="flex-1 font-[600]">
          {plural(count, "order item needs", "order items need")} artwork or a size
        </h2>
        <span className="coarse:hidden">Your choice is remembered for the SKU</span>
      </div>
      <ul className="divide-y divide-warn/25">
        {shown.map((group) => (
          <InboxRow key={group[0]._id} group={group} onImage={() => onImage(group[0])} />
        ))}
      </ul>
      {groups.length > SHORT && (
        <div className="border-warn/25 border-t px-2 py-1">
          <Button variant="ghost" size="sm" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${hidden} more`}
          </Button>
        </div>
      )}
    </section>
  )
}

type InboxRowProps = { group: readonly OrderItem[]; onImage: () => void }

function InboxRow({ group, onImage }: InboxRowProps) {
  const [item] = group
  const image = item.match.imageId
  const choose = useMutation({ mutationFn: (sizeId: string) => chooseMatch(item._id, { sizeId }) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-sm">
      <Mockup url={item.mockupUrl} className="size-11" />
      <div className="min-w-0 flex-1 basis-48">
        <CutText text={item.title} className="block truncate font-[550]" />
        <div className="truncate text-xs text-ink-3">{factsOf(group)}</div>
      </div>
      <div className="flex items-center gap-2 coarse:w-full">
        {image === null ? (
          <Button
            icon={<ImagePlus />}
            onClick={onImage}
            aria-label={`Choose image for ${item.title}`}
            className="w-40 border-line-strong border-dashed shadow-none coarse:flex-1"
          >
            Choose image
          </Button>
        ) : (
          <button
            type="button"
            onClick={onImage}
            aria-label={`Change the image of ${item.title}: ${image.name}`}
            className="flex w-40 min-w-0 items-center gap-2 rounded-md text-left coarse:flex-1"
          >
            <ArtworkPicture path={image.previewFile?.path ?? null} className="size-9 rounded-xs p-0.5" />
            <span className="truncate">{image.name}</span>
          </button>
        )}
        {item.match.sizeId === null ? (
          <OrderSizeSelect
            item={item}
            onSize={(sizeId) => choose.mutate(sizeId)}
            isDisabled={choose.isPending}
            className="w-44 coarse:min-w-0 coarse:flex-1"
          />
        ) : (
          <span className="w-44 truncate px-3 text-ink-2 coarse:flex-1">{sizesOf(group)}</span>
        )}
      </div>
    </li>
  )
}

/** The one size that they have, or how many. */
function sizesOf(group: readonly OrderItem[]): string {
  const labels = new Set(group.flatMap(({ match }) => (match.sizeId ? [sizeLabel(match.sizeId)] : [])))
  return labels.size === 1 ? [...labels][0] : plural(labels.size, "size")
}

/** `FFC-SWEAT-M, Adult, 3 orders` */
function factsOf(group: readonly OrderItem[]): string {
  const [item] = group
  const orders = new Set(group.map((one) => one.orderId)).size
  return [
    item.sku || "No SKU",
    item.match.sizeId === null ? item.size : "",
    item.variation,
    item.personalisation,
    orders > 1 ? plural(orders, "order") : `order ${item.orderNumber}`,
  ]
    .filter(Boolean)
    .join(", ")
}
