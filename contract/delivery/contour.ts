import { z } from "zod"
import { lengthSchema } from "../length-schema.ts"
import { cutFormatSchema, type SheetFormatName } from "./sheet-format.ts"
import { spotNameSchema } from "./spot-name.ts"

/** A line for a cutter around every piece of a sheet, or inside it. */
export const contourSchema = z.strictObject({
  isOn: z.boolean(),
  /** The distance from the ink, up to 12 mm; into it, up to 6 mm, if negative. */
  offsetIn: lengthSchema("Offset", -0.25, 0.5),
  corners: z.enum(["round", "mitre"]),
  /** The name of the ink or layer by which a RIP or cutter knows the line. */
  name: spotNameSchema,
  /** True if every loose part of a piece has a line of its own; else one line holds all of them. */
  islands: z.boolean().default(false),
  /** True if holes in a piece are cut as well; else its line runs around it alone. */
  holes: z.boolean().default(false),
  /** The diameter of a disc: holes smaller than it are not cut. */
  smallestHoleIn: lengthSchema("Smallest hole", 0, 2).default(0.1),
  /** The files of the line alone, beside the sheet's. */
  beside: z
    .array(cutFormatSchema)
    .refine((kinds) => new Set(kinds).size === kinds.length, "Name each kind once")
    .meta({ uniqueItems: true }),
  /** The marks by which a cutter finds the sheet. */
  marks: z.enum(["silhouette", "roland"]).nullable().default(null),
})
export type Contour = z.infer<typeof contourSchema>

/** Returns why sheets of these formats cannot be written with the line; null if they can. */
export function contourProblem(contour: Contour, formats: readonly SheetFormatName[]): string | null {
  if (!contour.isOn) return null
  if (!formats.includes("pdf") && contour.beside.length === 0)
    return "PNG and TIFF cannot hold a cut line. Add PDF, or SVG or DXF as separate files, or turn the cut line off."
  if (contour.marks !== null && formats.join() !== "pdf")
    return "Registration marks are only printed in PDF. Choose PDF and no other format, or no marks."
  return null
}

/** The distance that marks and the space around them reach from the film's sides, in millimetres. */
const MARK_REACH_MM = { silhouette: 35, roland: 15 }

/** The pixels that a line may lie further out than its offset: the loss that tracing might have. */
const SPARE_PX = 1.5

/** Returns the edge that a sheet template needs, in inches, so that line and marks lie on the film. */
export function contourEdgeIn({ isOn, offsetIn, marks }: Contour, dpi: number): number {
  if (!isOn) return 0
  const forLine = offsetIn < 0 ? 0 : offsetIn + SPARE_PX / dpi
  const forMarks = marks === null ? 0 : MARK_REACH_MM[marks] / 25.4
  return Math.ceil(Math.max(forLine, forMarks) * 100) / 100
}
