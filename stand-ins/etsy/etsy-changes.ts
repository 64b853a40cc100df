import type { Written } from "./etsy-variations.ts"

export type ReceiptStatus =
  | "paid"
  | "completed"
  | "canceled"
  | "payment processing"
  | "fully refunded"
  | "partially refunded"
/** An address as the receipt has it; null removes the line. */
type Address = {
  name: string
  first_line: string
  second_line: string | null
  city: string
  state: string | null
  zip: string
  country_iso: string
}
/** A line's changes; absent fields stay as ordered. `isGone`: the receipt no longer has the line. */
export type TransactionChange = {
  quantity?: number
  answers?: Written
  sku?: string
  size?: string
  expectedShipS?: number | null
  isGone?: boolean
}
type Refund = { cents: number; atS: number; reason: string }
type Shipment = { id: number; atS: number; carrier: string; code: string }
export type ReceiptChange = {
  updatedS: number
  status: "paid" | "completed" | "canceled" | "payment processing" | null
  address: Address | null
  refunds: Refund[]
  shipments: Shipment[]
  transactions: Map<number, TransactionChange>
}

/** The changes of one shop's receipts since the buyers ordered; at most one for each receipt. */
export class ReceiptChanges {
  #changes = new Map<number, ReceiptChange>()
  /** Every shipment mails the buyer, also the second of one receipt. */
  mails = 0

  get size(): number {
    return this.#changes.size
  }

  of(index: number): ReceiptChange | undefined {
    return this.#changes.get(index)
  }

  /** Changes a receipt at that second, so it is the newest by last change. */
  at(index: number, atS: number): ReceiptChange {
    const known = this.#changes.get(index)
    const fresh = { status: null, address: null, refunds: [], shipments: [], transactions: new Map() }
    const change = { ...(known ?? fresh), updatedS: atS }
    this.#changes.set(index, change)
    return change
  }

  edit(index: number, place: number, made: TransactionChange, atS: number): void {
    const { transactions } = this.at(index, atS)
    transactions.set(place, { ...transactions.get(place), ...made })
  }

  /** Marks a receipt as shipped by the seller or an app of theirs; `code` may be empty. */
  ship(index: number, carrier: string, code: string, atS: number): void {
    const change = this.at(index, atS)
    change.shipments.push({ id: atS * 1000 + this.mails, atS, carrier, code })
    this.mails += 1
  }

  /** Returns the last shipments of the shop, for `/__state`. */
  shipped() {
    return [...this.#changes].flatMap(([index, { shipments }]) =>
      shipments.map(({ carrier, code }) => ({ index, carrier, code })),
    )
  }
}

/** Returns a receipt's status: the first of these that holds. */
export function statusOf(
  change: ReceiptChange | undefined,
  ordered: "paid" | "completed" | "canceled" | "payment processing",
  totalCents: number,
): ReceiptStatus {
  const own = change?.status ?? ordered
  if (own === "canceled" || own === "payment processing") return own
  const refunded = change?.refunds.reduce((sum, { cents }) => sum + cents, 0) ?? 0
  if (refunded >= totalCents) return "fully refunded"
  if (own === "completed" || change?.shipments.length) return "completed"
  return refunded > 0 ? "partially refunded" : "paid"
}

export function refundResource({ cents, atS, reason }: Refund) {
  const amount = { amount: cents, divisor: 100, currency_code: "USD" }
  return { amount, created_timestamp: atS, reason, note_from_issuer: null, status: "complete" }
}

export function shipmentResource({ id, atS, carrier, code }: Shipment) {
  return {
    receipt_shipping_id: id,
    shipment_notification_timestamp: atS,
    carrier_name: carrier,
    tracking_code: code,
  }
}
