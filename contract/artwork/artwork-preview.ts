import { z } from "zod"
import { colorSchema } from "../colour.ts"
import { idSchema } from "../id.ts"
import { MAX_SIZE_IN, MIN_SIZE_IN } from "../limit.ts"
import {
  artworkFieldsSchema,
  artworkLayersSchema,
  artworkValuesSchema,
  MAX_PREVIEW_WIDTH_PX,
} from "./artwork-field.ts"
import { mendsSchema } from "./mend.ts"

/** The width that an artwork is looked at in print. */
export const printedWidthInSchema = z.coerce
  .number({ error: "Width must be a number of inches" })
  .min(MIN_SIZE_IN, `Width must be at least ${MIN_SIZE_IN} in`)
  .max(MAX_SIZE_IN, `Width must be at most ${MAX_SIZE_IN} in`)

/** The body of POST /images/{id}/preview. */
export const artworkPreviewSchema = z.object({
  values: artworkValuesSchema.default({}),
  /** The fields instead of the stored ones, for unsaved changes. No layers show the artwork alone. */
  fields: artworkFieldsSchema.optional(),
  layers: artworkLayersSchema.optional(),
  /** The mends instead of the stored ones, likewise. */
  mends: mendsSchema.optional(),
  widthPx: z.number().int().min(16).max(MAX_PREVIEW_WIDTH_PX).default(512),
  /**
   * The layer: the ink itself, the white that is laid beneath it, the ink with what is found about it in frames, or
   * ink on its white on a shirt, as the press of the template's destination mixes it, or in the colours of the file if no
   * profile of it is known.
   */
  layer: z.enum(["ink", "white", "findings", "proof"]).default("ink"),
  /** The printed width that white and findings go by; the image's at 300 DPI without it, vector artwork's at 6 in. */
  widthIn: printedWidthInSchema.optional(),
  /** The template that they go by; the default one without it. */
  sheetTemplateId: idSchema.optional(),
  /** The shirt of a proof; without it the shirt is transparent. */
  garment: colorSchema.optional(),
  /** True to stripe in a proof what the press cannot mix. */
  marksOutside: z.boolean().optional(),
})
