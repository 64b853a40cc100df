import { z } from "zod"
import { labelText } from "../../contract/name.ts"
import { type BuyerAnswer, wordingOf } from "../../contract/personalisation.ts"
import { isPersonal, readAnswers, type Variation } from "./etsy-answers.ts"
import { decodeEntities } from "./etsy-html-text.ts"

/** Longer texts are cut to what screens and labels show. Etsy allows titles 140, answers 1,024. */
const MAX_TEXT = 1_024
/** Etsy allows questions 45. */
const MAX_QUESTION = 255
/** A file's signed address is longer than what people write. */
const MAX_ADDRESS = 4_096
const MAX_TITLE = 255
/** The limit of a print item's quantity. */
const MAX_QUANTITY = 5_000

type MarketItem = {
  vendorItemId: string
  listingId: string | null
  photoId: string | null
  title: string
  sku: string
  size: string
  variation: string
  /** The answers as one text. */
  personalisation: string
  answers: BuyerAnswer[]
  quantity: number
  priceCents: number
  currency: string
}
export type MarketOrder = {
  vendorOrderId: string
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  buyerAddress: string
  buyerCountry: string
  totalCents: number
  currency: string
  isCancelled: boolean
  /** Paid and not yet shipped, so there is something to print. Others only update known orders. */
  isOpen: boolean
  orderedAtMs: number
  /** When the first of its unshipped items has to be shipped; null where Etsy does not say. */
  shipByMs: number | null
  updatedAtS: number
  items: MarketItem[]
}

const vendorId = z.number().int().nonnegative()
const textTo = (maxLength: number) =>
  z
    .string()
    .nullish()
    .transform((value) => clean(value ?? "", maxLength))
const text = textTo(MAX_TEXT)
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
    .transform((value) => clean(value ?? "", /^https:/.test(value ?? "") ? MAX_ADDRESS : MAX_TEXT)),
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
  const printed = read.transactions.filter((item) => item.is_digital !== true && item.quantity >= 1)
  const createdS = read.created_timestamp ?? read.create_timestamp ?? 0
  return {
    vendorOrderId: String(read.receipt_id),
    buyerName: read.name,
    buyerEmail: read.buyer_email,
    // Etsy does not give telephone numbers.
    buyerPhone: "",
    buyerAddress: read.formatted_address.replace(/\s*\n\s*/g, ", "),
    buyerCountry: read.country_iso,
    totalCents: read.grandtotal.cents,
    currency: read.grandtotal.currency,
    isCancelled,
    isOpen: !isCancelled && read.is_paid !== false && read.is_shipped !== true,
    orderedAtMs: createdS * 1000,
    updatedAtS: read.updated_timestamp ?? read.update_timestamp ?? createdS,
    shipByMs: shipByMsOf(printed),
    items: printed.map((item) => itemOf(item)),
  }
}

function shipByMsOf(items: readonly z.output<typeof transactionSchema>[]): number | null {
  const open = items.filter((item) => !item.shipped_timestamp)
  const days = open.flatMap(({ expected_ship_date: day }) => (day ? [day] : []))
  return days.length === 0 ? null : Math.min(...days) * 1000
}

function itemOf(item: z.output<typeof transactionSchema>): MarketItem {
  const answers = readAnswers(item.variations)
  const chosen = item.variations.filter((variation) => !isPersonal(variation))
  const sized = sizeAmong(chosen)
  return {
    vendorItemId: String(item.transaction_id),
    listingId: item.listing_id ? String(item.listing_id) : null,
    photoId: item.listing_image_id ? String(item.listing_image_id) : null,
    title: item.title,
    sku: item.sku,
    size: sized?.formatted_value ?? "",
    variation: chosen
      .filter((variation) => variation !== sized)
      .map(({ formatted_name, formatted_value }) => `${formatted_name}: ${formatted_value}`)
      .join(", "),
    personalisation: wordingOf(answers),
    answers,
    quantity: Math.min(item.quantity, MAX_QUANTITY),
    priceCents: item.price.cents,
    currency: item.price.currency,
  }
}

/** The variation with the size: by its name, else by a measure in its value, else the only one. */
function sizeAmong(variations: readonly Variation[]): Variation | undefined {
  const byName = variations.find(({ formatted_name }) =>
    /\b(siz(e|es|ing)|width|dimensions?|inch(es)?)\b/i.test(formatted_name),
  )
  const byValue = variations.find(({ formatted_value }) => /\d\s*("|″|in\b|inch)/i.test(formatted_value))
  const isColour = (name: string) => /colou?r/i.test(name)
  const only = variations.length === 1 && !isColour(variations[0].formatted_name) ? variations[0] : undefined
  return byName ?? byValue ?? only
}

/** Decodes entities once, drops characters that hide or reorder text, keeps lines, then cuts. */
function clean(value: string, maxLength: number): string {
  return decodeEntities(value)
    .split("\n")
    .map((line) => labelText(line.replaceAll("\t", " ")))
    .join("\n")
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, "")
}
