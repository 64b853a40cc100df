/** What an order's item may be printed with, found by likeness, and the calls that accept it. */
import { z } from "zod"
import { idSchema } from "../id.ts"
import { orderItemSchema } from "../orders/order.ts"
import { printItemSchema } from "../prints/print.ts"
import { sizeInputSchema } from "./size.ts"

/** Order items in one call for suggestions or matches: what the inbox shows at once. */
export const MAX_MATCHES = 200
/** Images suggested for one item: more are found faster by searching. */
export const MAX_SUGGESTED_IMAGES = 5
/** From this certainty on a suggestion may be accepted together with others, unseen. */
export const SURE = 0.85

/** From 0 to 1: how certain it is that the item means this. */
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
  /** The most certain first; empty where nothing is alike. */
  images: z
    .array(z.object({ image: printItemSchema.shape.imageId.unwrap(), certainty: certaintySchema }))
    .max(MAX_SUGGESTED_IMAGES),
  size: suggestedSizeSchema.nullable(),
})
export type Suggestion = z.infer<typeof suggestionSchema>

/** POST /orders/suggestions */
export const suggestionsSchema = z.object({ orderItems: z.array(idSchema).min(1).max(MAX_MATCHES) })

/**
 * POST /orders/match: choices that are remembered as those of PUT /orders/items/{id}/match are. Null
 * forgets one. `newSize` is made once; a size of that name and width is used again.
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
        .refine((choice) => !(choice.sizeId && choice.newSize), "Choose one size"),
    )
    .min(1, "Choose an image or a size")
    .max(MAX_MATCHES, `At most ${MAX_MATCHES} choices at once`),
})
export type MatchChoices = z.infer<typeof matchesSchema>["choices"]
/** One as it is sent. */
export type MatchChoice = z.input<typeof matchesSchema>["choices"][number]

export const matchedSchema = z.object({
  items: z.array(orderItemSchema),
  /** Sizes that were made for these choices. */
  sizes: z.array(printItemSchema.shape.sizeId.unwrap()),
})

/** POST /orders/match-skus: names of files, each for all orders with the SKU, now and later. */
export const skuPairsSchema = z.object({
  pairs: z
    .array(z.object({ sku: z.string().trim().max(200), fileName: z.string().trim().max(300) }))
    .min(1, "Paste at least one line")
    .max(MAX_MATCHES, `At most ${MAX_MATCHES} lines at once`),
  /** Only tell what would be done. */
  dryRun: z.boolean().default(false),
})
/** One for each pair, in the same order. */
export const skuPairResultSchema = z.object({
  image: printItemSchema.shape.imageId,
  /** Order items with this SKU that lack their artwork. */
  waiting: z.number(),
  /** Why the pair changes nothing; null where it does. */
  problem: z.string().nullable(),
})
export type SkuPairResult = z.infer<typeof skuPairResultSchema>
