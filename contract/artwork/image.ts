import { z } from "zod"
import { doerSchema } from "../accounts/doer.ts"
import { idSchema, listedIdsSchema } from "../id.ts"
import { MAX_BULK_IDS } from "../limit.ts"
import { listQuerySchema } from "../list.ts"
import { labelSchema } from "../name.ts"
import { imageStatuses } from "../status.ts"
import {
  artworkFieldSchema,
  artworkFieldsSchema,
  artworkLayerSchema,
  artworkLayersSchema,
} from "./artwork-field.ts"
import { mediaTypes } from "./artwork-kind.ts"
import { fontReplacementsSchema } from "./font.ts"
import { inkMarkSchema } from "./ink.ts"
import { mendsSchema } from "./mend.ts"

export const fileSchema = z.object({ path: z.string(), name: z.string().optional() })

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

export const imageCategorySchema = z.object({ _id: idSchema, name: z.string(), imageCount: z.number() })
export type ImageCategory = z.infer<typeof imageCategorySchema>

/** An image; `file` is null before the upload ends and after a failure; `previewFile` until ingest ends. */
export const imageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  status: z.enum(imageStatuses),
  failureReason: z.string().nullable(),
  /** The media type of the file, of which a picture with mends is made. */
  mediaType: z.enum(mediaTypes).nullable(),
  /** True if a drawing is printed, which is sharp at every size: an SVG whose mends left it one, or what a trace drew. A draft of before does not say it. */
  isVector: z.boolean().default(false),
  file: fileSchema.nullable(),
  previewFile: fileSchema.nullable(),
  imageCategory: z.object({ _id: idSchema, name: z.string() }).nullable(),
  score: z.number(),
  /** The width after orientation. For SVG, the natural size, which does not limit sharpness. */
  widthPx: z.number().nullable(),
  heightPx: z.number().nullable(),
  bytes: z.number(),
  /** The bounding box of the ink, in pixels of the oriented image. */
  trim: boxSchema.nullable(),
  isOpaque: z.boolean(),
  /** The share of inked pixels that are half transparent, 0 to 1; smoothed outlines do not count. */
  softShare: z.number(),
  warnings: z.array(z.string()),
  /** The fields that differ from piece to piece. */
  fields: z.array(artworkFieldSchema),
  layers: z.array(artworkLayerSchema),
  /** The families that its text names and that neither the seller nor the library has. */
  missingFonts: z.array(z.string()),
  /** The families that its text names and that are drawn in another font, even if they exist. */
  fontReplacements: fontReplacementsSchema,
  /** The mends in the seller's order; each is made of the file anew, whose bytes never change. */
  mends: mendsSchema,
  /** The findings about its ink at its own width, in short; empty until it was checked. */
  ink: z.array(inkMarkSchema),
  /** The number of copies in completed prints. */
  usedInPrint: z.number(),
  /** Who uploaded it; null: from before that was kept. */
  uploadedBy: doerSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Image = z.infer<typeof imageSchema>

export const imageListQuerySchema = listQuerySchema.extend({
  sortBy: z.enum(["name", "createdAt", "score", "usedInPrint"]).catch("createdAt"),
  imageCategory: idSchema.optional().catch(undefined),
  /** `open`: only images with findings about their ink that are still to be looked at. */
  ink: z.enum(["open"]).optional().catch(undefined),
  /** The ids of the only images to list, as far as the seller has them. */
  ids: listedIdsSchema.optional(),
})
export type ImageListQuery = z.infer<typeof imageListQuerySchema>

/** A score of 0 to 5 in half steps, as a number or as a form field's text. */
export const scoreSchema = z.coerce
  .number({ error: "A score is 0 to 5 in half steps" })
  .min(0)
  .max(5)
  .multipleOf(0.5)

export const imageUpdateSchema = z.object({
  name: labelSchema.optional(),
  imageCategoryId: idSchema.nullable().optional(),
  score: scoreSchema.optional(),
  fields: artworkFieldsSchema.optional(),
  layers: artworkLayersSchema.optional(),
  fontReplacements: fontReplacementsSchema.optional(),
  mends: mendsSchema.optional(),
})
export const imageBulkUpdateSchema = z.object({
  images: z
    .array(z.object({ _id: idSchema, imageCategoryId: idSchema.nullable() }))
    .min(1)
    .max(MAX_BULK_IDS),
})
export const idsSchema = z.object({ ids: z.array(idSchema).min(1, "Select at least one").max(MAX_BULK_IDS) })
/**
 * Mends of several images: `add` puts them behind those that are there, `replace` in their place. `fit` puts each where it is
 * best made, and gives its settings to one that does the same work, but never a smaller length.
 */
const mendChangeSchema = idsSchema.extend({ mends: mendsSchema, mode: z.enum(["add", "fit", "replace"]) })
export type MendChange = z.input<typeof mendChangeSchema>
/**
 * The body of POST /images/bulk-mend: `others` are mended otherwise by the same change. An image counts where it is named first;
 * there are MAX_BULK_IDS in all.
 */
export const bulkMendSchema = mendChangeSchema.extend({
  others: z.array(mendChangeSchema).max(MAX_BULK_IDS).default([]),
})
export const imageCategoryInputSchema = z.object({ name: labelSchema })

/** The page's key for each file; the same key again returns the image made before. */
export const uploadKeySchema = z.uuid({ error: "The key of the upload is not a valid id" })

/** A bulk upload's answer for one accepted file; the answers are in the files' order. */
export const uploadedFileSchema = z.object({
  _id: idSchema,
  name: z.string(),
  status: z.enum(imageStatuses),
  failureReason: z.string().nullable(),
})
export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** A file that a bulk upload left out: it is stored nowhere. */
export const refusedFileSchema = z.object({ name: z.string(), reason: z.string() })
export type RefusedFile = z.infer<typeof refusedFileSchema>
