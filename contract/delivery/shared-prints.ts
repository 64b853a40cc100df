import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_LISTED_IDS } from "../limit.ts"

/** The prints that go into one link, or one ZIP. */
export const sharedPrintIdsSchema = z.object({
  printIds: z
    .array(idSchema)
    .min(1, "Select at least one print")
    .max(MAX_LISTED_IDS, `A link holds at most ${MAX_LISTED_IDS} prints`),
})
