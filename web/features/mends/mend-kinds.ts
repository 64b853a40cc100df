import type { Image } from "../../../contract/artwork/image.ts"
import { defaultInkLimits } from "../../../contract/artwork/ink.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { isDrawnMend, isPrintedMend } from "../../../sheet/mend/mend.ts"
import { formatTyped } from "../../lib/length.ts"
import { mendWords } from "../images/mend-words.ts"

type Kind = Mend["kind"]

/** The kinds by what they are for, and what each does, in a seller's words. */
export const mendGroups: readonly { label: string; kinds: readonly { kind: Kind; use: string }[] }[] = [
  {
    label: "Ink that prints badly",
    kinds: [
      { kind: "remove-background", use: "Takes away a box of one colour around the art." },
      { kind: "harden", use: "Makes soft, see-through edges clean and solid." },
      { kind: "halftone", use: "Turns see-through ink into dots that hold." },
      { kind: "thicken", use: "Makes strokes thick enough to stick." },
      { kind: "drop-specks", use: "Takes away dots that are too small to stick." },
      { kind: "fill-pinholes", use: "Closes holes that are too small to stay open." },
      { kind: "choke", use: "Takes a thin rim off, such as an old halo." },
    ],
  },
  {
    label: "Colour",
    kinds: [
      { kind: "knock-out", use: "Prints no ink of a colour: the shirt shows there." },
      { kind: "recolour", use: "Turns a colour into another." },
      { kind: "outline", use: "Puts a border of one colour around the art." },
    ],
  },
  {
    label: "Picture",
    kinds: [
      { kind: "crop", use: "Keeps a part of the picture." },
      { kind: "turn", use: "Turns the picture by a quarter or a half." },
      { kind: "enlarge", use: "Gives a small picture more pixels, with clean edges." },
      { kind: "include-text", use: "Puts outlines, dots and thicker strokes on its texts as well." },
      { kind: "trace", use: "Draws a logo of few colours anew, sharp at every size." },
    ],
  },
]

/** How much further than the limit a stroke is thickened, in mm, so that it is not found again. */
const BEYOND_LIMIT_MM = 0.05

/** A mend as it is added: what helps most artwork. */
export const usualMends: { [K in Kind]: Extract<Mend, { kind: K }> } = {
  "remove-background": { kind: "remove-background", isOn: true, from: "edges", tolerance: 8 },
  "include-text": { kind: "include-text", isOn: true },
  harden: { kind: "harden", isOn: true, threshold: 128 },
  halftone: { kind: "halftone", isOn: true, shape: "dot", linesPerInch: 45, angle: 22.5 },
  thicken: { kind: "thicken", isOn: true, mm: defaultInkLimits.minStrokeMm + BEYOND_LIMIT_MM },
  "fill-pinholes": { kind: "fill-pinholes", isOn: true, mm: defaultInkLimits.minSpeckMm },
  "drop-specks": { kind: "drop-specks", isOn: true, mm: defaultInkLimits.minSpeckMm },
  choke: { kind: "choke", isOn: true, mm: 0.2 },
  outline: { kind: "outline", isOn: true, mm: 2, colour: "#ffffff" },
  recolour: { kind: "recolour", isOn: true, from: "#000000", to: "#ffffff", tolerance: 8 },
  "knock-out": { kind: "knock-out", isOn: true, colour: "#000000", tolerance: 8 },
  crop: { kind: "crop", isOn: true, x: 0, y: 0, width: 1000, height: 1000 },
  turn: { kind: "turn", isOn: true, degrees: 90 },
  enlarge: { kind: "enlarge", isOn: true, method: "edges" },
  trace: { kind: "trace", isOn: true, colours: 6 },
}

/** The bounds of sliders: what is of use, within what can be stored. */
export const mendBounds = {
  tolerance: { min: 0, max: 40, step: 1 },
  /** In per cent of full ink. */
  threshold: { min: 1, max: 100, step: 1 },
  linesPerInch: { min: 10, max: 100, step: 1 },
  angle: { min: 0, max: 180, step: 0.5 },
  fineMm: { min: 0.05, max: 2, step: 0.05 },
  outlineMm: { min: 0.1, max: 10, step: 0.1 },
  colours: { min: 2, max: 16, step: 1 },
} as const

const names: Readonly<Record<string, string>> = { "#ffffff": "white", "#000000": "black" }

/** Returns `white`, or `#1D2B45`. */
function colourName(colour: string): string {
  return names[colour.toLowerCase()] ?? colour.toUpperCase()
}

/** A mend's settings in a line, with the colour that it is about. */
export type MendSummary = { colour: string | null; text: string }

