import { z } from "zod"
import { artworkValuesSchema, fieldNameSchema } from "../artwork/artwork-field.ts"
import { readings } from "../status.ts"

/** The doubt about a certain reading whose rule nobody has confirmed. */
export const UNCONFIRMED_RULE = "How this is read has not been confirmed yet."

/** The notice of an item with `hasNoPlace`: behind its name, and alone. */
export const NO_PLACE = "has text, but its artwork has no place for it"
export const NO_PLACE_SENTENCE = "Has text, but its artwork has no place for it"

/** The reading of an order item's answers into its artwork's fields. */
export const itemReading = {
  /** The name of its rule: the SKU as it is matched, else the listing, else the title. */
  ruleKey: z.string(),
  /** The rule; null if nobody has saved one: answers are read by the fields' names. */
  rule: z.object({ isConfirmed: z.boolean(), printsWithoutText: z.boolean() }).nullable(),
  /** The certainty; doubtful items are not printed. `none`: no fields in the artwork, or no texts. */
  reading: z.enum(readings),
  /** The values as a person confirmed them, else as read. */
  values: artworkValuesSchema,
  /** True if a person has confirmed the values, and the answers and fields are still the same. */
  isConfirmed: z.boolean(),
  /** True if the buyer wrote a text, no field takes it, and nobody has allowed to print it so. */
  hasNoPlace: z.boolean(),
  /** The places of values in the answers as `shownAnswersOf` gives them, in UTF-16 units. */
  marks: z.array(
    z.object({
      field: fieldNameSchema,
      answer: z.number(),
      start: z.number(),
      end: z.number(),
    }),
  ),
  doubts: z.array(z.string()),
}
