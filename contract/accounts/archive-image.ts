import { z } from "zod"
import { artworkFieldsSchema, artworkLayersSchema } from "../artwork/artwork-field.ts"
import { inkCodeSchema } from "../artwork/ink.ts"
import { mendsSchema } from "../artwork/mend.ts"
import { idSchema } from "../id.ts"

/** A line of an archive's `images.jsonl`. */
export const archiveImageSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** The path in the zip; null when the original no longer exists. */
  file: z.string().nullable(),
  imageCategoryId: idSchema.nullable(),
  score: z.number(),
  fields: artworkFieldsSchema,
  layers: artworkLayersSchema,
  /** The mends, and the findings about its ink that the seller knows; older archives have none. */
  mends: mendsSchema.default([]),
  inkAccepted: z.array(inkCodeSchema).default([]),
  createdAt: z.string(),
})
export type ArchiveImage = z.infer<typeof archiveImageSchema>