const dots = { dot: "round dots", line: "lines", diffusion: "grain" }
const turns = { 90: "To the right", 180: "Upside down", 270: "To the left" }

export function summaryOf(mend: Mend): MendSummary {
  const plain = (text: string) => ({ colour: null, text })
  switch (mend.kind) {
    case "remove-background": {
      const { colour, tolerance, from } = mend
      const where = from === "edges" ? "from the edges" : "everywhere"
      if (colour === undefined) return plain(`The border's colour, ${where}`)
      return { colour, text: `${capitalised(colour)}, ${where}, tolerance ${tolerance}` }
    }
    case "include-text":
      return plain("Mends below it are made of texts as well")
    case "harden":
      return plain(`Solid from ${thresholdPercent(mend.threshold)} % ink`)
    case "halftone": {
      const angle = mend.shape === "diffusion" ? "" : `${mend.angle}°, `
      return plain(`${mend.linesPerInch} lpi, ${angle}${dots[mend.shape]}`)
    }
    case "thicken":
      return plain(`To ${mend.mm} mm`)
    case "fill-pinholes":
    case "drop-specks":
      return plain(`Up to ${mend.mm} mm`)
    case "choke":
      return plain(`By ${mend.mm} mm`)
    case "outline":
      return { colour: mend.colour, text: `${capitalised(mend.colour)}, ${mend.mm} mm` }
    case "recolour":
      return { colour: mend.to, text: `From ${colourName(mend.from)} to ${colourName(mend.to)}` }
    case "knock-out":
      return { colour: mend.colour, text: `The shirt shows where ${colourName(mend.colour)} was` }
    case "crop":
      return plain(`${share(mend.width)} of the width, ${share(mend.height)} of the height`)
    case "turn":
      return plain(turns[mend.degrees])
    case "enlarge":
      return plain(mend.method === "edges" ? "Clean edges, for drawings" : "Smooth, for photographs")
    case "trace":
      return plain(`${mend.colours} colours`)
  }
}

/** Returns a threshold of 1 to 255 in per cent, and the other way round. */
export function thresholdPercent(threshold: number): number {
  return Math.max(1, Math.round((threshold * 100) / 255))
}

export function thresholdOf(percent: number): number {
  return Math.max(1, Math.min(255, Math.round((percent * 255) / 100)))
}

/** The printed length up to which a drawing that became pixels is sharp: the engine draws it for 300 DPI. */
const SHARP_DRAWING_IN = 20

/**
 * Returns what an artwork is with mends, if it is a drawing or traced: sharp at every size, or pixels, and which mends make it so.
 * Whether a colour can be changed in a drawing, or a picture be traced as one, is known once that is saved.
 */
export function drawingWords(
  image: Pick<Image, "mediaType" | "isVector" | "mends">,
  on: readonly Mend[],
): string {
  const isTraced = on.some(({ kind }) => kind === "trace")
  if (image.mediaType !== "image/svg+xml" && !isTraced) return ""
  const isSaved = JSON.stringify(image.mends.filter(({ isOn }) => isOn)) === JSON.stringify(on)
  // A trace draws what those before it have made of pixels.
  const pixelMends = on.filter(
    (mend) => !isDrawnMend(mend) && mend.kind !== "include-text" && (isPrintedMend(mend) || !isTraced),
  )
  if (pixelMends.length > 0) {
    const names = [...new Set(pixelMends.map(({ kind }) => mendWords[kind].name))]
    const sharp = pixelMends.every(isPrintedMend)
      ? "drawn anew at each printed size"
      : `sharp up to ${formatTyped(SHARP_DRAWING_IN)}`
    return `${new Intl.ListFormat("en").format(names)} ${names.length === 1 ? "turns" : "turn"} this drawing into pixels, ${sharp}.`
  }
  if (isTraced)
    return isSaved && !image.isVector
      ? "Its shapes are too many or too soft for a drawing, so it is traced in pixels."
      : "Traced, it is a drawing of shapes, sharp at every size."
  if (!on.some(({ kind }) => kind === "recolour")) return "It stays a drawing, sharp at every size."
  if (isSaved && image.isVector) return "It stays a drawing, sharp at every size."
  const { name } = mendWords.recolour
  return isSaved
    ? `${name} turns this drawing into pixels, as it has see-through colours, pictures or effects.`
    : `${name} turns this drawing into pixels if it has see-through colours, pictures or effects.`
}

function capitalised(colour: string): string {
  const name = colourName(colour)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function share(thousandths: number): string {
  return `${Math.round(thousandths / 10)} %`
}
