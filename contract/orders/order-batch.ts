import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_SHIP_DAYS } from "../limit.ts"
import { packings } from "../status.ts"

/** POST /orders/batch: a draft of all that can be printed and has to leave. */
export const orderBatchSchema = z
  .object({
    /** Of one shop; else of all. */
    integrationId: idSchema.optional(),
    /**
     * What ships by the last of so many days, today being the first, and all that is late; 0 for
     * that alone. Without it, whenever it ships.
     */
    shipWithinDays: z
      .number({ error: "Days must be a whole number" })
      .int("Days must be a whole number")
      .min(0, "Days must be at least 0")
      .max(MAX_SHIP_DAYS, `Days must be at most ${MAX_SHIP_DAYS}`)
      .optional(),
    /** What the draft is laid out by; as for any print unless given. */
    sheetTemplateId: idSchema.optional(),
    packing: z.enum(packings).optional(),
    /** Only tells what would be printed. */
    dryRun: z.boolean().default(false),
  })
  .default({ dryRun: false })
export type OrderBatchWish = z.output<typeof orderBatchSchema>

/**
 * Why an item is left out: it lacks artwork or size, its values are not sure, it has text that its
 * artwork has no place for, it is in a print already, no day is known to ship it by, or the print is
 * full and the next batch takes it.
 */
export const skipReasons = ["unmatched", "doubtful", "no-place", "in-print", "no-date", "full"] as const
export type SkipReason = (typeof skipReasons)[number]

export const skippedItemSchema = z.object({
  orderItemId: idSchema,
  reason: z.enum(skipReasons),
  orderNumber: z.string(),
  title: z.string(),
  /** The print that it is in; null without. */
  printId: idSchema.nullable(),
  /** What it would be printed with, and by which rule; what a run left out before had neither. */
  imageId: idSchema.nullable().default(null),
  ruleKey: z.string().default(""),
})
export type SkippedItem = z.infer<typeof skippedItemSchema>

export const orderBatchReplySchema = z.object({
  /** The draft; null in a dry run, and where there is nothing to print. */
  _id: idSchema.nullable(),
  orders: z.number(),
  items: z.number(),
  copies: z.number(),
  /** What ships by then and is left out, the first to ship first. */
  skipped: z.array(skippedItemSchema),
})
export type OrderBatchReply = z.infer<typeof orderBatchReplySchema>
