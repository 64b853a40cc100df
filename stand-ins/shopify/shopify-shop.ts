/**
 * The shops of the Shopify stand-in and the events of their orders. Everything is kept in memory; a
 * shop of the same name opens with the same orders.
 */

import { boughtLine, demoAddress, demoLines, listings } from "./shopify-demo.ts"
import {
  type Address,
  type CancelReason,
  type Financial,
  type Fulfillment,
  type Line,
  type Order,
  openQuantity,
  type Refund,
  type Shop,
  unfulfilled,
} from "./shopify-order.ts"

export const MAX_ORDERS = 20_000
const MAX_SHOPS = 50
/** The number of latest parcels of a shop that are listed. */
const MAX_SENT = 100
const DEMO_ORDERS = 80
/** A shop's orders are this far apart, and closer where there are many: none is older than `OLDEST_MS`. */
const STEP_MS = 3 * 3_600_000
const OLDEST_MS = 50 * 86_400_000
/** The newest order is a little old, so a change made on purpose comes after it. */
const AGE_MS = 300_000
const SHIPS_WITHIN_MS = 3 * 86_400_000

export class Shops {
  #shops = new Map<string, Shop>()

  /** Returns the shop at that address, opened at the first call; null where no shop can be. */
  at(domain: string): Shop | null {
    if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(domain) || domain.startsWith("missing")) return null
    const known = this.#shops.get(domain)
    if (known) return known
    if (this.#shops.size >= MAX_SHOPS) this.#shops.delete([...this.#shops.keys()][0])
    const name = domain.replace(/\.myshopify\.com$/, "")
    const shop: Shop = {
      id: 10_000_000 + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 80_000_000, 7),
      domain,
      name: name.replaceAll("-", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      timeZone: "America/New_York",
      listings,
      openedMs: Date.now() - AGE_MS,
      orders: [],
      appOrigin: null,
    }
    this.#shops.set(domain, shop)
    openWith(shop, DEMO_ORDERS)
    return shop
  }

  state() {
    return [...this.#shops.values()].map((shop) => ({
      id: shop.id,
      domain: shop.domain,
      name: shop.name,
      timeZone: shop.timeZone,
      listings: shop.listings.length,
      orders: shop.orders.length,
      cancelled: shop.orders.filter((order) => order.cancelled).length,
      fulfilled: shop.orders.filter((order) => unfulfilled(order) === 0).length,
      customersTold: shop.orders.flatMap((order) => order.fulfillments).filter((one) => one.isCustomerTold)
        .length,
      /** The latest parcels. */
      sent: shop.orders
        .flatMap(({ fulfillments }, index) =>
          fulfillments.map(({ quantity, tracking, isCustomerTold }) => ({
            ...{ index, quantity, tracking, isCustomerTold },
          })),
        )
        .slice(-MAX_SENT),
    }))
  }
}

/** Makes the shop one that has had that many orders from the start. */
export function openWith(shop: Shop, count: number): void {
  const stepMs = Math.min(STEP_MS, Math.floor(OLDEST_MS / Math.max(1, count)))
  shop.orders = []
  for (let index = 0; index < count; index++) {
    const createdMs = shop.openedMs - (count - 1 - index) * stepMs
    demoOrder(shop, createdMs - (createdMs % 1000))
  }
}

/** Adds `count` orders at that moment. */
export function takeOrders(shop: Shop, count: number, atMs: number): Order[] {
  const room = Math.min(count, MAX_ORDERS - shop.orders.length)
  return Array.from({ length: Math.max(0, room) }, () => demoOrder(shop, atMs))
}

/** The parts of one order that `/__control` gives. */
export type Wanted = {
  lines: Partial<Omit<Line, "id" | "removed" | "fulfilled">>[]
  isTest?: boolean
  financial?: Financial
  address?: Address | null
  fulfillByMs?: number | null
  note?: string | null
}

export function placeOrder(shop: Shop, wanted: Wanted, atMs: number): Order {
  const order = addOrder(shop, atMs)
  order.lines = wanted.lines.map((line, place) => ({ ...boughtLine(shop.listings, order, place), ...line }))
  order.financial = wanted.financial ?? "PAID"
  order.isTest = wanted.isTest ?? false
  order.note = wanted.note ?? null
  if (wanted.address !== undefined) order.address = wanted.address
  if (wanted.fulfillByMs !== undefined) order.fulfillByMs = wanted.fulfillByMs
  return order
}

