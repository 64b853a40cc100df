import { z } from "zod"
import { fileNamePatternSchema } from "../file-name-pattern.ts"
import { type Id, idSchema } from "../id.ts"
import type { LengthUnit } from "../length.ts"
import { dpiSchema, lengthSchema } from "../length-schema.ts"
import { labelSchema } from "../name.ts"
import { contourProblem, contourSchema } from "./contour.ts"
import { type SheetFormatName, sheetFormatsSchema, whitePlaneSchema } from "./sheet-format.ts"
import { spotNameSchema } from "./spot-name.ts"

const whiteSchema = z.strictObject({
  isOn: z.boolean(),
  chokePx: whitePlaneSchema.shape.chokePx.unwrap(),
  name: spotNameSchema,
})

/** The formats with a plane for white ink. */
const WHITE_FORMATS: readonly SheetFormatName[] = ["pdf", "tiff"]

/** Returns why sheets of these formats cannot be written with the plane; null if they can. */
export function whiteProblem(
  { isOn }: { isOn: boolean },
  formats: readonly SheetFormatName[],
): string | null {
  if (!isOn || formats.some((format) => WHITE_FORMATS.includes(format))) return null
  return "A PNG cannot hold white ink. Add PDF or TIFF, or turn white off."
}

const destinationShape = {
  name: labelSchema,
  formats: sheetFormatsSchema,
  maxLengthIn: lengthSchema("Longest file", 4, 240),
  dpi: dpiSchema,
  /** True if it mirrors its files. Those of a template that mirrors are mirrored anyway. */
  mirror: z.boolean(),
  white: whiteSchema,
  contour: contourSchema,
  fileName: fileNamePatternSchema,
}

/** A machine or program that files are written for, by sheet templates that name it. */
export const destinationInputSchema = z
  .object(destinationShape)
  .superRefine(({ white, contour, formats }, { addIssue }) => {
    const problems = { white: whiteProblem(white, formats), contour: contourProblem(contour, formats) }
    for (const [path, message] of Object.entries(problems))
      if (message !== null) addIssue({ code: "custom", path: [path], message })
  })
  .meta({
    examples: [
      {
        name: "Press",
        formats: ["pdf"],
        maxLengthIn: 100,
        dpi: 300,
        mirror: false,
        white: { isOn: true, chokePx: 2, name: "White" },
        contour: { isOn: true, offsetIn: 0.06, corners: "round", name: "CutContour", beside: ["svg"] },
        fileName: "{date}-{print}-{sheet}",
      },
    ],
  })
export type DestinationInput = z.infer<typeof destinationInputSchema>

export const destinationSchema = z.object({
  _id: idSchema,
  ...destinationShape,
  /** The colour profile of its press, by its own name and with the colours that the press takes; null if none is known. */
  profile: z.object({ name: z.string(), colours: z.string(), uploadedAt: z.string() }).nullable(),
  /** True if it comes with the app: it cannot be changed or deleted. */
  isBuiltIn: z.boolean(),
  /** The reason for a built-in one's settings; null for a seller's own. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Destination = z.infer<typeof destinationSchema>

/** The settings of a destination if nobody chooses others, without a name. */
export const usualDestination: DestinationInput = {
  name: "",
  formats: ["png"],
  maxLengthIn: 240,
  dpi: 300,
  mirror: false,
  white: { isOn: false, chokePx: 2, name: "White" },
  contour: {
    isOn: false,
    offsetIn: 0.06,
    corners: "round",
    name: "CutContour",
    islands: false,
    holes: false,
    smallestHoleIn: 0.1,
    beside: [],
    marks: null,
  },
  fileName: "{date}-{print}-{sheet}-{length}in",
}

/** Returns the settings that an account in this unit begins with. */
export function usualDestinationIn(unit: LengthUnit): DestinationInput {
  return unit === "in" ? usualDestination : { ...usualDestination, fileName: "{date}-{print}-{sheet}-{cm}cm" }
}

/**
 * The needs of most programs, at 300 DPI. They promise no more than makers' documents say; for hobby
 * cutters, whose documents were not found, they name other sources (decision 093).
 */
export const builtInDestinations: readonly Destination[] = [
  builtIn(1, "My shop, PNG", {}, "Most DTF shops ask for a PNG with a clear background at 300 DPI."),
  builtIn(
    2,
    "Photoshop",
    { maxLengthIn: 100 },
    "A PSD holds 30,000 pixels a side. A longer sheet has to be saved as PSB.",
  ),
  builtIn(
    3,
    "Acrobat, PDF",
    { formats: ["pdf"], maxLengthIn: 200 },
    "Acrobat takes pages of up to 14,400 points a side.",
  ),
  builtIn(
    4,
    "Roland VersaWorks",
    {
      formats: ["pdf"],
      maxLengthIn: 200,
      white: { ...usualDestination.white, name: "RDG_WHITE" },
    },
    "VersaWorks takes cutting lines only with PDF, and looks for spot colours in vector paths. The cut line's name is CutContour, in these capitals, and Roland's white is RDG_WHITE.",
  ),
  builtIn(
    5,
    "Wasatch SoftRIP",
    { formats: ["pdf"], maxLengthIn: 200, contour: { ...usualDestination.contour, name: "cutcontour" } },
    "SoftRIP reserves cutpath, cutcontour, cutoutline and cutannotation for cutting. A name has to be in its own list.",
  ),
  builtIn(
    6,
    "Caldera, white beneath",
    { formats: ["pdf"], maxLengthIn: 200, white: { ...usualDestination.white, isOn: true } },
    "Caldera finds the spot colours of a PDF by itself; in a TIFF the channel is chosen by hand. Which ink prints White is set there.",
  ),
  builtIn(
    7,
    "Silhouette, cut line as DXF",
    { contour: { ...usualDestination.contour, isOn: true, beside: ["dxf"] } },
    "Users report that Silhouette Studio opens DXF in its free edition, and SVG from the Designer Edition on. No document of Silhouette's was found that says so, so cut a small sheet first and check its size.",
  ),
  builtIn(
    8,
    "Cricut, cut line as SVG",
    { contour: { ...usualDestination.contour, isOn: true, beside: ["svg"] } },
    "Users report that Design Space takes vector images as SVG or DXF. No document of Cricut's was found that says so, so cut a small sheet first and check its size.",
  ),
]

export function findBuiltInDestination(id: Id): Destination | null {
  return builtInDestinations.find(({ _id }) => _id === id) ?? null
}

function builtIn(
  number: number,
  name: string,
  change: Partial<DestinationInput>,
  reason: string,
): Destination {
  const createdAt = "2026-11-23T00:00:00.000Z"
  const _id = idSchema.parse(`0199d3c0-0000-7000-8000-${String(number).padStart(12, "0")}`)
  return {
    _id,
    ...usualDestination,
    ...change,
    name,
    profile: null,
    isBuiltIn: true,
    reason,
    createdAt,
    updatedAt: createdAt,
  }
}
