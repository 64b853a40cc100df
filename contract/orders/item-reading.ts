import { z } from "zod"
import { artworkValuesSchema, fieldNameSchema } from "../artwork/artwork-field.ts"
import { readings } from "../status.ts"

/** The doubt of what is read without any: nobody has confirmed the rule by which it is. */
export const UNCONFIRMED_RULE = "How this is read has not been confirmed yet."

/** Said of an item with `hasNoPlace`: behind its name, and alone. */
export const NO_PLACE = "has text, its artwork has no place for it"
export const NO_PLACE_SENTENCE = "Has text, its artwork has no place for it"

/** How an order item's answers are read into its artwork's fields. */
export const itemReading = {
  /** What its rule is named by: the SKU as it is matched, else the listing, else the title. */
  ruleKey: z.string(),
  /** Null: nobody has saved one, and answers are read by the fields' names. */
  rule: z.object({ isConfirmed: z.boolean(), printsWithoutText: z.boolean() }).nullable(),
  /** What is doubtful is not printed. `none`: the artwork has no fields, or nobody wrote anything. */
  reading: z.enum(readings),
  /** As a person confirmed them, else as read. */
  values: artworkValuesSchema,
  /** A person has confirmed the values, and the answers and fields are still the same. */
  isConfirmed: z.boolean(),
  /** The buyer wrote a text, the artwork has no field for it, and nobody has said to print it without. */
  hasNoPlace: z.boolean(),
  /** Where values stand in the answers as `saidOf` gives them, in UTF-16 units. */
  marks: z.array(
    z.object({
      field: fieldNameSchema,
      answer: z.number(),
      start: z.number(),
      end: z.number(),
    }),
  ),
  /** Sentences that say why a person has to look. */
  doubts: z.array(z.string()),
}
