import { z } from "zod"
import { inkFindingSchema } from "../artwork/ink.ts"
import { idSchema } from "../id.ts"

const printInkSchema = z.object({
  /** The findings item by item, each with its worst places alone. */
  findings: z.array(inkFindingSchema.extend({ itemId: idSchema })),
  /** The items whose ink is not checked; `reason` says why, and is null while the press still looks at it. */
  notChecked: z.array(z.object({ itemId: idSchema, reason: z.string().nullable() })),
})
export type PrintInk = z.infer<typeof printInkSchema>

/** The fields about the ink of a print's items, which stops no print, in every reply about a print. */
export const printInk = printInkSchema.shape
