/** The rules by which a buyer's answers go into an artwork's fields: one for each SKU or listing. */
import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_FIELDS, MAX_IGNORED_QUESTIONS, MAX_PATTERN_LENGTH, MAX_QUESTION_LENGTH } from "../limit.ts"
import { fieldNameSchema } from "./artwork-field.ts"

const questionSchema = z
  .string()
  .trim()
  .min(1, "A question needs a text")
  .max(MAX_QUESTION_LENGTH, `A question has at most ${MAX_QUESTION_LENGTH} characters`)

const patternSchema = z
  .string()
  .min(1, "A pattern is empty")
  .max(MAX_PATTERN_LENGTH, `A pattern has at most ${MAX_PATTERN_LENGTH} characters`)

/** The source: the answer to `question`, or the first group of `pattern` in that answer or any. */
const fieldSourceSchema = z
  .object({ question: questionSchema.optional(), pattern: patternSchema.optional() })
  .refine(
    (source) => Object.keys(source).length > 0,
    "A field is read from a question or by an expression of its own",
  )
  .meta({ minProperties: 1 })

const fieldSourcesSchema = z
  .record(fieldNameSchema, fieldSourceSchema)
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `At most ${MAX_FIELDS} fields`)
  .meta({ maxProperties: MAX_FIELDS })

/** A rule for reading answers into fields. A field that it leaves out is read by its name and label. */
export const readRuleSchema = z.object({
  fields: fieldSourcesSchema,
  /** The questions whose answers are not for print. Any other that belongs to no field is a doubt. */
  ignores: z.array(questionSchema).max(MAX_IGNORED_QUESTIONS).default([]),
})
export type ReadRule = z.infer<typeof readRuleSchema>

/** The body of PUT /artwork-rules/{ruleKey}. */
export const artworkRuleInputSchema = readRuleSchema.extend({
  /** The image whose fields these are. */
  imageId: idSchema,
  /** True if a person has seen what it reads: without doubts, that is certain from now on. */
  isConfirmed: z.boolean().default(false),
})

/** The rule of an order item's `ruleKey`; without one, everything in it is empty. */
export const artworkRuleSchema = z.object({
  ruleKey: z.string(),
  imageId: idSchema.nullable(),
  ...readRuleSchema.shape,
  /** True if confirmed for the image's fields as they are now. */
  isConfirmed: z.boolean(),
  /** True if artwork without fields is printed without the buyers' texts. */
  printsWithoutText: z.boolean(),
})
export type ArtworkRule = z.infer<typeof artworkRuleSchema>

/** A rule's key in a path. */
export const ruleKeySchema = z.string().min(1).max(1_100)
