import { GraphQLError } from "graphql"
import { type Asking, listConnection, type PageArgs } from "./shopify-connection.ts"
import { allows } from "./shopify-oauth.ts"
import {
  type Fulfillment,
  type Line,
  type Order,
  openQuantity,
  type Refund,
  type Shop,
  unfulfilled,
} from "./shopify-order.ts"

/** The caller, on whom some fields depend. */
export type Reader = Asking & { scopes: readonly string[]; origin: string }
type Asked<T> = (args: PageArgs, reader: Reader) => T

/** Returns an order as the Admin API does. */
export function orderNode(shop: Shop, order: Order) {
  const lines = order.lines.map((line) => lineNode(shop, line))
  const total = cents(order.lines, ({ quantity }) => quantity)
  const current = cents(order.lines, ({ quantity, removed }) => quantity - removed)
  return {
    __typename: "Order",
    id: gid("Order", order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    number: order.number,
    createdAt: iso(order.createdMs),
    processedAt: iso(order.createdMs),
    updatedAt: iso(order.updatedMs),
    cancelledAt: iso(order.cancelled?.atMs ?? null),
    cancelReason: order.cancelled?.reason ?? null,
    closed: order.closedMs !== null,
    closedAt: iso(order.closedMs),
    confirmed: true,
    test: order.isTest,
    edited: order.isEdited,
    sourceName: order.sourceName,
    note: order.note,
    tags: [],
    email: order.email,
    phone: null,
    customAttributes: order.attributes,
    currencyCode: "USD",
    displayFinancialStatus: order.financial,
    displayFulfillmentStatus: displayFulfilment(order),
    fullyPaid: !["PENDING", "AUTHORIZED", "PARTIALLY_PAID"].includes(order.financial),
    unpaid: order.financial === "PENDING",
    requiresShipping: true,
    shippingAddress: order.address && addressNode(order),
    totalPriceSet: money(total + SHIPPING_CENTS),
    currentTotalPriceSet: money(current + SHIPPING_CENTS),
    subtotalPriceSet: money(total),
    totalRefundedSet: money(order.refunds.reduce((sum, refund) => sum + refund.cents, 0)),
    currentSubtotalLineItemsQuantity: order.lines.reduce(
      (sum, line) => sum + line.quantity - line.removed,
      0,
    ),
    lineItems: ((args, reader) =>
      listConnection(lines, args, reader, (line) => line)) satisfies Asked<unknown>,
    fulfillmentOrders: ((args, reader) => {
      needs(reader, FULFILMENT_READERS, "fulfillmentOrders")
      return listConnection([fulfillmentOrderNode(shop, order)], args, reader, (one) => one)
    }) satisfies Asked<unknown>,
    fulfillments: ({ first }: PageArgs) =>
      order.fulfillments.slice(0, first ?? undefined).map(fulfillmentNode),
    refunds: ({ first }: PageArgs) =>
      order.refunds.slice(0, first ?? undefined).map((one) => refundNode(shop, order, one)),
  }
}

/** Returns the order's fulfilment order at the one location of the shop. */
export function fulfillmentOrderNode(shop: Shop, order: Order) {
  const status = fulfilmentStatus(order)
  const lines = order.lines.map((line) => ({
    id: gid("FulfillmentOrderLineItem", line.id),
    lineItem: lineNode(shop, line),
    remainingQuantity: order.cancelled ? 0 : openQuantity(line),
    totalQuantity: line.quantity - line.removed,
    sku: line.sku,
    productTitle: line.title,
    variantTitle: line.variantTitle,
  }))
  return {
    __typename: "FulfillmentOrder",
    id: gid("FulfillmentOrder", order.id),
    orderId: gid("Order", order.id),
    orderName: `#${order.number}`,
    status,
    requestStatus: "UNSUBMITTED",
    fulfillAt: iso(order.createdMs),
    fulfillBy: iso(order.fulfillByMs),
    createdAt: iso(order.createdMs),
    updatedAt: iso(order.updatedMs),
    assignedLocation: { name: shop.name, countryCode: "US" },
    supportedActions:
      status === "OPEN" || status === "IN_PROGRESS"
        ? [{ action: "CREATE_FULFILLMENT", externalUrl: null }]
        : [],
    lineItems: ((args, reader) =>
      listConnection(lines, args, reader, (line) => line)) satisfies Asked<unknown>,
    fulfillments: ((args, reader) =>
      listConnection(order.fulfillments, args, reader, fulfillmentNode)) satisfies Asked<unknown>,
  }
}

export function fulfillmentNode(fulfillment: Fulfillment) {
  return {
    __typename: "Fulfillment",
    id: gid("Fulfillment", fulfillment.id),
    name: `#F${fulfillment.id % 1000}`,
    status: "SUCCESS",
    displayStatus: "FULFILLED",
    createdAt: iso(fulfillment.atMs),
    updatedAt: iso(fulfillment.atMs),
    totalQuantity: fulfillment.quantity,
    trackingInfo: ({ first }: PageArgs) => fulfillment.tracking.slice(0, first ?? undefined),
  }
}

export function fulfilmentStatus(order: Order): "OPEN" | "IN_PROGRESS" | "ON_HOLD" | "CLOSED" | "CANCELLED" {
  if (order.cancelled) return order.fulfillments.length > 0 ? "CLOSED" : "CANCELLED"
  if (unfulfilled(order) === 0) return "CLOSED"
  if (order.isHeld) return "ON_HOLD"
  return order.fulfillments.length > 0 ? "IN_PROGRESS" : "OPEN"
}

export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`
}

/** Throws if none of `scopes` was granted: as at Shopify, the field is null and the errors say why. */
export function needs(reader: Reader, scopes: readonly string[], field: string): void {
  if (scopes.some((scope) => allows(reader.scopes, scope))) return
  const requiredAccess = `${scopes.map((scope) => `\`${scope}\``).join(" or ")} access scope.`
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: {
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess,
    },
  })
}

const SHIPPING_CENTS = 499
export const FULFILMENT_READERS = [
  "read_assigned_fulfillment_orders",
  "read_merchant_managed_fulfillment_orders",
  "read_third_party_fulfillment_orders",
]

function lineNode(shop: Shop, line: Line) {
  const { listing, variantTitle, sku } = line
  const image = (_args: unknown, reader: Reader) => (listing === null ? null : imageNode(reader, listing))
  const optionName = (listing === null ? null : shop.listings[listing]?.option) ?? "Size"
  return {
    __typename: "LineItem",
    id: gid("LineItem", line.id),
    name: variantTitle === null ? line.title : `${line.title} - ${variantTitle}`,
    title: line.title,
    variantTitle,
    sku,
    vendor: shop.name,
    quantity: line.quantity,
    currentQuantity: line.quantity - line.removed,
    unfulfilledQuantity: openQuantity(line),
    nonFulfillableQuantity: line.removed,
    refundableQuantity: line.quantity - line.removed,
    customAttributes: line.attributes,
    originalUnitPriceSet: money(line.priceCents),
    discountedUnitPriceAfterAllDiscountsSet: money(line.priceCents),
    requiresShipping: true,
    isGiftCard: false,
    lineItemGroup: null,
    image,
    product: (_args: unknown, reader: Reader) => {
      needs(reader, ["read_products"], "product")
      if (listing === null) return null
      return {
        id: gid("Product", shop.id * 100 + listing),
        title: line.title,
        handle: `product-${listing}`,
        featuredImage: image,
      }
    },
    variant: (_args: unknown, reader: Reader) => {
      needs(reader, ["read_products"], "variant")
      if (listing === null) return null
      const selectedOptions = variantTitle === null ? [] : [{ name: optionName, value: variantTitle }]
      return {
        id: gid("ProductVariant", shop.id * 100 + listing),
        title: variantTitle ?? "Default Title",
        sku,
        selectedOptions,
        image,
      }
    },
  }
}

function imageNode(reader: Reader, listing: number) {
  const url = `${reader.origin}/shopify/cdn/products/${listing}.svg`
  return { id: gid("ProductImage", listing), url, altText: null, width: 170, height: 135 }
}

function refundNode(shop: Shop, order: Order, refund: Refund) {
  const lines = refund.lines.flatMap(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    return line ? [{ id: gid("RefundLineItem", lineId), lineItem: lineNode(shop, line), quantity }] : []
  })
  return {
    __typename: "Refund",
    id: gid("Refund", refund.id),
    createdAt: iso(refund.atMs),
    note: null,
    totalRefundedSet: money(refund.cents),
    refundLineItems: ((args, reader) =>
      listConnection(lines, args, reader, (line) => line)) satisfies Asked<unknown>,
  }
}

function addressNode(order: Order) {
  if (!order.address) return null
  const { name, countryCode, ...address } = order.address
  const [firstName, ...rest] = name.split(" ")
  return {
    __typename: "MailingAddress",
    id: gid("MailingAddress", order.id),
    ...{ ...address, name, firstName, lastName: rest.join(" "), company: null, phone: null },
    province: address.provinceCode,
    countryCodeV2: countryCode,
    formatted: [
      name,
      address.address1,
      `${address.city} ${address.provinceCode ?? ""} ${address.zip}`,
      address.country,
    ],
  }
}

function displayFulfilment(order: Order): string {
  if (order.isHeld) return "ON_HOLD"
  if (order.fulfillments.length === 0) return "UNFULFILLED"
  return unfulfilled(order) === 0 ? "FULFILLED" : "PARTIALLY_FULFILLED"
}

function cents(lines: readonly Line[], count: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + line.priceCents * count(line), 0)
}

function money(amountCents: number) {
  const amount = { amount: (amountCents / 100).toFixed(2), currencyCode: "USD" }
  return { shopMoney: amount, presentmentMoney: amount }
}

function iso(atMs: number): string
function iso(atMs: number | null): string | null
function iso(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString().replace(/\.\d{3}Z$/, "Z")
}
