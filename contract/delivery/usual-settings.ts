import { inchesFrom } from "../length.ts"
import type { Contour } from "./contour.ts"
import { builtInDestinations, type Destination } from "./destination.ts"
import type { SheetFormatName } from "./sheet-format.ts"

/** The rolls that most print shops have, by width. */
export const usualRolls: readonly { label: string; widthIn: number }[] = [
  // longislanddtfprinting.com/learn/what-are-gang-sheets, styletransfers.com: gang sheets are 22 in wide.
  { label: "22 in", widthIn: 22 },
  // The film of 24 in printers. No maker's document was found, as for the three widths after it.
  { label: "24 in", widthIn: 24 },
  { label: "13 in", widthIn: 13 },
  { label: "30 cm", widthIn: inchesFrom(30, "cm") },
  { label: "60 cm", widthIn: inchesFrom(60, "cm") },
]

/** The settings of print software to begin from; their sources stand with the destinations that come with the app. */
export const usualPrinters: readonly Destination[] = builtInDestinations.filter(
  ({ contour }) => !contour.isOn,
)

export type UsualCutter = {
  name: string
  /** The use of the settings, and how well they are known. */
  reason: string
  contour: Partial<Contour>
  /** The formats that it takes, where it does not take every one. */
  formats?: readonly SheetFormatName[]
}

/** The settings of cutters to begin from. An offset that no document names is the app's usual one. */
export const usualCutters: readonly UsualCutter[] = [
  {
    // fablabnbg/inkscape-silhouette, render_silhouette_regmarks.py: a square and two corners, black on white.
    name: "Silhouette, marks on film",
    reason: "By the measures of Silhouette’s Inkscape extension. Marks are printed in PDF alone.",
    contour: { marks: "silhouette", beside: [] },
    formats: ["pdf"],
  },
  {
    // Roland CutStudio: corners of 10 mm, 5 mm inside; known second-hand. The line's name: VersaWorks' manual.
    name: "Roland, marks on film",
    reason:
      "The line is called CutContour, as VersaWorks expects it. The marks are known second-hand: try a small sheet first.",
    contour: { marks: "roland", name: "CutContour", beside: [] },
    formats: ["pdf"],
  },
  {
    // diecutstickers.com/cut-margins: with 1/8 in between picture and line, a shift of 1/32 in is not seen.
    name: "Any cutter, with room for shifts",
    reason: "So much room around each piece that a small shift of the cut is not seen.",
    contour: { offsetIn: 0.125, marks: null },
  },
  ...builtInDestinations
    .filter(({ contour }) => contour.isOn)
    .map(({ name, reason, contour: { beside } }) => ({
      name,
      reason: reason ?? "",
      contour: { beside, marks: null },
    })),
]
