/**
 * The shops of the Etsy stand-in. Receipts are computed from their number, so a shop of thousands
 * costs nothing. Only what was changed on purpose is remembered.
 */

import {
  ReceiptChanges,
  type ReceiptStatus,
  refundResource,
  shipmentResource,
  statusOf,
} from "./etsy-changes.ts"
import { imageResource, listingResource } from "./etsy-resources.ts"
import { variationsOf, type Written } from "./etsy-variations.ts"

const MAX_SHOPS = 50
const MAX_SHOWN = 20
/** More than two pages of 50, the largest size a client asks for. */
const RECEIPTS = 110
export const MAX_RECEIPTS = 20_000

type Listing = {
  title: string
  sku: string
  sizes: readonly string[]
  sizeName?: string
  isPersonal?: boolean
  answers?: readonly Written[]
}

const chests = ["Adult chest", "Youth chest", "Toddler", "Left chest"]
/** Titles and values come with HTML entities, as Etsy's do. */
const listings: readonly Listing[] = [
  { title: "Cosmic Cat &amp; Moon DTF Transfer, Ready to Press", sku: "COSMIC-CAT", sizes: chests },
  { title: "Luna Moth Iron On Transfer", sku: "luna moth", sizes: ["10&quot; Adult chest", "5 inches"] },
  { title: "Mama&#39;s Leopard DTF Print for Tees and Totes", sku: "LEOPARD_MAMA", sizes: chests },
  { title: "Good Vibes Only Transfer", sku: "GOOD-VIBES-3.5IN", sizes: [] },
  { title: "Salty Wave Surf Transfer", sku: "SALTY-WAVE", sizes: chests },
  {
    title: "Custom Team Name Transfer, any colour",
    sku: "",
    sizes: ["Adult chest", "Youth chest"],
    isPersonal: true,
  },
  {
    title: "Shred It Taco Skate Transfer",
    sku: "SHRED-IT-TACO",
    sizes: ["10 in", "7.5 in"],
    sizeName: "Width",
  },
  { title: "Wildflower Bouquet Transfer (new)", sku: "WF-2026", sizes: chests },
  { title: "Petal Smiley Retro Transfer", sku: "PETAL-SMILEY", sizes: chests },
  { title: "Eastside 07 Varsity Transfer", sku: "EASTSIDE-07", sizes: chests },
]
/** One name would be a formula in a spreadsheet, as some real names would. */
const buyers = [
  ["Ana Lima", "12 Palm Street", "Austin", "TX", "78701", "US"],
  ["Jos&eacute; O&#39;Neill", "7 Rue du Port", "Qu&eacute;bec", "QC", "G1R 4S9", "CA"],
  ["Mei-Ling Chen", "88 Harbour Road", "San Diego", "CA", "92101", "US"],
  ["@rosa.makes", "3 Orchard Way", "Reno", "NV", "89501", "US"],
] as const

export type Shop = {
  userId: number
  shopId: number
  name: string
  /** The listings; their photos are those of the usual ones. */
  listings: readonly Listing[]
  /** The time of the newest receipt that the shop opened with; each older one is some minutes earlier. */
  openedS: number
  openedWith: number
  /** The seconds at which later receipts came in. */
  arrivedS: number[]
  /** Receipts that come without their total. */
  spoilt: Set<number>
  changes: ReceiptChanges
}

/** A receipt's number in its shop; the highest is the newest. */
type Place = { index: number; updatedS: number }

const FIRST_RECEIPT = 3_100_000_000
const FIRST_LISTING = 1_700_000_000
const FIRST_IMAGE = 5_200_000_000
/**
 * The time between two receipts, and the greatest age of a shop, which brings receipts closer together.
 */
const STEP_S = 600
const OLDEST_S = 60 * 86_400
/** The newest receipt is a little old, so a change made on purpose comes after it. */
const AGE_S = 300
/** Every shop has one receipt that the buyer cancelled, one already sent and one not yet paid. */
const CANCELLED = 17
const SHIPPED = 23
const MAX_PROCESSING_DAYS = 3
const DAY_S = 86_400
const UNPAID = 29

export class Shops {
  #shops = new Map<string, Shop>()

  /** Returns the shop of that name, opened at the first call. */
  named(name: string): Shop {
    const known = this.#shops.get(name)
    if (known) return known
    if (this.#shops.size >= MAX_SHOPS) this.#shops.delete([...this.#shops.keys()][0])
    const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_000, 7)
    const shop: Shop = {
      userId: 4_000_000_000 + number,
      shopId: 6_000_000_000 + number,
      name,
      listings,
      openedS: nowS() - AGE_S,
      openedWith: RECEIPTS,
      arrivedS: [],
      spoilt: new Set(),
      changes: new ReceiptChanges(),
    }
    this.#shops.set(name, shop)
    return shop
  }

