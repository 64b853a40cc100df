import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { memo, Suspense, useState } from "react"
import { pageUnit } from "../../../contract/length.ts"
import { type OrderStep, orderSteps } from "../../../contract/orders/order-step.ts"
import { stepWords } from "../../../contract/orders/step-words.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { ShipDate } from "../../components/ship-date.tsx"
import { Button } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { PathMark } from "../../components/ui/path-mark.tsx"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { formatTypedNumber } from "../../lib/length.ts"
import { BuyerAnswers } from "../matching/buyer-answers.tsx"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { OrderItemName } from "./order-item-name.tsx"
import { isChanged } from "./print-rules.ts"
import { codeWords, type ReceiptItem, type ReceiptOrder } from "./receipt-orders.ts"

const NoPlace = lazyRouteComponent(() => import("../values/no-place.tsx"), "NoPlace")
const ItemChanges = lazyRouteComponent(() => import("./item-changes.tsx"), "ItemChanges")

/** The orders that are listed before the rest is asked for. */
const SHOWN_ORDERS = 60

type ReceiptItemsProps = {
  orders: readonly ReceiptOrder[]
  /** The codes of the copies that are outlined on the film. */
  shown: ReadonlySet<string>
  onShow: (codes: readonly string[]) => void
}

/** Lists what was printed, by order: read, not edited. */
export function ReceiptItems({ orders, shown, onShow }: ReceiptItemsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const listed = isWhole ? orders : orders.slice(0, SHOWN_ORDERS)
  return (
    <>
      <table
        aria-label="Items"
        onPointerLeave={() => onShow([])}
        className={classNames(cardClasses, "mt-2 w-full border-separate border-spacing-0 max-lg:block")}
      >
        <thead className="max-lg:sr-only">
          <tr className="text-left text-xs text-ink-3 [&>th]:h-9 [&>th]:px-1.5 min-[1400px]:[&>th]:px-2 [&>th]:font-[500]">
            <th scope="col" className="pl-4!">
              Image
            </th>
            <th scope="col">Size</th>
            <th scope="col" className="text-right">
              Quantity
            </th>
            <th scope="col">Order Item</th>
            <th scope="col" className="pr-4! text-right">
              Delete
            </th>
          </tr>
        </thead>
        {listed.map((order) => (
          <OrderRows
            key={order.orderNumber}
            order={order}
            shown={order.rows.some(({ code }) => shown.has(code)) ? shown : none}
            onShow={onShow}
          />
        ))}
      </table>
      {listed.length < orders.length && (
        <Button className="mt-3 w-full" onClick={() => setIsWhole(true)}>
          Show {plural(orders.length - listed.length, "more order", "more orders")}
        </Button>
      )}
    </>
  )
}

const none: ReadonlySet<string> = new Set()

type OrderRowsProps = { order: ReceiptOrder; shown: ReadonlySet<string>; onShow: ReceiptItemsProps["onShow"] }

/** Lists the items of an order. The mouse or the focus outlines all of its pieces on the film. */
const OrderRows = memo(function OrderRows({ order, shown, onShow }: OrderRowsProps) {
  const { orderNumber, rows, items } = order
  const codesOf = (item: ReceiptItem | null) =>
    (orderNumber === "" && item ? item.rows : rows).map(({ code }) => code)
  return (
    <tbody className="max-lg:block [&>tr>*]:border-line">
      {(orderNumber !== "" || items.some(({ item }) => item.orderItemId !== null)) && (
        <tr
          onPointerEnter={() => onShow(codesOf(null))}
          onFocus={() => onShow(codesOf(null))}
          className={classNames("max-lg:block", shown.size > 0 && "bg-accent-soft/55")}
        >
          <th scope="rowgroup" colSpan={5} className="border-t px-4 py-2 text-left font-normal max-lg:block">
            <OrderHead order={order} />
          </th>
        </tr>
      )}
      {items.map((one, index) => (
        <ItemRow
          key={one.item._id}
          one={one}
          isFirst={orderNumber === "" && index === 0}
          isShown={one.rows.some(({ code }) => shown.has(code))}
          onShow={() => onShow(codesOf(one))}
        />
      ))}
    </tbody>
  )
})

