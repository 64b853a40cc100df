import { z } from "zod"
import { idSchema } from "./id.ts"

/** One printed copy: where it lies and what it is for. Places are null until the print has sheets. */
const manifestRowSchema = z.object({
  /** Counted from 1. */
  sheet: z.number().nullable(),
  /** On its sheet, from the top, left to right; counted from 1. */
  position: z.number().nullable(),
  /** Of the upper left corner, in inches from the sheet's. */
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

/** GET /prints/{id}/manifest; the same as a file at `manifest.csv` and as a page to print at `manifest.html`. */
export const manifestSchema = z.object({
  printId: idSchema,
  createdAt: z.string(),
  printedAt: z.string().nullable(),
  sheets: z.number(),
  rows: z.array(manifestRowSchema),
})
export type Manifest = z.infer<typeof manifestSchema>
