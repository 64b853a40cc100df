import { z } from "zod"
import { MAX_RECEIPTS, receiptId, type Shop, shipmentFacts } from "./etsy-shop.ts"

export const DEFAULT_SHOP = "LunaPrintCo"

const shop = z.string().default(DEFAULT_SHOP)
/** The time of the event; now if it is absent. */
const atS = z.number().int().min(0).optional()
/** A receipt by its number in the shop, the oldest being 0. */
const index = z.number().int().min(0).max(MAX_RECEIPTS)

/** Orders of `/__control` with `vendor: "etsy"`. */
export const orderSchema = z.discriminatedUnion("action", [
  /** The next `times` calls of the API answer 429. */
  z.object({
    action: z.literal("rate-limit"),
    times: z.number().int().min(0).max(100).default(1),
    retryAfterS: z.number().int().min(0).max(86_400).default(1),
  }),
  /** The next `times` calls of the API are refused with Etsy's error of that status and words. */
  z.object({
    action: z.literal("refuse"),
    status: z.union([z.literal(400), z.literal(401), z.literal(403), z.literal(404), z.literal(500)]),
    error: z.string().max(300),
    description: z.string().max(300).optional(),
    times: z.number().int().min(0).max(1_000).default(1),
  }),
  /** After `after` whole answers of receipts, some end in the middle. */
  z.object({
    action: z.literal("cut-off"),
    after: z.number().int().min(0).max(1_000).default(0),
    times: z.number().int().min(1).max(100).default(1),
  }),
  /** Some answers of receipts repeat the previous one, whatever is asked. */
  z.object({
    action: z.literal("repeat"),
    after: z.number().int().min(0).max(1_000).default(0),
    times: z.number().int().min(1).max(100).default(1),
  }),
  z.object({ action: z.literal("expire-tokens"), livesS: z.number().int().min(0).max(3_600).optional() }),
  z.object({ action: z.literal("revoke-tokens") }),
  /** A receipt that breaks the documentation. */
  z.object({
    action: z.literal("spoil"),
    shop,
    index,
  }),
  /** The shop has had that many receipts from the start. */
  z.object({
    action: z.literal("receipts"),
    shop,
    count: z.number().int().min(0).max(MAX_RECEIPTS),
  }),
  /** The shop sells these, and always has. `answers`: what the buyers write, receipt by receipt. */
  z.object({
    action: z.literal("sell"),
    shop,
    listings: z
      .array(
        z.object({
          title: z.string(),
          sku: z.string(),
          sizes: z.array(z.string()).max(20),
          answers: z
            .array(z.array(z.tuple([z.string(), z.string()])).max(20))
            .max(500)
            .optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  /** New receipts. */
  z.object({
    action: z.literal("arrive"),
    shop,
    atS,
    count: z.number().int().min(1).max(1_000).default(1),
  }),
  z.object({
    action: z.literal("change"),
    shop,
    atS,
    index,
    status: z.enum(["paid", "canceled", "completed", "payment processing"]),
  }),
  /** One line's quantity, answer and variation change, or the line leaves the receipt. */
  z.object({
    action: z.literal("edit"),
    shop,
    atS,
    index,
    place: z.number().int().min(0).max(2).default(0),
    quantity: z.number().int().min(0).max(999).optional(),
    answers: z
      .array(z.tuple([z.string(), z.string()]))
      .max(20)
      .optional(),
    sku: z.string().optional(),
    size: z.string().optional(),
    expectedShipS: z.number().int().nullable().optional(),
    isGone: z.boolean().optional(),
  }),
  z.object({
    action: z.literal("readdress"),
    shop,
    atS,
    index,
    address: z.object({
      name: z.string(),
      first_line: z.string(),
      second_line: z.string().nullable().default(null),
      city: z.string(),
      state: z.string().nullable().default(null),
      zip: z.string(),
      country_iso: z.string().length(2),
    }),
  }),
  /** A refund: of everything, if no cents are given. Etsy does not say for which line. */
  z.object({
    action: z.literal("refund"),
    shop,
    atS,
    index,
    cents: z.number().int().min(1).optional(),
    reason: z.string().default("Buyer changed their mind"),
  }),
  /** The seller sends it, on Etsy's own pages. */
  z.object({
    action: z.literal("ship"),
    shop,
    atS,
    index,
    carrier: z.string().default(""),
    code: z.string().default(""),
  }),
  /** Nothing that matters has changed. */
  z.object({ action: z.literal("bump"), shop, atS, index }),
])
export type EtsyOrder = z.infer<typeof orderSchema>
type ReceiptOrder = Extract<EtsyOrder, { index: number; atS?: number | undefined }>

/** Changes a receipt as `/__control` asks; returns its id. */
export function changeReceipt(
  at: Shop,
  order: Exclude<ReceiptOrder, { action: "spoil" }>,
): { receiptId: number } {
  const nowS = order.atS ?? Math.floor(Date.now() / 1000)
  const change = at.changes.at(order.index, nowS)
  switch (order.action) {
    case "change":
      change.status = order.status
      break
    case "edit": {
      const { place, quantity, answers, sku, size, expectedShipS, isGone } = order
      const given = Object.entries({ quantity, answers, sku, size, expectedShipS, isGone }).filter(
        ([, value]) => value !== undefined,
      )
      at.changes.edit(order.index, place, Object.fromEntries(given), nowS)
      break
    }
    case "readdress":
      change.address = order.address
      break
    case "refund": {
      const { totalCents } = shipmentFacts(at, order.index)
      change.refunds.push({ cents: order.cents ?? totalCents, atS: nowS, reason: order.reason })
      break
    }
    case "ship":
      at.changes.ship(order.index, order.carrier, order.code, nowS)
      break
    case "bump":
  }
  return { receiptId: receiptId(at, order.index) }
}
