import { type Order, openQuantity, type Shop } from "./shopify-order.ts"
import { fulfillmentNode, fulfilmentStatus, gid } from "./shopify-orders.ts"
import { fulfil } from "./shopify-shop.ts"

/** The input of `fulfillmentCreate`. */
export type FulfilmentAsked = {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null
  }[]
  notifyCustomer?: boolean | null
  trackingInfo?: {
    company?: string | null
    number?: string | null
    numbers?: string[] | null
    url?: string | null
    urls?: string[] | null
  } | null
}

type Sender = { shop: Shop; changed: (order: Order) => void }

/** Fulfils a request or returns why not; the buyer gets a mail only if the caller wants it. */
export function fulfilOrder({ shop, changed }: Sender, asked: FulfilmentAsked) {
  const wanted = asked.lineItemsByFulfillmentOrder
  const orders = wanted.map(({ fulfillmentOrderId }) =>
    shop.orders.find((order) => gid("FulfillmentOrder", order.id) === fulfillmentOrderId),
  )
  if (wanted.length === 0) return refused("Line items by fulfillment order can't be blank")
  const [order] = orders
  if (!order || orders.some((one) => !one)) return refused("Fulfillment order does not exist.")
  if (orders.some((one) => one !== order))
    return refused("All fulfillment orders must belong to the same order.")
  const status = fulfilmentStatus(order)
  if (status !== "OPEN" && status !== "IN_PROGRESS")
    return refused(`Fulfillment order ${order.id} has an unfulfillable status= ${status.toLowerCase()}.`)
  const lines = wanted.flatMap(({ fulfillmentOrderLineItems }) => fulfillmentOrderLineItems ?? [])
  const problem = lines.map((line) => lineProblem(order, line)).find((one) => one !== null)
  if (problem) return refused(problem)
  const chosen = lines.map(({ id, quantity }) => ({ lineId: Number(id.split("/").at(-1)), quantity }))
  const { company = null, number, numbers, url, urls } = asked.trackingInfo ?? {}
  const given = numbers ?? (number == null ? [] : [number])
  const links = urls ?? (url == null ? [] : [url])
  const tracking = Array.from({ length: Math.max(given.length, links.length, company ? 1 : 0) }, (_, i) => ({
    company,
    number: given[i] ?? null,
    url: links[i] ?? null,
  }))
  const made = fulfil(
    order,
    chosen.length > 0 ? chosen : null,
    tracking,
    asked.notifyCustomer ?? false,
    Date.now(),
  )
  changed(order)
  return { fulfillment: fulfillmentNode(made), userErrors: [] }
}

function lineProblem(order: Order, { id, quantity }: { id: string; quantity: number }): string | null {
  const line = order.lines.find((one) => gid("FulfillmentOrderLineItem", one.id) === id)
  if (!line) return "Fulfillment order line item does not exist."
  return quantity < 1 || quantity > openQuantity(line)
    ? "Invalid fulfillment order line item quantity requested."
    : null
}

function refused(message: string) {
  return { fulfillment: null, userErrors: [{ field: ["fulfillment"], message }] }
}
