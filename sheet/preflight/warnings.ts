import type { Artwork } from "./piece-size.ts"
import { scaleBox } from "./piece-size.ts"

/** Artwork pixels per printed inch below which a print may look soft. */
export const LOW_DPI = 200
/** Artwork pixels per printed inch below which a print will look soft. */
export const VERY_LOW_DPI = 150

/**
 * The share of half-transparent ink above which a warning appears. Only ink that is soft over three
 * pixels and more counts (see ArtworkReport): flat art has none, the densest hairlines one in
 * twenty. Shadows, glows and fades have a fifth and more, and DTF film prints these with a white
 * halo.
 */
const SOFT_SHARE_WARNS = 0.1

/** The narrowest width that a warning recommends: printed sizes are no smaller. */
const LEAST_WIDTH_IN = 0.1

type WarningKind = "low-dpi" | "very-low-dpi" | "soft-edges" | "artwork"
type PieceWarning = { kind: WarningKind; message: string }

export type WarnedArtwork = Artwork & {
  name: string
  /** True for vector artwork, which is drawn at the sheet's own resolution, whatever its pixel size. */
  isVector: boolean
  softShare: number
  /** The remarks of ingest, in whole sentences. */
  notes?: readonly string[]
}

/** Returns artwork pixels per printed inch, rounded down so that the figure never flatters. */
export function effectiveDpi(image: Artwork, widthIn: number, trim: boolean): number {
  return Math.floor(scaleBox(image.own ?? image, trim).width / widthIn + 1e-9)
}

/**
 * Returns the largest printed width at which the artwork still reaches `dpi`, in tenths of an inch; 0
 * if there is none.
 */
export function widestAt(image: Artwork, dpi: number, trim: boolean): number {
  return Math.floor((scaleBox(image.own ?? image, trim).width / dpi) * 10 + 1e-9) / 10
}

/**
 * A warning about item `item`. `sharpWidthIn` is the widest size without this warning, null if
 * none.
 */
export type PrintWarning = PieceWarning & { item: number; dpi: number; sharpWidthIn: number | null }

/**
 * Returns the warnings of a print, item by item, with widths as `widthText` says them. None of them stops the
 * print.
 */
export function printWarnings(
  items: readonly { image: WarnedArtwork; widthIn: number }[],
  { trim }: { trim: boolean },
  widthText = inText,
): PrintWarning[] {
  return items.flatMap(({ image, widthIn }, item) => {
    const sharpWidthIn = widestAt(image, LOW_DPI, trim)
    return pieceWarnings({ image, widthIn, trim }, widthText).map((warning) => ({
      ...warning,
      item,
      dpi: effectiveDpi(image, widthIn, trim),
      sharpWidthIn: sharpWidthIn >= LEAST_WIDTH_IN ? sharpWidthIn : null,
    }))
  })
}

/** Returns the warnings of one piece, most serious first. */
export function pieceWarnings(
  piece: { image: WarnedArtwork; widthIn: number; trim: boolean },
  widthText = inText,
): PieceWarning[] {
  const { image, widthIn, trim } = piece
  const warnings: PieceWarning[] = []
  const dpi = effectiveDpi(image, widthIn, trim)
  if (!image.isVector && dpi < VERY_LOW_DPI) {
    warnings.push({
      kind: "very-low-dpi",
      message: `${image.name} prints at ${dpi} DPI at ${widthText(widthIn)}. It will look soft.`,
    })
  } else if (!image.isVector && dpi < LOW_DPI) {
    warnings.push({
      kind: "low-dpi",
      message: `${image.name} prints at ${dpi} DPI at ${widthText(widthIn)}. It may look soft.`,
    })
  }
  if (image.softShare > SOFT_SHARE_WARNS) {
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

function inText(widthIn: number): string {
  return `${widthIn} in`
}
