/** A shop's listings and the parts of its orders. */

export type Listing = {
  title: string
  sku: string
  /** The option's name: sizes have different ones. */
  option?: string
  sizes: readonly string[]
  /** The buyers' answers, order by order. */
  answers?: readonly (readonly Attribute[])[]
}
export type Address = {
  name: string
  address1: string
  address2: string | null
  city: string
  provinceCode: string | null
  zip: string
  country: string
  countryCode: string
}

export type Attribute = { key: string; value: string }
export type Line = {
  id: number
  /** The place in the shop's listings; null for a line that was typed in by hand. */
  listing: number | null
  title: string
  variantTitle: string | null
  sku: string | null
  priceCents: number
  quantity: number
  /** The pieces that an edit or a refund took out of the order. */
  removed: number
  fulfilled: number
  attributes: Attribute[]
}
export type Refund = {
  id: number
  atMs: number
  lines: { lineId: number; quantity: number }[]
  cents: number
}
export type Fulfillment = {
  id: number
  atMs: number
  quantity: number
  tracking: { company: string | null; number: string | null; url: string | null }[]
  isCustomerTold: boolean
}
export type Financial =
  | "PENDING"
  | "AUTHORIZED"
  | "PAID"
  | "PARTIALLY_PAID"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED"
  | "VOIDED"
  | "EXPIRED"
export type CancelReason = "CUSTOMER" | "DECLINED" | "FRAUD" | "INVENTORY" | "OTHER" | "STAFF"
export type Order = {
  id: number
  number: number
  createdMs: number
  updatedMs: number
  cancelled: { atMs: number; reason: CancelReason } | null
  closedMs: number | null
  financial: Financial
  isTest: boolean
  isEdited: boolean
  isHeld: boolean
  sourceName: string
  note: string | null
  attributes: Attribute[]
  email: string | null
  address: Address | null
  fulfillByMs: number | null
  lines: Line[]
  refunds: Refund[]
  fulfillments: Fulfillment[]
}
export type Shop = {
  id: number
  /** `name.myshopify.com` */
  domain: string
  name: string
  timeZone: string
  listings: readonly Listing[]
  openedMs: number
  orders: Order[]
  /** The address for the app's webhooks, by its own redirect address; null until the app is installed. */
  appOrigin: string | null
}

export function openQuantity({ quantity, removed, fulfilled }: Line): number {
  return Math.max(0, quantity - removed - fulfilled)
}

export function unfulfilled(order: Order): number {
  return order.lines.reduce((sum, line) => sum + openQuantity(line), 0)
}
