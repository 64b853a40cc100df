import { z } from "zod"
import {
  artworkFieldsSchema,
  artworkLayersSchema,
  artworkValuesSchema,
  MAX_PREVIEW_WIDTH_PX,
} from "./artwork-field.ts"

/** The content of a preview, as the edge leaves it in R2 for the press. */
export const previewRequestSchema = z.object({
  values: artworkValuesSchema,
  fields: artworkFieldsSchema,
  layers: artworkLayersSchema,
  /** The fonts of the layers that exist: once one comes or goes, the request's digest is another. */
  fonts: z.array(z.string()),
  /** The size that the layers' boxes are measured in. */
  canvas: z.object({ width: z.number().positive(), height: z.number().positive() }),
  widthPx: z.number().int().min(1).max(MAX_PREVIEW_WIDTH_PX),
})
export type PreviewRequest = z.infer<typeof previewRequestSchema>

/** The reason why the press could not draw it, which it stores in place of a picture; `fields` by name. */
export const previewRefusalSchema = z.object({
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type PreviewRefusal = z.infer<typeof previewRefusalSchema>
/** The media type that tells a refusal from a picture. */
export const REFUSAL_TYPE = "application/json"
