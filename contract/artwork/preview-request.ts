import { z } from "zod"
import { colorSchema } from "../colour.ts"
import {
  artworkFieldsSchema,
  artworkLayersSchema,
  artworkValuesSchema,
  MAX_PREVIEW_WIDTH_PX,
} from "./artwork-field.ts"
import { inkMarkSchema, inkPlaceSchema } from "./ink.ts"
import { mendsSchema, printedAtSchema } from "./mend.ts"

const whiteBeneath = { printedWidthPx: z.number().int().positive(), chokePx: z.number().int().min(0) }

/** A layer beside the ink itself, as `sheet/ink/draw-layer.ts` draws it. */
const previewLayerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("white"), ...whiteBeneath }),
  z.object({
    kind: z.literal("proof"),
    ...whiteBeneath,
    garment: colorSchema.nullable(),
    /** The R2 key of the press's profile, which is another for each upload; none where none is known. */
    profileKey: z.string().optional(),
    marksOutside: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal("findings"),
    marks: z.array(inkMarkSchema.pick({ severity: true }).extend({ place: inkPlaceSchema })),
  }),
])
export type PreviewLayer = z.infer<typeof previewLayerSchema>

/** The content of a preview, as the edge leaves it in R2 for the press. */
export const previewRequestSchema = z.object({
  values: artworkValuesSchema,
  fields: artworkFieldsSchema,
  layers: artworkLayersSchema,
  /** The fonts of the layers that exist: once one comes or goes, the request's digest is another. */
  fonts: z.array(z.string()),
  /** The mends to make of the file, all of them switched on; without them the picture has those that are made. */
  mends: mendsSchema.optional(),
  /** The size to make these mends at; without it they are made at that of the file. */
  printed: printedAtSchema.optional(),
  /** The size that the layers' boxes are measured in, unless mends change the picture's frame. */
  canvas: z.object({ width: z.number().positive(), height: z.number().positive() }),
  widthPx: z.number().int().min(1).max(MAX_PREVIEW_WIDTH_PX),
  /** The picture has no clear rows and columns around its ink. */
  isTrimmed: z.literal(true).optional(),
  /** Without it the picture is the ink itself. */
  layer: previewLayerSchema.optional(),
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
