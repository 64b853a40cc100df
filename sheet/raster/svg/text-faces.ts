import type { AskedFace } from "../../font/choose-face.ts"
import { readDeclarations } from "./css-rules.ts"

/** A face that a drawing's text asks for, and the characters that it asks for in it. */
export type TextFace = AskedFace & { characters: ReadonlySet<string> }

/** A font that the drawing brings along, as its style sheet names it: base64 of a font file. */
export type EmbeddedFont = { family: string; style: "normal" | "italic"; weight: number; base64: string }

/** The fonts for a drawing's text. */
export type FoundFonts = {
  /** Each font once: its file, and the indices of the faces that are drawn in it. */
  fonts: { bytes: Uint8Array; faces: number[] }[]
  /** The families that are named first and that nobody has, in the drawing's spelling. */
  missing: string[]
  /** Plain words for the seller. */
  warnings: string[]
}

/** A function that finds the fonts for a drawing's text. */
export type FindFonts = (faces: readonly TextFace[], embedded: readonly EmbeddedFont[]) => Promise<FoundFonts>

/** The face that an element's text asks for, before any font is chosen. */
export type FaceStyle = AskedFace

export const PLAIN_FACE: FaceStyle = { families: [], style: "normal", weight: 400 }

/** Returns the name by which the renderer finds the font of face `index`, and no other. */
export function rendererFamily(index: number): string {
  return `face-${index}`
}

/** Names that a style sheet may end a list with; nobody uploads such a font. */
const GENERIC = new Set(
  "serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji inherit initial unset".split(
    " ",
  ),
)

/**
 * Returns the face of an element: its parent's, changed by its attributes, the style sheets'
 * declarations and its own style, in this order.
 */
export function faceStyleOf(
  parent: FaceStyle,
  attributes: ReadonlyMap<string, string>,
  sheet: ReadonlyMap<string, string>,
): FaceStyle {
  const own = readDeclarations(attributes.get("style") ?? "")
  const value = (name: string) => (own.get(name) ?? sheet.get(name) ?? attributes.get(name))?.trim()
  const family = value("font-family")
  const style = value("font-style")
  const weight = value("font-weight")
  if (family === undefined && style === undefined && weight === undefined) return parent
  return {
    families: family === undefined || family === "inherit" ? parent.families : readFamilies(family),
    style:
      style === undefined || style === "inherit"
        ? parent.style
        : /^(italic|oblique)/.test(style)
          ? "italic"
          : "normal",
    weight: weight === undefined ? parent.weight : readWeight(weight, parent.weight),
  }
}

/** Returns the families of a list, without quotes and without the generic ones at its end. */
function readFamilies(list: string): string[] {
  return [...list.matchAll(/"([^"]*)"|'([^']*)'|([^,"']+)/g)]
    .map(([, double, single, bare]) => (double ?? single ?? bare).trim())
    .filter((family) => family !== "" && !GENERIC.has(family.toLowerCase()))
}

function readWeight(value: string, parent: number): number {
  if (value === "normal") return 400
  if (value === "bold") return 700
  if (value === "bolder") return parent < 350 ? 400 : parent < 550 ? 700 : 900
  if (value === "lighter") return parent < 550 ? 100 : parent < 750 ? 400 : 700
  const number = Number.parseFloat(value)
  return number >= 1 && number <= 1000 ? number : parent
}

const FONT_FACE = /@font-face\s*\{([^}]*)(?:\}|$)/gi
const DATA_FONT = /url\(\s*["']?data:[^,"')]*;base64,([^"')]*)/i
/** The most fonts embedded in one drawing: a family with its weights. */
const MAX_EMBEDDED = 12

/** Returns the fonts within a style sheet without comments. */
export function embeddedFontsOf(css: string): EmbeddedFont[] {
  const fonts: EmbeddedFont[] = []
  for (const [, block] of css.matchAll(FONT_FACE)) {
    const base64 = DATA_FONT.exec(block)?.[1]
    const named = (name: string) =>
      new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]*)`, "i").exec(block)?.[1].trim()
    const [family] = readFamilies(named("font-family") ?? "")
    if (base64 === undefined || family === undefined || fonts.length === MAX_EMBEDDED) continue
    fonts.push({
      family,
      style: /^(italic|oblique)/.test(named("font-style") ?? "") ? "italic" : "normal",
      weight: readWeight(named("font-weight") ?? "normal", 400),
      base64: base64.replace(/\s/g, ""),
    })
  }
  return fonts
}