  ofUser(userId: number): Shop | undefined {
    return [...this.#shops.values()].find((shop) => shop.userId === userId)
  }

  state() {
    return [...this.#shops.values()].map(({ changes, arrivedS, spoilt, listings: sold, ...shop }) => ({
      ...shop,
      listings: sold.length,
      arrived: arrivedS.length,
      spoilt: spoilt.size,
      changes: changes.size,
      mails: changes.mails,
      shipped: changes.shipped().slice(-MAX_SHOWN),
    }))
  }
}

/** Adds up to `count` receipts at that second. */
export function takeOrders(shop: Shop, count: number, atS: number): void {
  const room = MAX_RECEIPTS - shop.openedWith - shop.arrivedS.length
  for (let remaining = Math.min(count, room); remaining > 0; remaining--) shop.arrivedS.push(atS)
}

export type ReceiptQuery = {
  limit: number
  offset: number
  minLastModifiedS: number
  maxLastModifiedS: number
  sortOn: "created" | "updated" | "receipt_id"
  isDescending: boolean
}

/** Returns one page of receipts and the number of all. */
export function listReceipts(shop: Shop, query: ReceiptQuery): { count: number; results: unknown[] } {
  const places: Place[] = []
  for (let index = 0; index < shop.openedWith + shop.arrivedS.length; index++) {
    const updatedS = updatedOf(shop, index)
    if (updatedS >= query.minLastModifiedS && updatedS <= query.maxLastModifiedS)
      places.push({ index, updatedS })
  }
  if (query.sortOn === "updated") places.sort((a, b) => a.updatedS - b.updatedS || a.index - b.index)
  if (query.isDescending) places.reverse()
  const page = places.slice(query.offset, query.offset + query.limit)
  return { count: places.length, results: page.map(({ index }) => receiptOf(shop, index)) }
}

function updatedOf(shop: Shop, index: number): number {
  return shop.changes.of(index)?.updatedS ?? createdOf(shop, index)
}

function createdOf(shop: Shop, index: number): number {
  if (index >= shop.openedWith) return shop.arrivedS[index - shop.openedWith]
  const stepS = Math.max(1, Math.min(STEP_S, Math.floor(OLDEST_S / shop.openedWith)))
  return shop.openedS - (shop.openedWith - 1 - index) * stepS
}

function receiptOf(shop: Shop, index: number) {
  const change = shop.changes.of(index)
  const address = addressOf(shop, index)
  const { name, first_line: line, city, state, zip, country_iso: country } = address
  const transactions = transactionsOf(shop, index)
  const total = subtotalCents(transactions)
  const status = statusOf(change, ownStatus(index), total + SHIPPING_CENTS)
  return {
    receipt_id: receiptId(shop, index),
    receipt_type: 0,
    seller_user_id: shop.userId,
    seller_email: null,
    buyer_user_id: 70_000_000 + index,
    buyer_email: index % 5 === 0 ? null : `buyer${index}@example.com`,
    ...address,
    status,
    formatted_address: [name, line, `${city}, ${state} ${zip}`, country].join("\n"),
    payment_method: "cc",
    payment_email: null,
    message_from_seller: null,
    message_from_buyer: null,
    message_from_payment: null,
    is_paid: status !== "payment processing",
    is_shipped: status === "completed" || (change !== undefined && change.shipments.length > 0),
    create_timestamp: createdOf(shop, index),
    created_timestamp: createdOf(shop, index),
    update_timestamp: updatedOf(shop, index),
    updated_timestamp: updatedOf(shop, index),
    is_gift: false,
    gift_message: "",
    gift_sender: "",
    grandtotal: shop.spoilt.has(index) ? null : money(total + SHIPPING_CENTS),
    subtotal: money(total),
    total_price: money(total),
    total_shipping_cost: money(SHIPPING_CENTS),
    total_tax_cost: money(0),
    total_vat_cost: money(0),
    discount_amt: money(0),
    gift_wrap_price: money(0),
    shipments: change?.shipments.map(shipmentResource) ?? [],
    transactions,
    refunds: change?.refunds.map(refundResource) ?? [],
  }
}

/** Returns the facts of a receipt that a shipment's rules depend on. */
export function shipmentFacts(
  shop: Shop,
  index: number,
): { country: string; totalCents: number; status: ReceiptStatus } {
  const totalCents = subtotalCents(transactionsOf(shop, index)) + SHIPPING_CENTS
  const status = statusOf(shop.changes.of(index), ownStatus(index), totalCents)
  return { country: addressOf(shop, index).country_iso, totalCents, status }
}

const SHIPPING_CENTS = 499

function addressOf(shop: Shop, index: number) {
  const [name, first_line, city, state, zip, country_iso] = buyers[index % buyers.length]
  return (
    shop.changes.of(index)?.address ?? { name, first_line, second_line: null, city, state, zip, country_iso }
  )
}

function transactionsOf(shop: Shop, index: number) {
  const items = index % 4 === 0 ? 3 : index % 3 === 0 ? 2 : 1
  const places = Array.from({ length: items }, (_, place) => place)
  return places
    .filter((place) => !shop.changes.of(index)?.transactions.get(place)?.isGone)
    .map((place) => transactionOf(shop, index, place))
}

