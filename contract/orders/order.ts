import { z } from "zod"
import { artworkValuesSchema } from "../artwork/artwork-field.ts"
import { mendsSchema } from "../artwork/mend.ts"
import { idSchema, listedIdsSchema } from "../id.ts"
import { MAX_BULK_IDS, MAX_PRINT_COPIES, MAX_PRINT_ITEMS, MAX_WORDING_LENGTH } from "../limit.ts"
import { listQuerySchema } from "../list.ts"
import { labelText } from "../name.ts"
import { costShareSchema } from "../prints/cost.ts"
import { newPrintName, printItemSchema } from "../prints/print.ts"
import { orderStatuses } from "../status.ts"
import { itemReading } from "./item-reading.ts"
import { orderChangeSchema } from "./order-change.ts"
import { type OpenStep, orderStepFilters, orderSteps } from "./order-step.ts"
import { personalised } from "./personalisation.ts"
import { proofSchema } from "./proof.ts"
import { shipByFilters } from "./ship-by.ts"
import { fulfilment, fulfilmentFilters } from "./shipment.ts"

const orderItemStatuses = ["Pending", "In Draft", "Completed"] as const

/** The image and size that the matching rules found. If either is null, the item goes to the inbox. */
const matchSchema = printItemSchema.pick({ imageId: true, sizeId: true })

export const orderItemSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  orderNumber: z.string(),
  title: z.string(),
  sku: z.string(),
  size: z.string(),
  /** The buyer's other choices: `Colour: Black`. */
  variation: z.string(),
  ...personalised,
  /** The listing's photo: shown, never printed. */
  mockupUrl: z.string().nullable(),
  quantity: z.number(),
  price: z.number(),
  currency: z.string(),
  status: z.enum(orderItemStatuses),
  /** True if it left its order, was cancelled or refunded, perhaps with all of it: never for printing. */
  isCancelled: z.boolean(),
  /** The changes of the marketplace since it was read first, the newest last. */
  changes: z.array(orderChangeSchema),
  match: matchSchema,
  /** True if the image or size is this item's alone, before its SKU's. */
  isOwnImage: z.boolean(),
  isOwnSize: z.boolean(),
  /** The mends of its store's rule, with which it is printed beside those of its image. */
  shopMends: mendsSchema.optional(),
  ...itemReading,
  proof: proofSchema,
  /** True if its store prints only what the buyer has approved, and this is not. */
  waitsForProof: z.boolean(),
  /** The prints with this item. If there are any, printing it again needs `printAgain`. */
  prints: z.array(z.object({ _id: idSchema, name: z.string(), status: z.string() })),
})
export type OrderItem = z.infer<typeof orderItemSchema>

export const orderSchema = z.object({
  _id: idSchema,
  orderNumber: z.string(),
  integrationId: z.object({ _id: idSchema, type: z.string(), name: z.string() }),
  buyerInfo: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    country: z.string(),
  }),
  integrationOrderCreatedDate: z.string(),
  /** The time by which the marketplace wants it shipped: the earliest of its items. */
  shipBy: z.string().nullable(),
  orderItems: z.array(orderItemSchema),
  total: z.object({ amount: z.number(), currency: z.string() }),
  /**
   * The cost of printing it: its share of each completed print, remakes included. Null without prices.
   * If there are several currencies, only that of the newest print counts.
   */
  cost: costShareSchema.nullable(),
  status: z.enum(orderStatuses),
  /** The step of its way that it has reached; null if it was cancelled. */
  step: z.enum(orderSteps).nullable(),
  /** True if cancelled at the marketplace: shown, never offered for printing. */
  isCancelled: z.boolean(),
  /** The changes of the marketplace, as of its items. */
  changes: z.array(orderChangeSchema),
  /** The time when the seller noted the changes; null: never. */
  changesSeenAt: z.string().nullable(),
  ...fulfilment,
})
export type Order = z.infer<typeof orderSchema>

/** A filter that is on or not given. */
const onlyTrue = z.enum(["true"]).optional().catch(undefined)

export const orderListQuerySchema = listQuerySchema.extend({
  sortBy: z
    .enum(["integrationOrderCreatedDate", "shipBy", "status", "total", "buyerName", "step"])
    .catch("integrationOrderCreatedDate"),
  status: z.enum(orderStatuses).optional().catch(undefined),
  integrationId: idSchema.optional().catch(undefined),
  /** Lists only orders with an item in this print. */
  printId: idSchema.optional().catch(undefined),
  startDate: z.iso.date().or(z.iso.datetime()).optional().catch(undefined),
  endDate: z.iso.date().or(z.iso.datetime()).optional().catch(undefined),
  /**
   * Lists only orders to be shipped then, in the seller's days. Cancelled ones are left out, and printed ones
   * unless `status` or `step` asks for them; late ones are listed until they are shipped.
   */
  shipBy: z.enum(shipByFilters).optional().catch(undefined),
  /** Lists orders at this step; `open` lists those that are neither shipped nor cancelled. */
  step: z.enum(orderStepFilters).optional().catch(undefined),
  /** Lists orders printed, not pressed; pressed, not shipped; or not known as shipped at the marketplace. */
  fulfilment: z.enum(fulfilmentFilters).optional().catch(undefined),
  /** Lists only orders that have an item without artwork or size. */
  unmatched: onlyTrue,
  /** Lists only orders with an item whose values a person has to confirm. */
  doubtful: onlyTrue,
  /** Lists only open orders that the marketplace has changed since the seller looked. */
  changed: onlyTrue,
  /** Lists only orders that one of the three filters above lists: a person has to look at them. */
  needsYou: onlyTrue,
})
export type OrderListQuery = z.infer<typeof orderListQuerySchema>

