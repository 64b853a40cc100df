import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_SHIP_DAYS } from "../limit.ts"
import { packings } from "../status.ts"

/** The body of POST /orders/batch: a draft of all items that can be printed and have to leave. */
export const orderBatchSchema = z
  .object({
    /** The shop; without one, all shops. */
    integrationId: idSchema.optional(),
    /**
     * The days, today being the first, by whose end orders ship, with all that are late; 0 for those
     * alone. Without it, orders of any day.
     */
    shipWithinDays: z
      .number({ error: "Days must be a whole number" })
      .int("Days must be a whole number")
      .min(0, "Days must be at least 0")
      .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`)
      .optional(),
    /** The template that the draft is laid out with; as for any print unless given. */
    sheetTemplateId: idSchema.optional(),
    packing: z.enum(packings).optional(),
    /** True to report only what would be printed. */
    dryRun: z.boolean().default(false),
  })
  .default({ dryRun: false })
export type OrderBatchRequest = z.output<typeof orderBatchSchema>

/**
 * The reasons why an item is left out: it lacks artwork or size, its values are not sure, it has text
 * that its artwork has no place for, its buyer has not approved the proof, it is in a print already, no
 * day is known to ship it by, or the print is full and the next batch takes it.
 */
export const skipReasons = [
  "unmatched",
  "doubtful",
  "no-place",
  "unapproved",
  "in-print",
  "no-date",
  "full",
] as const
export type SkipReason = (typeof skipReasons)[number]

export const skippedItemSchema = z.object({
  orderItemId: idSchema,
  reason: z.enum(skipReasons),
  orderNumber: z.string(),
  title: z.string(),
  /** The print that it is in; null without one. */
  printId: idSchema.nullable(),
  /** The image that it would be printed with, and its rule; older runs' items had neither. */
  imageId: idSchema.nullable().default(null),
  ruleKey: z.string().default(""),
})
export type SkippedItem = z.infer<typeof skippedItemSchema>

/** The number of left-out items for each reason that has some. */
export const leftCountsSchema = z.partialRecord(z.enum(skipReasons), z.number())
export type LeftCounts = z.infer<typeof leftCountsSchema>
/** The left-out items of one reason that are listed one by one where the others are only counted. */
export const SKIPPED_SHOWN = 50

export const orderBatchReplySchema = z.object({
  /** The draft; null in a dry run, and if there is nothing to print. */
  _id: idSchema.nullable(),
  orders: z.number(),
  items: z.number(),
  copies: z.number(),
  /** The items that ship by then and are left out, the first to ship first. */
  skipped: z.array(skippedItemSchema),
})
export type OrderBatchReply = z.infer<typeof orderBatchReplySchema>