function subtotalCents(transactions: ReturnType<typeof transactionsOf>): number {
  return transactions.reduce((sum, item) => sum + item.price.amount * item.quantity, 0)
}

function ownStatus(index: number) {
  if (index === CANCELLED) return "canceled" as const
  if (index === SHIPPED) return "completed" as const
  return index === UNPAID ? ("payment processing" as const) : ("paid" as const)
}

export function receiptId(shop: Shop, index: number): number {
  return FIRST_RECEIPT + (shop.shopId % 1000) * 100_000 + index
}

function transactionOf(shop: Shop, index: number, place: number) {
  const number = (index * 3 + place * 7) % shop.listings.length
  const listing = shop.listings[number]
  const change = shop.changes.of(index)
  const edited = change?.transactions.get(place)
  const { sizes } = listing
  const size =
    edited?.size ?? (sizes.length === 0 ? null : sizes[(Math.floor(index / 3) + place) % sizes.length])
  const answers = edited?.answers ? { answers: [edited.answers] } : {}
  const sku = edited?.sku ?? listing.sku
  // Listings without a processing profile promise no day.
  const hasProfile = index % 5 !== 4
  const promisedS = hasProfile ? createdOf(shop, index) + MAX_PROCESSING_DAYS * DAY_S : null
  return {
    transaction_id: receiptId(shop, index) * 10 + place,
    title: listing.title,
    description: "Printed on DTF film. Press at 300&deg;F for 15 seconds.",
    seller_user_id: shop.userId,
    buyer_user_id: 70_000_000 + index,
    create_timestamp: createdOf(shop, index),
    created_timestamp: createdOf(shop, index),
    paid_timestamp: createdOf(shop, index),
    shipped_timestamp: change?.shipments[0]?.atS ?? null,
    quantity: edited?.quantity ?? 1 + ((index + place) % 3),
    listing_image_id: FIRST_IMAGE + number,
    receipt_id: receiptId(shop, index),
    is_digital: false,
    file_data: "",
    listing_id: FIRST_LISTING + number,
    transaction_type: "listing",
    product_id: 9_000_000 + number,
    sku: sku === "" ? null : sku,
    price: money(priceCents(number)),
    shipping_cost: money(0),
    variations: variationsOf({ ...listing, size, ...answers }, index),
    product_data: [],
    shipping_profile_id: null,
    min_processing_days: hasProfile ? 1 : null,
    max_processing_days: hasProfile ? MAX_PROCESSING_DAYS : null,
    shipping_method: null,
    shipping_upgrade: null,
    expected_ship_date: edited?.expectedShipS === undefined ? promisedS : edited.expectedShipS,
    buyer_coupon: 0,
    shop_coupon: 0,
  }
}

/** Returns listings of a shop as the batch call answers them, with their photos. */
export function findListings(shop: Shop, ids: readonly number[], imageOrigin: string) {
  return ids.flatMap((id) => {
    const number = id - FIRST_LISTING
    const listing = listings[number]
    if (!listing) return []
    const imageId = FIRST_IMAGE + number
    const madeS = shop.openedS - OLDEST_S
    const facts = {
      ...{ listingId: id, shopId: shop.shopId, userId: shop.userId, title: listing.title, madeS },
      isPersonal: listing.isPersonal ?? listing.answers !== undefined,
      hasSizes: listing.sizes.length > 0,
      priceCents: priceCents(number),
    }
    const url = (form: string) => `${imageOrigin}/etsy/images/${form}/${imageId}.svg`
    return { ...listingResource(facts), images: [imageResource(id, imageId, madeS, url)] }
  })
}

function priceCents(number: number): number {
  return 650 + number * 125
}

/** Returns a receipt by its number; null if the shop has none. */
export function findReceipt(shop: Shop, id: number): unknown {
  const index = findIndex(shop, id)
  return index === null ? null : receiptOf(shop, index)
}

export function findIndex(shop: Shop, id: number): number | null {
  const index = id - receiptId(shop, 0)
  const isOwn = Number.isInteger(index) && index >= 0 && index < shop.openedWith + shop.arrivedS.length
  return isOwn ? index : null
}

/** Draws a photo of a shirt in a colour of its own. */
export function drawMockup(imageId: number): string | null {
  const number = imageId - FIRST_IMAGE
  if (!listings[number]) return null
  const hue = number * 36
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 170 135" width="170" height="135"><rect width="170" height="135" fill="hsl(${hue} 30% 90%)"/><path d="M55 25 30 42l10 20 12-6v62h66V56l12 6 10-20-25-17c-6 9-54 9-60 0z" fill="hsl(${hue} 35% 35%)"/><circle cx="85" cy="72" r="17" fill="hsl(${hue + 40} 80% 65%)"/></svg>`
}

function money(amount: number) {
  return { amount, divisor: 100, currency_code: "USD" }
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
