import { z } from "zod"
import { MAX_PRINT_ITEMS } from "../limit.ts"
import { variantStates } from "../status.ts"
import { artworkValuesSchema } from "./artwork-field.ts"
import { imageSchema } from "./image.ts"

/** An image with one set of values in its fields, as it prints: drawn once, however often it is used. */
export const artworkPieceSchema = z.object({
  /** The digest of the image, the values and the fonts: the same digest, the same picture. */
  digest: z.string(),
  state: z.enum(variantStates),
  /** The reason why it failed, in words for the seller. */
  reason: z.string().nullable(),
})
export type ArtworkPiece = z.infer<typeof artworkPieceSchema>

/** The look of a piece that is ready; else null, false and 0. */
const lookShape = imageSchema.pick({ previewFile: true, trim: true, isOpaque: true, softShare: true }).shape

export const shownPieceSchema = artworkPieceSchema.extend({ values: artworkValuesSchema, ...lookShape })
export type ShownPiece = z.infer<typeof shownPieceSchema>

/** The sets of values that an image is asked for with: as many as a print has items. */
export const piecesWantedSchema = z.object({
  values: z.array(artworkValuesSchema).min(1, "Give at least one set of values").max(MAX_PRINT_ITEMS),
})
