/** What a seller asks for proofs with: apart from what buyers have, so that no page loads the other's. */
import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_LISTED_IDS } from "../limit.ts"

/** The body of POST /proofs; `isMailed`: orders with a buyer's address get the links by mail. */
export const proofsAskedSchema = z.object({
  orderItemIds: z
    .array(idSchema)
    .min(1, "Select at least one order item")
    .max(MAX_LISTED_IDS, `At most ${MAX_LISTED_IDS} order items at a time`),
  isMailed: z.boolean().default(false),
})
export const askedProofSchema = z.object({
  orderItemId: idSchema,
  url: z.string(),
  /** True if its link went out by mail. */
  isMailed: z.boolean(),
})
export type AskedProof = z.infer<typeof askedProofSchema>
