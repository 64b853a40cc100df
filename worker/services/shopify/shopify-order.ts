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

/** The most answers of a line: its product's form asks for them; apps add some of their own. */
const MAX_ANSWERS = 50
/** A key that begins like those under which the shop's apps write for themselves; buyers never see them. */
const HIDDEN_KEY = /^_/
/** The only choice of a product without options. */
const NO_CHOICE = "Default Title"

const money = `shopMoney { amount currencyCode }`
/** The fields of a line; its product's options need `read_products`. */
export const lineFields = `id title variantTitle sku quantity currentQuantity unfulfilledQuantity requiresShipping
  customAttributes { key value } originalUnitPriceSet { ${money} } image { url } product { id }
  variant { selectedOptions { name value } }`
/** The fields of an order. Its buyer's are the name and the address; neither mail nor telephone. */
export const orderFields = `id legacyResourceId name createdAt updatedAt cancelledAt test
  displayFinancialStatus displayFulfillmentStatus currentTotalPriceSet { ${money} } totalRefundedSet { ${money} }
  shippingAddress { name formatted countryCodeV2 }`
export const fulfillmentFields = `id status fulfillBy`

const text = (maxLength: number) =>
  z
    .string()
    .nullish()
    .transform((value) => plainText(value ?? "", maxLength))
const moneySchema = z
  .object({ shopMoney: z.object({ amount: z.coerce.number(), currencyCode: z.string().max(8) }) })
  .transform(({ shopMoney }) => ({
    cents: Math.round(shopMoney.amount * 100),
    currency: shopMoney.currencyCode,
  }))
const time = z
  .string()
  .transform((at) => Date.parse(at))
  .refine(Number.isFinite, "is no time")
const count = z.number().int().min(0)

const lineSchema = z.object({
  id: z.string(),
  title: text(MAX_TITLE),
  variantTitle: text(MAX_ORDER_TEXT),
  sku: text(MAX_ORDER_TEXT),
  quantity: count,
  currentQuantity: count,
  unfulfilledQuantity: count,
  requiresShipping: z.boolean().nullish(),
  customAttributes: z
    .array(z.object({ key: text(MAX_TITLE), value: text(MAX_ORDER_TEXT) }))
    .nullish()
    .transform((attributes) => attributes ?? []),
  originalUnitPriceSet: moneySchema,
  image: z.object({ url: z.string() }).nullish(),
  product: z.object({ id: z.string() }).nullish(),
  variant: z
    .object({ selectedOptions: z.array(z.object({ name: text(MAX_TITLE), value: text(MAX_ORDER_TEXT) })) })
    .nullish(),
})
const headSchema = z.object({
  id: z.string(),
  legacyResourceId: z.union([z.string(), z.number()]).transform(String),
  name: text(60),
  createdAt: time,
  updatedAt: time,
  cancelledAt: z.string().nullish(),
  test: z.boolean(),
  displayFinancialStatus: z.string().nullish(),
  displayFulfillmentStatus: z.string(),
  currentTotalPriceSet: moneySchema,
  totalRefundedSet: moneySchema,
  shippingAddress: z
    .object({
      name: text(MAX_ORDER_TEXT),
      formatted: z
        .array(z.string())
        .nullish()
        .transform((lines) => plainText((lines ?? []).join(", "), MAX_ORDER_TEXT)),
      countryCodeV2: text(8),
    })
    .nullish(),
})
const fulfillmentSchema = z.object({
  status: z.string(),
  fulfillBy: z.string().nullish(),
})

/** An order as Shopify gives it: its own fields, its lines, and their fulfilments. */
export type ShopifyOrder = { head: unknown; lines: unknown[]; fulfillments: unknown[] }

/**
 * Reads an order, without items that are not sent; throws if it is not as documented. Photos come from
 * `imageOrigin` alone.
 */
