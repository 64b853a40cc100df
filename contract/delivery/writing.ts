import { z } from "zod"
import { idSchema } from "../id.ts"
import type { Contour } from "./contour.ts"
import type { SheetFormatName, WhitePlane } from "./sheet-format.ts"

/** A completed print that is written once more, for another destination. */
export const writingSchema = z.object({
  _id: idSchema,
  destinationId: idSchema,
  /** What the destination was called. */
  name: z.string(),
  /** Its files are listed with the print's own once it is written. */
  state: z.enum(["running", "written", "failed"]),
  /** In pixel rows of what is drawn; null where nothing runs. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  failureMessage: z.string().nullable(),
  createdAt: z.string(),
})
export type Writing = z.infer<typeof writingSchema>

export const writeFilesSchema = z.object({ destinationId: idSchema })

/** What sheets are written as: as an attempt says, or a destination that they are written for later. */
export type WritingSettings = {
  formats: readonly SheetFormatName[]
  white: WhitePlane | null
  contour: Contour | null
  /** Pattern of their files' names; null for those by the print's id. */
  fileName: string | null
  mirror: boolean
}
