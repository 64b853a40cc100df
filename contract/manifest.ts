import { z } from "zod"
import { idSchema } from "./id.ts"

/** One printed copy: its place and its order. Places are null until the print has sheets. */
const manifestRowSchema = z.object({
  /** Starts at 1. */
  sheet: z.number().nullable(),
  /** Number on its sheet, from the top, left to right; starts at 1. */
  position: z.number().nullable(),
  /** Upper left corner, in inches from the sheet's upper left corner. */
  xIn: z.number().nullable(),
  yIn: z.number().nullable(),
  orderNumber: z.string(),
  buyer: z.string(),
  item: z.string(),
  sku: z.string(),
  size: z.string(),
  personalisation: z.string(),
  image: z.string(),
})
export type ManifestRow = z.infer<typeof manifestRowSchema>

/** GET /prints/{id}/manifest; also the file `manifest.csv` and the page `manifest.html`. */
export const manifestSchema = z.object({
  printId: idSchema,
  createdAt: z.string(),
  printedAt: z.string().nullable(),
  sheets: z.number(),
  rows: z.array(manifestRowSchema),
})
export type Manifest = z.infer<typeof manifestSchema>
