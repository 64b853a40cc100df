import { z } from "zod"

/** The kinds of changes that a marketplace may make to an order or an item that was read before. */
const orderChangeKinds = [
  "cancelled",
  "refunded",
  "quantity",
  "size",
  "personalisation",
  "artwork",
  "address",
  "restored",
] as const

/** A change: `from` and `to` are texts for people, "" if there is nothing to say. */
export const orderChangeSchema = z.object({
  kind: z.enum(orderChangeKinds),
  from: z.string(),
  to: z.string(),
  /** The time when the sync saw it, in ms. */
  seenAtMs: z.number(),
})
export type OrderChange = z.infer<typeof orderChangeSchema>
