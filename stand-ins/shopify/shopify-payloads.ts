import type { Order, Shop } from "./shopify-order.ts"
import { fulfilmentStatus, gid } from "./shopify-orders.ts"

/** Returns an order as webhooks have it: in the form of the REST API, with plain numbers for ids. */
export function orderPayload(order: Order): Record<string, unknown> {
  const isSent = fulfilmentStatus(order) === "CLOSED" && order.fulfillments.length > 0
  return {
    id: order.id,
    admin_graphql_api_id: gid("Order", order.id),
    name: `#${order.number}`,
    order_number: order.number,
    created_at: new Date(order.createdMs).toISOString(),
    updated_at: new Date(order.updatedMs).toISOString(),
    cancelled_at: order.cancelled && new Date(order.cancelled.atMs).toISOString(),
    cancel_reason: order.cancelled?.reason.toLowerCase() ?? null,
    financial_status: order.financial.toLowerCase(),
    fulfillment_status: isSent ? "fulfilled" : order.fulfillments.length > 0 ? "partial" : null,
    test: order.isTest,
    email: order.email,
    note: order.note,
    shipping_address: order.address,
    line_items: order.lines.map((line) => ({
      id: line.id,
      title: line.title,
      variant_title: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
      current_quantity: line.quantity - line.removed,
      price: (line.priceCents / 100).toFixed(2),
      properties: line.attributes.map(({ key, value }) => ({ name: key, value })),
    })),
  }
}

/** Returns the body of `orders/edited`, which has the edit alone. */
export function editPayload(order: Order): Record<string, unknown> {
  return {
    order_edit: {
      id: order.id * 10,
      order_id: order.id,
      committed_at: new Date(order.updatedMs).toISOString(),
    },
  }
}

export function refundPayload(order: Order): Record<string, unknown> {
  const refund = order.refunds.at(-1)
  return { id: refund?.id, order_id: order.id, created_at: new Date(order.updatedMs).toISOString() }
}

/** Returns the body of a compulsory topic (shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
export function privacyPayload(shop: Shop, topic: string, order: Order | null): Record<string, unknown> {
  const who = { shop_id: shop.id, shop_domain: shop.domain }
  if (topic === "shop/redact") return who
  const customer = { id: order ? order.id % 1_000_000 : 1, email: order?.email ?? null, phone: null }
  const ids = order ? [order.id] : []
  return topic === "customers/redact"
    ? { ...who, customer, orders_to_redact: ids }
    : { ...who, customer, orders_requested: ids, data_request: { id: 9_999 } }
}
