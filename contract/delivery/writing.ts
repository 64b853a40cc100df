import { z } from "zod"
import { idSchema } from "../id.ts"
import type { Contour } from "./contour.ts"
import type { SheetFormatName, WhitePlane } from "./sheet-format.ts"

/** A completed print that is written once more, for another destination. */
export const writingSchema = z.object({
  _id: idSchema,
  destinationId: idSchema,
  /** The name that the destination had. */
  name: z.string(),
  /** The state; files are listed with the print's own once they are written. */
  state: z.enum(["running", "written", "failed"]),
  /** The progress in pixel rows; null if nothing runs. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  failureMessage: z.string().nullable(),
  createdAt: z.string(),
})
export type Writing = z.infer<typeof writingSchema>

export const writeFilesSchema = z.object({ destinationId: idSchema })

/** The settings that sheets are written with: an attempt's, or those of a later destination. */
export type WritingSettings = {
  formats: readonly SheetFormatName[]
  white: WhitePlane | null
  contour: Contour | null
  /** The pattern of their files' names; null for names by the print's id. */
  fileName: string | null
  mirror: boolean
}
