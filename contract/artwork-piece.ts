import { z } from "zod"
import { variantStates } from "./status.ts"

/** An image with one set of values in its fields, as it prints: drawn once, however often it is used. */
export const artworkPieceSchema = z.object({
  /** Of the image, the values and the fonts: the same digest, the same picture. */
  digest: z.string(),
  state: z.enum(variantStates),
  /** Why it failed, in words for the seller. */
  reason: z.string().nullable(),
})
export type ArtworkPiece = z.infer<typeof artworkPieceSchema>
