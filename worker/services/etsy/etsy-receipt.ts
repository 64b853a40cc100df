import { decodeHTMLStrict } from "entities"
import { z } from "zod"
import { wordingOf } from "../../../contract/orders/personalisation.ts"
import {
  MAX_ORDER_TEXT,
  MAX_ORDERED,
  MAX_TITLE,
  type MarketItem,
  type MarketOrder,
  plainText,
  sizeAmong,
  unsaidOrder,
} from "../marketplaces/market-order.ts"
import { isPersonal, readAnswers } from "./etsy-answers.ts"

/** The longest question; Etsy allows 45. */
const MAX_QUESTION = 255
/** The longest address; a file's signed address is longer than texts that people write. */
const MAX_ADDRESS = 4_096

const vendorId = z.number().int().nonnegative()
const textTo = (maxLength: number) =>
  z
    .string()
    .nullish()
    .transform((value) => clean(value ?? "", maxLength))
const text = textTo(MAX_ORDER_TEXT)
const moneySchema = z
  .object({ amount: z.number(), divisor: z.number().positive(), currency_code: z.string().max(8) })
  .transform(({ amount, divisor, currency_code }) => ({
    cents: Math.round((amount / divisor) * 100),
    currency: currency_code,
  }))
const variationSchema = z.object({
  property_id: z.number().int().nullish(),
  formatted_name: textTo(MAX_QUESTION),
  formatted_value: z
    .string()
    .nullish()
    .transform((value) => clean(value ?? "", /^https:/.test(value ?? "") ? MAX_ADDRESS : MAX_ORDER_TEXT)),
})

const transactionSchema = z.object({
  transaction_id: vendorId,
  listing_id: vendorId.nullish(),
  listing_image_id: vendorId.nullish(),
  title: textTo(MAX_TITLE),
  sku: text,
  quantity: z.number().int(),
  is_digital: z.boolean().nullish(),
  expected_ship_date: z.number().int().nullish(),
  paid_timestamp: z.number().int().nullish(),
  /** The days of the listing's processing profile; null without one. */
  max_processing_days: z.number().int().min(0).nullish(),
  shipped_timestamp: z.number().int().nullish(),
  price: moneySchema,
  variations: z
    .array(variationSchema)
    .nullish()
    .transform((variations) => variations ?? []),
})
const receiptSchema = z.object({
  receipt_id: vendorId,
  status: z
    .string()
    .nullish()
    .transform((status) => (status ?? "").toLowerCase()),
  is_paid: z.boolean().nullish(),
  is_shipped: z.boolean().nullish(),
  name: text,
  buyer_email: text,
  formatted_address: text,
  country_iso: text,
  create_timestamp: z.number().int().nullish(),
  created_timestamp: z.number().int().nullish(),
  update_timestamp: z.number().int().nullish(),
  updated_timestamp: z.number().int().nullish(),
  grandtotal: moneySchema,
  /** The refunds, which name no transaction: the refunded item is not known. */
  refunds: z
    .array(z.object({ amount: moneySchema.nullish() }))
    .nullish()
    .transform((refunds) => refunds ?? []),
  transactions: z
    .array(transactionSchema)
    .nullish()
    .transform((transactions) => transactions ?? []),
})

/** Reads a receipt as an order, without digital goods; throws if it is not as documented. */
export function readReceipt(receipt: unknown): MarketOrder {
  const read = receiptSchema.parse(receipt)
  const isCancelled =
    read.status === "canceled" || read.status === "cancelled" || read.status === "fully refunded"
  const printed = read.transactions.filter((item) => item.is_digital !== true)
  const createdS = read.created_timestamp ?? read.create_timestamp ?? 0
  const updatedAtS = read.updated_timestamp ?? read.update_timestamp ?? createdS
  return {
    // Etsy does not give telephone numbers.
    ...unsaidOrder,
    vendorOrderId: String(read.receipt_id),
    buyerName: read.name,
    buyerEmail: read.buyer_email,
    buyerAddress: read.formatted_address.replace(/\s*\n\s*/g, ", "),
    buyerCountry: read.country_iso,
    totalCents: read.grandtotal.cents,
    currency: read.grandtotal.currency,
    isCancelled,
    refundedCents: read.refunds.reduce((sum, { amount }) => sum + (amount?.cents ?? 0), 0),
    isOpen: !isCancelled && read.is_paid !== false && read.is_shipped !== true,
    shippedAtMs: read.is_shipped === true ? shippedMsOf(read.transactions, updatedAtS) : null,
    orderedAtMs: createdS * 1000,
    updatedAtS,
    shipByMs: shipByMsOf(printed, createdS),
    items: printed.map((item) => itemOf(item)),
  }
}

/** Returns when the last of its items left; if no item says so, when the receipt changed. */
function shippedMsOf(items: readonly z.output<typeof transactionSchema>[], updatedAtS: number): number {
  const moments = items.flatMap(({ shipped_timestamp: moment }) => (moment ? [moment] : []))
  return (moments.length === 0 ? updatedAtS : Math.max(...moments)) * 1000
}

const DAY_S = 86_400

/** Returns the earliest day that Etsy promises; without one, the day that the processing profile allows. */
function shipByMsOf(items: readonly z.output<typeof transactionSchema>[], createdS: number): number | null {
  const open = items.filter((item) => !item.shipped_timestamp && item.quantity >= 1)
  const days = open.flatMap((item) => {
    if (item.expected_ship_date) return [item.expected_ship_date]
    if (item.max_processing_days == null) return []
    return [(item.paid_timestamp ?? createdS) + item.max_processing_days * DAY_S]
  })
  return days.length === 0 ? null : Math.min(...days) * 1000
}

function itemOf(item: z.output<typeof transactionSchema>): MarketItem {
  const answers = readAnswers(item.variations)
  const chosen = item.variations.filter((variation) => !isPersonal(variation))
  const sized = sizeAmong(chosen.map(({ formatted_name: name, formatted_value: value }) => ({ name, value })))
  return {
    vendorItemId: String(item.transaction_id),
    listingId: item.listing_id ? String(item.listing_id) : null,
    photoId: item.listing_image_id ? String(item.listing_image_id) : null,
    photoUrl: null,
    title: item.title,
    sku: item.sku,
    ...sized,
    personalisation: wordingOf(answers),
    answers,
    quantity: Math.min(item.quantity, MAX_ORDERED),
    isCancelled: item.quantity < 1,
    priceCents: item.price.cents,
    currency: item.price.currency,
    isShipped: false,
    toShip: Math.min(item.quantity, MAX_ORDERED),
  }
}

function clean(value: string, maxLength: number): string {
  return plainText(decodeHTMLStrict(value), maxLength)
}
