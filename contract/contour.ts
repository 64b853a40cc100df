import { z } from "zod"

/** Files of lines alone that lie beside a sheet's pixels. */
const besideSchema = z.enum(["svg", "dxf"])
export type CutFileName = z.infer<typeof besideSchema>

/** Bounds of a cut line's distance from ink, in inches: 12 mm out, 6 mm in. */
const OUTERMOST_IN = 0.5
const INNERMOST_IN = -0.25

/** A line for a cutter around every piece of a sheet. */
export const contourSchema = z.strictObject({
  isOn: z.boolean().default(true),
  /** Away from ink; into it where negative. */
  offsetIn: z.number().min(INNERMOST_IN).max(OUTERMOST_IN).default(0.0625),
  corners: z.enum(["round", "mitre"]).default("round"),
  /** The ink or layer by which a RIP or cutter knows the line; they take it letter by letter. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^\p{Cc}]*$/u, "A name is one line")
    .default("CutContour"),
  /** Holes that are smaller than a disc of this diameter are not cut. */
  smallestHoleIn: z.number().min(0).max(2).default(0.1),
  beside: z.array(besideSchema).default([]),
  /** What a cutter looks for to find the sheet; printed in PDF alone. */
  marks: z.enum(["silhouette", "roland"]).optional(),
})
export type Contour = z.infer<typeof contourSchema>

/** `sheet-1.svg`, counted from 1. */
export function cutFileNameOf(sheetIndex: number, kind: CutFileName): string {
  return `sheet-${sheetIndex + 1}.${kind}`
}
