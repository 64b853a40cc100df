import type { PrintItem } from "../../../contract/prints/print.ts"
import { HoverCard } from "../../components/ui/popover.tsx"
import { classNames } from "../../lib/class-names.ts"
import { truncate } from "../../lib/format.ts"
import { formatPrice } from "../../lib/price.ts"

/** Shows the beginning of an ordered item's title, and all about it on hover. */
export function OrderItemName({ item }: { item: PrintItem }) {
  const order = item.orderItemId
  if (order === null) return <span className="text-ink-3">–</span>
  return (
    <HoverCard
      trigger={
        <button
          type="button"
          className={classNames(
            "touch whitespace-nowrap text-ink-2",
            order.isCancelled ? "line-through" : "underline decoration-dotted underline-offset-3",
          )}
        >
          {truncate(order.title)}
        </button>
      }
    >
      <div className="flex items-start gap-3">
        {order.attributes[0]?.fileUrl && (
          <img
            src={order.attributes[0].fileUrl}
            alt=""
            referrerPolicy="no-referrer"
            className="size-14 flex-none rounded-xs bg-sunken object-cover"
          />
        )}
        <p className="font-[550]">{order.title}</p>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-ink-2">
        <dt className="text-ink-3">Order</dt>
        <dd>{order.orderNumber}</dd>
        <dt className="text-ink-3">SKU</dt>
        <dd>{order.sku || "–"}</dd>
        <dt className="text-ink-3">Size</dt>
        <dd>{order.size || "–"}</dd>
        <dt className="text-ink-3">Ordered</dt>
        <dd>
          {order.quantity}
          {order.price !== null && ` at ${formatPrice(order.price, order.currency)}`}
        </dd>
      </dl>
    </HoverCard>
  )
}