/** Cancels an order with a refund of everything, as the admin does by default. */
export function cancelOrder(order: Order, reason: CancelReason, atMs: number): void {
  order.cancelled = { atMs, reason }
  order.closedMs = atMs
  refundLines(
    order,
    order.lines.map(({ id, quantity, removed }) => ({ lineId: id, quantity: quantity - removed })),
    atMs,
  )
  if (order.financial === "PENDING" || order.financial === "AUTHORIZED") order.financial = "VOIDED"
}

/** Refunds pieces, which leave the order. */
export function refundLines(order: Order, lines: Refund["lines"], atMs: number): void {
  const taken = lines.filter(({ quantity }) => quantity > 0)
  let cents = 0
  for (const { lineId, quantity } of taken) {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) continue
    const remaining = Math.min(quantity, line.quantity - line.removed)
    line.removed += remaining
    cents += remaining * line.priceCents
  }
  order.refunds.push({ id: order.id * 10 + order.refunds.length, atMs, lines: taken, cents })
  const isAll = order.lines.every(({ quantity, removed }) => removed >= quantity)
  if (order.financial === "PAID" || order.financial === "PARTIALLY_REFUNDED")
    order.financial = isAll ? "REFUNDED" : "PARTIALLY_REFUNDED"
  touch(order, atMs)
}

/** Ships pieces. `lines` null: all that remain. */
export function fulfil(
  order: Order,
  lines: { lineId: number; quantity: number }[] | null,
  tracking: Fulfillment["tracking"],
  isCustomerTold: boolean,
  atMs: number,
): Fulfillment {
  const sent = lines ?? order.lines.map((line) => ({ lineId: line.id, quantity: openQuantity(line) }))
  for (const { lineId, quantity } of sent) {
    const line = order.lines.find(({ id }) => id === lineId)
    if (line) line.fulfilled += Math.min(quantity, openQuantity(line))
  }
  const quantity = sent.reduce((sum, one) => sum + one.quantity, 0)
  const id = order.id * 10 + order.fulfillments.length
  const fulfillment = { id, atMs, quantity, tracking, isCustomerTold }
  order.fulfillments.push(fulfillment)
  // Shopify archives what is paid and fulfilled.
  if (unfulfilled(order) === 0) order.closedMs = atMs
  touch(order, atMs)
  return fulfillment
}

/** Changes an order, which moves to the end of the list that is sorted by the last change. */
export function touch(order: Order, atMs: number): void {
  order.updatedMs = Math.max(atMs - (atMs % 1000), order.createdMs)
}

function demoOrder(shop: Shop, atMs: number): Order {
  const order = addOrder(shop, atMs)
  order.lines = demoLines(shop.listings, order)
  const index = order.number - FIRST_NUMBER
  order.note = index % 9 === 5 ? "Please pack without an invoice, it is a gift." : null
  order.isTest = index === TEST
  if (index === UNPAID) order.financial = "PENDING"
  if (index === CANCELLED) cancelOrder(order, "CUSTOMER", atMs)
  if (index === SENT)
    fulfil(order, null, [{ company: "USPS", number: "9400111202508299673168", url: null }], true, atMs)
  if (index === PARTLY_REFUNDED) refundLines(order, [{ lineId: order.lines[0].id, quantity: 1 }], atMs)
  return order
}

const FIRST_NUMBER = 1001
/** Every shop has an order of each of these kinds. */
const TEST = 11
const CANCELLED = 17
const SENT = 23
const UNPAID = 29
const PARTLY_REFUNDED = 31

function addOrder(shop: Shop, atMs: number): Order {
  const index = shop.orders.length
  const createdMs = atMs - (atMs % 1000)
  const order: Order = {
    id: shop.id * 100_000 + index,
    number: FIRST_NUMBER + index,
    createdMs,
    updatedMs: createdMs,
    cancelled: null,
    closedMs: null,
    financial: "PAID",
    isTest: false,
    isEdited: false,
    isHeld: false,
    sourceName: index % 6 === 4 ? "pos" : "web",
    note: null,
    attributes: [],
    email: index % 5 === 0 ? null : `buyer${index}@example.com`,
    address: demoAddress(index),
    fulfillByMs: index % 5 === 4 ? null : createdMs + SHIPS_WITHIN_MS,
    lines: [],
    refunds: [],
    fulfillments: [],
  }
  shop.orders.push(order)
  return order
}
