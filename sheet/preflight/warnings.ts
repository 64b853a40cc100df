import type { Artwork } from "./piece-size.ts"
import { printedBox } from "./piece-size.ts"

export type WarningKind = "low-dpi" | "very-low-dpi" | "soft-edges" | "artwork"
export type PieceWarning = { kind: WarningKind; message: string }

/** `softShare` is the share of inked pixels, 0 to 1, above which half-transparent ink is worth a word. */
export type WarningThresholds = { lowDpi: number; veryLowDpi: number; softShare: number }

/**
 * Only ink that is soft over three pixels and more counts (see ArtworkReport), so flat art has none and the densest hairlines
 * one in twenty; shadows, glows and fades have a fifth and more, and it is these that DTF film prints with a white halo.
 */
export const SOFT_SHARE_WARNS = 0.1

export type WarnedArtwork = Artwork & {
  name: string
  /** Vector artwork is drawn at the sheet's own resolution, so its pixel size says nothing. */
  isVector: boolean
  softShare: number
  /** What ingest found, in sentences. */
  notes?: readonly string[]
}

/** Artwork pixels per printed inch, rounded down so that a figure shown is never better than the truth. */
export function effectiveDpi(image: Artwork, widthIn: number, trim: boolean): number {
  return Math.floor(printedBox(image, trim).width / widthIn + 1e-9)
}

/** The largest printed width, in tenths of an inch, at which the artwork still reaches `dpi`; 0 if none does. */
export function widestAt(image: Artwork, dpi: number, trim: boolean): number {
  return Math.floor((printedBox(image, trim).width / dpi) * 10 + 1e-9) / 10
}

/** Warnings of one piece, most serious first. None of them stops a print. */
export function pieceWarnings(
  piece: { image: WarnedArtwork; widthIn: number; trim: boolean },
  thresholds: WarningThresholds,
): PieceWarning[] {
  const { image, widthIn, trim } = piece
  const warnings: PieceWarning[] = []
  const dpi = effectiveDpi(image, widthIn, trim)
  if (!image.isVector && dpi < thresholds.veryLowDpi) {
    warnings.push({
      kind: "very-low-dpi",
      message: `${image.name} prints at ${dpi} DPI at ${widthIn} in. It will look soft.`,
    })
  } else if (!image.isVector && dpi < thresholds.lowDpi) {
    warnings.push({
      kind: "low-dpi",
      message: `${image.name} prints at ${dpi} DPI at ${widthIn} in. It may look soft.`,
    })
  }
  if (image.softShare > thresholds.softShare) {
    const percent = Math.round(image.softShare * 100)
    warnings.push({
      kind: "soft-edges",
      message: `${image.name} is half transparent in ${percent}% of its ink, which can print with a white halo.`,
    })
  }
  for (const note of image.notes ?? []) {
    warnings.push({ kind: "artwork", message: `${image.name}: ${note}` })
  }
  return warnings
}
