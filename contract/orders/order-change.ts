import { z } from "zod"

/** What a marketplace may change of an order or an item that was read before. */
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

/** One change, as it was found: `from` and `to` are for people, "" where there is nothing to say. */
export const orderChangeSchema = z.object({
  kind: z.enum(orderChangeKinds),
  from: z.string(),
  to: z.string(),
  /** When the sync saw it, in ms. */
  seenAtMs: z.number(),
})
export type OrderChange = z.infer<typeof orderChangeSchema>
