import { z } from "zod"
import { type InkMark, inkCodeSchema, inkFindingSchema, isInkOpen } from "../artwork/ink.ts"
import { idSchema } from "../id.ts"

const printInkSchema = z.object({
  /** The findings item by item, each with its worst places alone. */
  findings: z.array(inkFindingSchema.extend({ itemId: idSchema })),
  /**
   * The items whose ink is not checked; `reason` says why, and is null while the press still looks at it. With a `code`
   * that kind of findings alone could not be looked for.
   */
  notChecked: z.array(
    z.object({ itemId: idSchema, code: inkCodeSchema.nullable(), reason: z.string().nullable() }),
  ),
})
export type PrintInk = z.infer<typeof printInkSchema>

/** A print's ink in short: what will show on the shirts. */
export const printInkSumSchema = z.object({
  _id: idSchema,
  /** The copies with something that will show, and what that is. */
  pieces: z.number(),
  codes: z.array(inkCodeSchema),
  /** True while the press still looks at some of it. */
  isWaiting: z.boolean(),
})
export type PrintInkSum = z.infer<typeof printInkSumSchema>

/**
 * Returns whether a finding will show, so that a person has to look before it is printed. Low resolution is left out: a
 * warning says it and mends it, and it never holds up a print.
 */
export function willInkShow(mark: InkMark): boolean {
  return mark.severity === "bad" && isInkOpen(mark) && mark.code !== "low-dpi"
}

/** Who said that the ink that will show was looked at before it was printed, and when. */
export const inkTickSchema = z.object({ by: z.string(), at: z.string() })

/** The fields about the ink of a print's items, which stops no print, in every reply about a print. */
export const printInk = printInkSchema.shape