export function readOrder(order: ShopifyOrder, imageOrigin: string): MarketOrder {
  const head = headSchema.parse(order.head)
  const lines = z.array(lineSchema).parse(order.lines)
  const fulfillments = z.array(fulfillmentSchema).parse(order.fulfillments)
  const paid = head.displayFinancialStatus
  const isCancelled = head.cancelledAt != null || paid === "REFUNDED" || paid === "VOIDED"
  const items = lines
    .filter(({ requiresShipping }) => requiresShipping !== false)
    .map((line) => itemOf(line, imageOrigin))
  const isPaid = paid === "PAID" || paid === "PARTIALLY_REFUNDED"
  const isWanted = items.some((item) => !item.isCancelled && !item.isShipped)
  return {
    ...unsaidOrder,
    vendorOrderId: head.legacyResourceId,
    number: head.name,
    buyerName: head.shippingAddress?.name ?? "",
    buyerAddress: head.shippingAddress?.formatted ?? "",
    buyerCountry: head.shippingAddress?.countryCodeV2 ?? "",
    totalCents: head.currentTotalPriceSet.cents,
    currency: head.currentTotalPriceSet.currency,
    isCancelled,
    refundedCents: head.totalRefundedSet.cents,
    // Nobody waits for the items of a test order.
    isOpen: !isCancelled && !head.test && isPaid && head.displayFulfillmentStatus !== "FULFILLED" && isWanted,
    shippedAtMs: head.displayFulfillmentStatus === "FULFILLED" ? head.updatedAt : null,
    orderedAtMs: head.createdAt,
    updatedAtS: Math.floor(head.updatedAt / 1000),
    shipByMs: shipByMsOf(fulfillments),
    items,
  }
}

function shipByMsOf(fulfillments: readonly z.output<typeof fulfillmentSchema>[]): number | null {
  const times = fulfillments
    .filter(({ status }) => status !== "CLOSED" && status !== "CANCELLED")
    .map(({ fulfillBy }) => Date.parse(fulfillBy ?? ""))
    .filter(Number.isFinite)
  return times.length === 0 ? null : Math.min(...times)
}

function itemOf(line: z.output<typeof lineSchema>, imageOrigin: string): MarketItem {
  const { currentQuantity, unfulfilledQuantity } = line
  const isCancelled = currentQuantity === 0
  const answers = line.customAttributes
    .filter(({ value }) => value !== "")
    .slice(0, MAX_ANSWERS)
    .map(({ key: question, value: answer }) => ({
      ...{ question, answer, isFile: false },
      ...(HIDDEN_KEY.test(question) && { isHidden: true }),
    }))
  const quantity = Math.min(MAX_ORDERED, isCancelled ? line.quantity : currentQuantity)
  const { image } = line
  return {
    vendorItemId: numberOf(line.id),
    listingId: line.product ? numberOf(line.product.id) : null,
    photoId: null,
    photoUrl: image && URL.parse(image.url)?.origin === new URL(imageOrigin).origin ? image.url : null,
    title: line.title,
    sku: line.sku,
    ...sizeAmong(choicesOf(line)),
    personalisation: wordingOf(answers.filter(({ isHidden }) => !isHidden)),
    answers,
    quantity,
    toShip: isCancelled ? quantity : Math.min(quantity, unfulfilledQuantity),
    isCancelled,
    isShipped: !isCancelled && unfulfilledQuantity === 0,
    priceCents: line.originalUnitPriceSet.cents,
    currency: line.originalUnitPriceSet.currency,
  }
}

/** Returns the options with their names; for a variant that is gone, or not shown to us, the values alone. */
function choicesOf({
  variant,
  variantTitle,
}: z.output<typeof lineSchema>): { name: string; value: string }[] {
  const choices = variant?.selectedOptions ?? variantTitle.split(" / ").map((value) => ({ name: "", value }))
  return choices.filter(({ value }) => value !== "" && value !== NO_CHOICE)
}

/** Returns the number in `gid://shopify/LineItem/42`, which files and webhooks have too. */
function numberOf(gid: string): string {
  return gid.slice(gid.lastIndexOf("/") + 1)
}