/** The query of GET /orders/summary: of one shop, or of all. */
export const orderSummaryQuerySchema = orderListQuerySchema.pick({ integrationId: true })
const byOpenStep = z.object({
  "to-do": z.number(),
  "on-film": z.number(),
  pressed: z.number(),
} satisfies Record<OpenStep, z.ZodNumber>)

/** The numbers of orders that ship when; of those to be printed by their next step; then of those after printing. */
export const orderSummarySchema = z.object({
  /** The orders that had to be shipped before today and are not, printed or not; `late` has their steps. */
  overdue: z.number(),
  late: byOpenStep,
  /** The orders to be printed that ship today, by the day after tomorrow, by today in six days. */
  today: z.number(),
  threeDays: z.number(),
  week: z.number(),
  /** The orders with an item whose reading a person has to look at. */
  doubtful: z.number(),
  /** The orders with an item that lacks artwork or size. */
  unmatched: z.number(),
  /** The orders that the filter of the same name lists, printed or not. */
  changed: z.number(),
  needsYou: z.number(),
  toPress: z.number(),
  toShip: z.number(),
  notTold: z.number(),
  /** The open orders at each step, however old; cancelled ones are at none. */
  steps: byOpenStep,
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

/** The body of POST /orders/print: 409 for items already in a print, unless `printAgain` is true. */
export const ordersPrintSchema = z.object({
  ...newPrintName,
  orderItems: z
    .array(idSchema)
    .min(1, "Select at least one order item")
    .max(MAX_PRINT_ITEMS, `A print holds at most ${MAX_PRINT_ITEMS} items`),
  /** The quantities edited in the review; other items print the ordered quantity. */
  quantities: z.record(idSchema, z.number().int().min(1).max(MAX_PRINT_COPIES)).optional(),
  printAgain: z.boolean().default(false),
  /** True for labels beside the pieces; on unless given. */
  labels: z.boolean().optional(),
  requestKey: z.uuid().optional(),
})
export const orderItemsQuerySchema = z.object({ ids: listedIdsSchema })
export const orderIdsSchema = z.object({
  orderIds: z.array(idSchema).min(1, "Select at least one order").max(MAX_BULK_IDS),
})

/** A wording, line by line: the lines themselves are the buyer's. */
const wordingSchema = z
  .string({ error: "Wording must be text" })
  .overwrite((text) => text.split("\n").map(labelText).join("\n"))
  .trim()
  .max(MAX_WORDING_LENGTH, `Wording must be at most ${MAX_WORDING_LENGTH} characters`)

/**
 * The body of PUT /orders/items/{id}. Fields that are left out stay. `wording` is corrected before it
 * is printed; the buyer's own words take it back. `values` confirms them for the present answers and
 * fields. `imageId` and `sizeId` are for this item alone. Null takes each of these back.
 */
export const orderItemUpdateSchema = z
  .object({
    wording: wordingSchema.optional(),
    values: artworkValuesSchema.nullable().optional(),
    imageId: idSchema.nullable().optional(),
    sizeId: idSchema.nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Nothing is changed")
  // Nobody knows before which image's fields these would be.
  .refine(({ imageId, values }) => imageId !== null || !values, "Take the image back, then confirm")
  .meta({
    minProperties: 1,
    not: {
      required: ["imageId", "values"],
      properties: { imageId: { type: "null" }, values: { type: "object" } },
    },
  })

/** The body of POST /orders/items/confirm: all or nothing; null takes a confirmation back. */
export const orderItemsConfirmSchema = z.object({
  items: z
    .array(z.object({ _id: idSchema, values: artworkValuesSchema.nullable() }))
    .min(1, "Select at least one order item")
    .max(MAX_BULK_IDS)
    .refine((items) => new Set(items.map(({ _id }) => _id)).size === items.length, {
      error: "An order item is listed twice",
    }),
})

/**
 * The body of PUT /orders/items/{id}/without-text: for all of its `ruleKey`, or for it alone, if its
 * image is its own.
 */
export const withoutTextSchema = z.object({ isOn: z.boolean() })

/** The body of POST /orders/items/{id}/artwork: which of its `personalisation` is the file. */
export const orderItemArtworkSchema = z.object({ answer: z.number().int().min(0).max(99) })

/** The body of PUT /orders/items/{id}/match: remembered for the SKU, or for the listing and variation. */
export const matchChoiceSchema = z
  .object({ imageId: idSchema.optional(), sizeId: idSchema.optional() })
  .refine((choice) => Object.keys(choice).length > 0, "Choose an image or a size")
  .meta({ minProperties: 1 })
