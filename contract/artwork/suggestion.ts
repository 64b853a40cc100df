/** The suggestions for an order's item, found by likeness, and the calls that accept them. */
import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_MATCHES } from "../limit.ts"
import { orderItemSchema } from "../orders/order.ts"
import { printItemSchema } from "../prints/print.ts"
import { sizeInputSchema } from "./size.ts"

/** The images suggested for one item: more are found faster by searching. */
export const MAX_SUGGESTED_IMAGES = 5
/** The certainty from which a suggestion may be accepted together with others, unseen. */
export const SURE = 0.85

/** The certainty that the item means this, from 0 to 1. */
const certaintySchema = z.number()
const suggestedSizeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("existing"),
    size: printItemSchema.shape.sizeId.unwrap(),
    certainty: certaintySchema,
  }),
  /** A size that the item's text describes and the seller does not have yet. */
  z.object({
    kind: z.literal("new"),
    size: sizeInputSchema,
    certainty: certaintySchema,
  }),
])
export type SuggestedSize = z.infer<typeof suggestedSizeSchema>

export const suggestionSchema = z.object({
  orderItemId: idSchema,
  /** The images, the most certain first; empty if none is alike. */
  images: z
    .array(z.object({ image: printItemSchema.shape.imageId.unwrap(), certainty: certaintySchema }))
    .max(MAX_SUGGESTED_IMAGES),
  size: suggestedSizeSchema.nullable(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

/** The body of POST /orders/suggestions. */
export const suggestionsSchema = z.object({ orderItems: z.array(idSchema).min(1).max(MAX_MATCHES) })

/**
 * The body of POST /orders/match, remembered as PUT /orders/items/{id}/match is. Null forgets one.
 * `newSize` is made once; a size of that name and width is used again.
 */
export const matchesSchema = z.object({
  choices: z
    .array(
      z
        .object({
          orderItemId: idSchema,
          imageId: idSchema.nullable().optional(),
          sizeId: idSchema.nullable().optional(),
          newSize: sizeInputSchema.optional(),
        })
        .refine((choice) => Object.keys(choice).length > 1, "Choose an image or a size")
        .refine((choice) => !(choice.sizeId && choice.newSize), "Choose one size")
        .meta({
          minProperties: 2,
          not: { required: ["sizeId", "newSize"], properties: { sizeId: {}, newSize: {} } },
        }),
    )
    .min(1, "Choose an image or a size")
    .max(MAX_MATCHES, `At most ${MAX_MATCHES} choices at once`),
})
export type MatchChoices = z.infer<typeof matchesSchema>["choices"]
/** A choice as it is sent. */
export type MatchChoice = z.input<typeof matchesSchema>["choices"][number]

export const matchedSchema = z.object({
  items: z.array(orderItemSchema),
  /** The sizes that were made for these choices. */
  sizes: z.array(printItemSchema.shape.sizeId.unwrap()),
})

/** The body of POST /orders/match-skus: names of files, each for all orders with the SKU, now and later. */
export const skuPairsSchema = z.object({
  pairs: z
    .array(z.object({ sku: z.string().trim().max(200), fileName: z.string().trim().max(300) }))
    .min(1, "Paste at least one line")
    .max(MAX_MATCHES, `At most ${MAX_MATCHES} lines at once`),
  /** True to report only what would be done. */
  dryRun: z.boolean().default(false),
})
/** A result for each pair, in the same order. */
export const skuPairResultSchema = z.object({
  image: printItemSchema.shape.imageId,
  /** The number of order items with this SKU that lack their artwork. */
  waiting: z.number(),
  /** The reason why the pair changes nothing; null if it does. */
  problem: z.string().nullable(),
})
export type SkuPairResult = z.infer<typeof skuPairResultSchema>
