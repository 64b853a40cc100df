/** The kinds of findings about an artwork at its printed size. */
export const inkCodes = [
  "white-box",
  "soft-alpha",
  "halo",
  "thin-stroke",
  "thin-gap",
  "speck",
  "pinhole",
  "low-dpi",
  "upscaled",
  "cut-edge",
  "heavy-ink",
  "out-of-gamut",
  "font-replaced",
  "profile-dropped",
] as const
export type InkCode = (typeof inkCodes)[number]

/** "bad" will show on the shirt, "warn" may show, "note" is worth knowing. */
export type InkSeverity = "note" | "warn" | "bad"

/** A box in thousandths of the whole artwork as shown, its transparent margins included. */
export type InkPlace = { x: number; y: number; width: number; height: number }

/** The limits of a template, in mm of the printed piece. */
export type InkLimits = {
  minStrokeMm: number
  minGapMm: number
  /** The smallest dot that holds, of ink (a speck) or without it (a pinhole). */
  minSpeckMm: number
  /** The most ink on the printed box, each plane up to 100. Without it ink is never too heavy. */
  maxInkPercent?: number
}

export const defaultInkLimits: InkLimits = { minStrokeMm: 0.3, minGapMm: 0.2, minSpeckMm: 0.5 }

/** A change of the artwork that takes a finding away: lengths in mm as printed, tolerances in ΔE (OKLab × 100). */
export type InkMend =
  | { kind: "remove-background"; from: "edges"; colour: string; tolerance: number }
  | { kind: "harden"; threshold: number }
  | { kind: "halftone"; shape: "dot"; linesPerInch: number; angle: number }
  | { kind: "thicken" | "fill-pinholes" | "drop-specks" | "choke"; mm: number }
  | { kind: "enlarge"; method: "edges" }

export type InkFinding = {
  code: InkCode
  severity: InkSeverity
  /** The worst measurement, comparable with `limit`; for specks and pinholes the largest dot's size. */
  figure: number
  limit: number
  unit: "mm" | "dpi" | "percent" | "count"
  /** The number of places in all, of which `places` are the worst. */
  count: number
  places: InkPlace[]
  /** Sentences for the seller, with the figure in them. */
  text: string
  /** The changes that help, the best first. Empty where only another file or size does. */
  mends: InkMend[]
}

/** What a check has found, and the kinds that it could not look for, with sentences for the seller that say why. */
export type InkReport = { findings: InkFinding[]; notChecked: { code: InkCode; reason: string }[] }

/** The most places that a finding keeps; the rest is counted. */
export const INK_MAX_PLACES = 50