function OrderHead({ order: { orderNumber, buyer, shipBy, rows } }: { order: ReceiptOrder }) {
  const [{ isShipped, isPressed, isCancelled, orderId }] = rows
  const step: OrderStep = isShipped ? "shipped" : isPressed ? "pressed" : "on-film"
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
      <span className="min-w-0 flex-1 truncate">
        {orderNumber === "" ? (
          <b className="font-[640]">Without an order</b>
        ) : (
          <Link
            to="/orders"
            search={{ search: orderNumber }}
            aria-label={`Order ${orderNumber}`}
            className="touch font-[640] tabular-nums hover:underline"
          >
            {orderNumber}
          </Link>
        )}{" "}
        <span className="text-ink-2">{buyer}</span>
      </span>
      <ShipDate shipBy={shipBy} isSettled={isShipped || isCancelled} />
      {orderId !== null && (
        <span className="flex items-center gap-2 text-xs text-ink-2">
          {isCancelled ? (
            "Cancelled"
          ) : (
            <>
              <PathMark steps={orderSteps.length} at={orderSteps.indexOf(step)} />
              {stepWords[step]}
            </>
          )}
        </span>
      )}
    </span>
  )
}

type ItemRowProps = { one: ReceiptItem; isFirst: boolean; isShown: boolean; onShow: () => void }

function ItemRow({ one: { item, rows }, isFirst, isShown, onShow }: ItemRowProps) {
  const image = item.imageId
  return (
    <tr
      onPointerEnter={onShow}
      onFocus={onShow}
      className={classNames(
        "align-middle text-sm max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:py-1.5 [&>td]:px-1.5 min-[1400px]:[&>td]:px-2 [&>td]:py-1 max-lg:[&>td]:py-0",
        isShown && "bg-accent-soft/55",
        isFirst && "[&>td]:border-t max-lg:[&>td]:border-t-0 max-lg:border-t max-lg:border-line",
      )}
    >
      <td className="pl-4! max-lg:col-start-1 max-lg:row-start-1">
        <span className="flex items-center gap-3">
          <span className="w-18 flex-none font-[620] whitespace-nowrap tabular-nums">{codeWords(rows)}</span>
          <ArtworkPicture
            path={rows[0].preview ?? image?.previewFile?.path ?? null}
            className="size-8 flex-none rounded-xs p-0.5"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {image ? image.name : item.wasImageDeleted ? texts.imageDeleted : texts.imagePlaceholder}
            {rows[0].texts.length > 0 && (
              <b className="block font-[620]">{rows[0].texts.map(({ text }) => text).join(", ")}</b>
            )}
          </span>
        </span>
      </td>
      <td className="whitespace-nowrap text-ink-2 max-lg:col-start-1 max-lg:row-start-2 max-lg:pl-37!">
        <SizeWords item={item} />
      </td>
      <td
        className={classNames(
          "text-right tabular-nums max-lg:col-start-2 max-lg:row-start-1 max-lg:self-center max-lg:pr-4!",
          item.quantity > 1 ? "font-[620]" : "text-ink-2",
        )}
      >
        ×{item.quantity}
      </td>
      <td className="max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-3 max-lg:pl-37!">
        <OrderItem item={item} />
      </td>
      <td className="pr-4! text-right text-ink-3 max-lg:hidden">–</td>
    </tr>
  )
}

function SizeWords({ item: { sizeId, wasSizeDeleted } }: { item: PrintItem }) {
  if (sizeId === null) return <>{wasSizeDeleted ? texts.sizeDeleted : texts.selectSize}</>
  return (
    <>
      {sizeId.name} <span className="tabular-nums">{formatTypedNumber(sizeId.value)}</span>{" "}
      <span className="text-ink-3">{pageUnit()}</span>
    </>
  )
}

/** Shows the ordered item with the buyer's words, and what has changed about it since. */
function OrderItem({ item }: { item: PrintItem }) {
  const order = item.orderItemId
  if (order === null) return <span className="text-ink-3 max-lg:hidden">–</span>
  return (
    <span className="flex max-w-52 min-w-0 flex-col items-start">
      <OrderItemName item={item} />
      {order.variation !== "" && (
        <span className="block max-w-full truncate text-xs text-ink-2" title={order.variation}>
          {order.variation}
        </span>
      )}
      <BuyerAnswers item={order} />
      {order.hasNoPlace && item.imageId && (
        <Suspense>
          <NoPlace item={{ ...order, orderItemId: order._id, imageId: item.imageId._id }} canMend={false} />
        </Suspense>
      )}
      {isChanged(order) && (
        <Suspense>
          <ItemChanges item={item} order={order} handlers={readOnly} />
        </Suspense>
      )}
    </span>
  )
}

const readOnly = { canEdit: false, onQuantity: () => {}, onDelete: () => {} }
