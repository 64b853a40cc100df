import { dayOfMoment } from "../../contract/day.ts"
import { changeWords } from "../../contract/orders/change-words.ts"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import { stepWords } from "../../contract/orders/step-words.ts"
import { type Cell, csvLine } from "./csv.ts"

type Column = [title: string, cell: (order: Order, item: OrderItem | null, timeZone: string) => Cell]

const columns: Column[] = [
  ["Order", (order) => order.orderNumber],
  ["Shop", (order) => order.integrationId.name],
  ["Ordered", (order, _, timeZone) => dayOfMoment(order.integrationOrderCreatedDate, timeZone) ?? ""],
  ["Ship by", (order, _, timeZone) => dayOfMoment(order.shipBy, timeZone) ?? ""],
  ["Status", (order) => (order.isCancelled ? "Cancelled" : order.status)],
  ["Pressed", (order, _, timeZone) => dayOfMoment(order.pressedAt, timeZone) ?? ""],
  ["Shipped", (order, _, timeZone) => dayOfMoment(order.shippedAt, timeZone) ?? ""],
  ["Carrier", (order) => order.shipment?.carrier ?? ""],
  ["Tracking number", (order) => order.shipment?.trackingNumber ?? ""],
  ["Buyer", (order) => order.buyerInfo.name],
  ["E-mail", (order) => order.buyerInfo.email],
  ["Phone", (order) => order.buyerInfo.phone],
  ["Address", (order) => order.buyerInfo.address],
  ["Country", (order) => order.buyerInfo.country],
  ["Order total", (order) => order.total.amount],
  ["Currency", (order) => order.total.currency],
  ["Printing cost", (order) => order.cost?.amount ?? null],
  ["Cost currency", (order) => order.cost?.currency ?? ""],
  ["Item", (_, item) => item?.title ?? ""],
  ["SKU", (_, item) => item?.sku ?? ""],
  ["Size", (_, item) => item?.size ?? ""],
  ["Variation", (_, item) => item?.variation ?? ""],
  ["Quantity", (_, item) => item?.quantity ?? null],
  ["Price", (_, item) => item?.price ?? null],
  ["Personalisation", (_, item) => item?.wording ?? ""],
  ["Artwork", (_, item) => item?.match.imageId?.name ?? ""],
  ["Item status", (_, item) => (item === null ? "" : item.isCancelled ? "Cancelled" : item.status)],
  ["Changed", (order, item) => [...order.changes, ...(item?.changes ?? [])].map(changeWords).join("\n")],
  ["Step", ({ step }) => (step === null ? "" : stepWords[step])],
]

/** The first line of a file of orders, with the byte order mark that spreadsheets look for. */
export const ordersCsvHead = `\uFEFF${csvLine(columns.map(([title]) => title))}`

/** Returns orders as lines: one for each item, and one for an order without any. Days are the seller's. */
export function ordersCsvLines(orders: readonly Order[], timeZone: string): string {
  return orders
    .flatMap((order) => {
      const items = order.orderItems.length > 0 ? order.orderItems : [null]
      return items.map((item) => csvLine(columns.map(([, cell]) => cell(order, item, timeZone))))
    })
    .join("")
}
