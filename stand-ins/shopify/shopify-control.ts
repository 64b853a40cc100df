import { z } from "zod"
import { boughtLine } from "./shopify-demo.ts"
import type { Order, Shop } from "./shopify-order.ts"
import {
  cancelOrder,
  fulfil,
  MAX_ORDERS,
  openWith,
  placeOrder,
  refundLines,
  takeOrders,
  touch,
} from "./shopify-shop.ts"

export const DEFAULT_SHOP = "luna-print-co.myshopify.com"

const shop = z.string().default(DEFAULT_SHOP)
/** The time of the event; now if it is absent. */
const atMs = z.number().int().min(0).optional()
/** The order by its place in the shop, the oldest being 0. */
const index = z.number().int().min(0).max(MAX_ORDERS)
const attributes = z.array(z.object({ key: z.string(), value: z.string() })).max(50)
const address = z.object({
  name: z.string(),
  address1: z.string(),
  address2: z.string().nullable().default(null),
  city: z.string(),
  provinceCode: z.string().nullable().default(null),
  zip: z.string(),
  country: z.string(),
  countryCode: z.string().length(2),
})
const line = z.object({
  listing: z.number().int().min(0).nullable().optional(),
  title: z.string().optional(),
  variantTitle: z.string().nullable().optional(),
  sku: z.string().nullable().optional(),
  priceCents: z.number().int().min(0).optional(),
  quantity: z.number().int().min(1).optional(),
  attributes: attributes.optional(),
})
/** Lines of an order by their place in it; all that remain if absent. */
const lines = z
  .array(z.object({ line: z.number().int().min(0), quantity: z.number().int().min(0) }))
  .min(1)
  .optional()
const financial = z.enum([
  "PENDING",
  "AUTHORIZED",
  "PAID",
  "PARTIALLY_PAID",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "VOIDED",
  "EXPIRED",
])

/** The events of a shop: orders of `/__control` with `vendor: "shopify"`. */
export const eventSchema = z.discriminatedUnion("action", [
  /** The shop has had that many orders from the start. */
  z.object({ action: z.literal("orders"), shop, count: z.number().int().min(0).max(MAX_ORDERS) }),
  /** The shop sells these, and always has. `answers`: what the buyers write, order by order. */
  z.object({
    action: z.literal("sell"),
    shop,
    listings: z
      .array(
        z.object({
          title: z.string(),
          sku: z.string(),
          option: z.string().optional(),
          sizes: z.array(z.string()).max(20),
          answers: z.array(attributes).max(500).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  z.object({ action: z.literal("zone"), shop, timeZone: z.string() }),
  /** New orders of what the shop sells. */
  z.object({ action: z.literal("arrive"), shop, atMs, count: z.number().int().min(1).max(1_000).default(1) }),
  /** One new order of exactly this. */
  z.object({
    action: z.literal("place"),
    shop,
    atMs,
    lines: z.array(line).min(1).max(600),
    isTest: z.boolean().optional(),
    financial: financial.optional(),
    address: address.nullable().optional(),
    fulfillByMs: z.number().int().nullable().optional(),
    note: z.string().nullable().optional(),
  }),
  z.object({
    action: z.literal("cancel"),
    shop,
    atMs,
    index,
    reason: z.enum(["CUSTOMER", "DECLINED", "FRAUD", "INVENTORY", "OTHER", "STAFF"]).default("CUSTOMER"),
  }),
  z.object({ action: z.literal("refund"), shop, atMs, index, lines }),
  /** An edit of the order: of one line, or with one line more. */
  z.object({
    action: z.literal("edit"),
    shop,
    atMs,
    index,
    line: z.number().int().min(0).optional(),
    quantity: z.number().int().min(0).optional(),
    attributes: attributes.optional(),
    variantTitle: z.string().nullable().optional(),
    add: line.optional(),
  }),
  z.object({ action: z.literal("readdress"), shop, atMs, index, address: address.nullable() }),
  /** The seller sends it, in Shopify's own admin. */
  z.object({ action: z.literal("fulfil"), shop, atMs, index, lines }),
  z.object({ action: z.literal("pay"), shop, atMs, index, financial }),
  z.object({ action: z.literal("deadline"), shop, atMs, index, fulfillByMs: z.number().int().nullable() }),
  z.object({ action: z.literal("hold"), shop, atMs, index, isHeld: z.boolean() }),
  /** Nothing that matters has changed. */
  z.object({ action: z.literal("bump"), shop, atMs, index }),
])
export type ShopEvent = z.infer<typeof eventSchema>

/** Makes an event happen; returns the new and changed orders, and the webhooks about them. */
export function happen(at: Shop, event: ShopEvent): { orders: Order[]; topics: string[] } {
  switch (event.action) {
    case "orders":
      openWith(at, event.count)
      return { orders: [], topics: [] }
    case "sell":
      at.listings = event.listings
      openWith(at, at.orders.length)
      return { orders: [], topics: [] }
    case "zone":
      at.timeZone = event.timeZone
      return { orders: [], topics: [] }
    case "arrive":
      return {
        orders: takeOrders(at, event.count, event.atMs ?? Date.now()),
        topics: ["orders/create", UPDATED],
      }
    case "place":
      return { orders: [placeOrder(at, event, event.atMs ?? Date.now())], topics: ["orders/create", UPDATED] }
  }
  const order = at.orders[event.index]
  if (!order) throw new Error(`The shop ${at.domain} has no order ${event.index}.`)
  return { orders: [order], topics: [...change(at, order, event, event.atMs ?? Date.now()), UPDATED] }
}

const UPDATED = "orders/updated"

type Change = Extract<ShopEvent, { index: number }>

function change(at: Shop, order: Order, event: Change, nowMs: number): string[] {
  touch(order, nowMs)
  const chosen = (asked: z.infer<typeof lines>) =>
    asked?.map(({ line, quantity }) => ({ lineId: order.lines[line].id, quantity })) ?? null
  switch (event.action) {
    case "cancel":
      cancelOrder(order, event.reason, nowMs)
      return ["orders/cancelled", "refunds/create"]
    case "refund": {
      const all = order.lines.map(({ id, quantity, removed }) => ({
        lineId: id,
        quantity: quantity - removed,
      }))
      refundLines(order, chosen(event.lines) ?? all, nowMs)
      return ["refunds/create"]
    }
    case "edit":
      edit(at, order, event)
      return ["orders/edited"]
    case "readdress":
      order.address = event.address
      return []
    case "fulfil":
      fulfil(order, chosen(event.lines), [], true, nowMs)
      return [order.closedMs === null ? "orders/partially_fulfilled" : "orders/fulfilled"]
    case "pay":
      order.financial = event.financial
      return event.financial === "PAID" ? ["orders/paid"] : []
    case "deadline":
      order.fulfillByMs = event.fulfillByMs
      return []
    case "hold":
      order.isHeld = event.isHeld
      return []
    case "bump":
      return []
  }
}

/** Edits an order as Shopify's order editing does: removed pieces leave `quantity` as it was ordered. */
function edit(at: Shop, order: Order, event: Extract<ShopEvent, { action: "edit" }>): void {
  order.isEdited = true
  if (event.add) order.lines.push({ ...boughtLine(at.listings, order, order.lines.length), ...event.add })
  if (event.line === undefined) return
  const edited = order.lines[event.line]
  if (event.attributes) edited.attributes = event.attributes
  if (event.variantTitle !== undefined) edited.variantTitle = event.variantTitle
  if (event.quantity === undefined) return
  const now = edited.quantity - edited.removed
  if (event.quantity > now) edited.quantity += event.quantity - now
  else edited.removed += now - event.quantity
}
