import { z } from "zod"
import { artworkValuesSchema, MAX_PREVIEW_WIDTH_PX } from "./artwork-field.ts"

/** What a preview shows, as the edge leaves it in R2 for the press. */
export const previewRequestSchema = z.object({
  /** For the fields in an SVG's own text. */
  values: artworkValuesSchema,
  /** The texts that are placed on the image, as SVG paths on a canvas of this size; "" for none. */
  texts: z.string(),
  canvas: z.object({ width: z.number().positive(), height: z.number().positive() }),
  widthPx: z.number().int().min(1).max(MAX_PREVIEW_WIDTH_PX),
})
export type PreviewRequest = z.infer<typeof previewRequestSchema>
