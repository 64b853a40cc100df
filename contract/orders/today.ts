import { z } from "zod"
import { idSchema } from "../id.ts"
import { orderItemSchema, orderSummarySchema } from "./order.ts"
import { leftCountsSchema, skippedItemSchema } from "./order-batch.ts"

/** The answer of GET /today: the counts of a day's work, each that of the list that it leads to. */
export const todaySchema = z.object({
  orders: orderSummarySchema,
  /** The prints that the list of prints finds by `shop=sent`, and the names of the newest. */
  atShop: z.object({ prints: z.number(), names: z.array(z.string()) }),
  /** True if the seller takes the files to the print shop: they are there without a word of it. */
  carriesFiles: z.boolean(),
  /** The first time by which an order has to be shipped after today; null without one. */
  nextShipBy: z.string().nullable(),
})
export type Today = z.infer<typeof todaySchema>

/** The answer of GET /today/film: what a batch of today and of all that is late would print now. */
export const todayFilmSchema = z.object({
  orders: z.number(),
  copies: z.number(),
  orderItems: z.array(orderItemSchema.extend({ shipBy: z.string().nullable() })),
  /** The numbers of items that ship by then and are left out. Those without a ship-by date are not of today. */
  left: leftCountsSchema,
  /** The first `SKIPPED_SHOWN` of each reason, the first to ship first. */
  skipped: z.array(skippedItemSchema),
  /** The print that has all that is due; null for another reason or more than one print. */
  printId: idSchema.nullable(),
})
export type TodayFilm = z.infer<typeof todayFilmSchema>

/** The days of a batch that makes today's film: today, and all that is late. */
export const TODAYS_DAYS = 1
