import type { Layout } from "../layout/types.ts"
import { LABEL_CAPITAL_EM, LABEL_STRIP_EM } from "../raster/label/draw-label.ts"

/** Capitals that can be read on film at arm's length. */
const LEAST_CAPITAL_IN = 0.08

/** Letters grow with the gutter up to a strip this high; more would only take ink. */
const MOST_STRIP_IN = 0.2

export type LabelTemplate = { labels: boolean; gapIn: number; edgeIn: number; dpi: number }

/**
 * The strip at the foot of each piece that its label is drawn in, in sheet pixels; 0 where labels are off.
 *
 *   ┌─────────┐
 *   │ artwork │   `reservePx` is packed as part of the piece, because the gap (or the film's edge, beside the outermost
 *   └─────────┘   pieces) is too narrow for letters that can be read; the rest of the strip lies in the gap. Gaps to the
 *    reserve      foot of different pieces never overlap, so neither do labels.
 *   - - - - - -
 *    gap
 */
export type LabelStrip = { stripPx: number; reservePx: number }

export function labelStrip({ labels, gapIn, edgeIn, dpi }: LabelTemplate): LabelStrip {
  if (!labels) return { stripPx: 0, reservePx: 0 }
  const freePx = Math.round(Math.min(gapIn, edgeIn) * dpi)
  const neededPx = Math.ceil(((LEAST_CAPITAL_IN * LABEL_STRIP_EM) / LABEL_CAPITAL_EM) * dpi)
  const reservePx = Math.max(0, neededPx - freePx)
  return { stripPx: Math.min(freePx + reservePx, Math.round(MOST_STRIP_IN * dpi)), reservePx }
}

export type Placed = { x: number; y: number; widthPx: number; heightPx: number; rotated: boolean }

/** Where the label of a placed artwork is drawn: at its foot, which a quarter turn clockwise brings to the left. */
export function labelBox(
  { x, y, widthPx, heightPx, rotated }: Placed,
  { stripPx }: LabelStrip,
): { x: number; y: number; widthPx: number; heightPx: number } {
  if (rotated) return { x: x - stripPx, y, widthPx: stripPx, heightPx }
  return { x, y: y + heightPx, widthPx, heightPx: stripPx }
}

/** The layout of the artworks themselves, from one of pieces that were packed with `reservePx` at their feet. */
export function withoutReserve(layout: Layout, { reservePx }: LabelStrip): Layout {
  if (reservePx === 0) return layout
  const sheets = layout.sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map((placement) =>
      placement.rotated
        ? { ...placement, x: placement.x + reservePx, widthPx: placement.widthPx - reservePx }
        : { ...placement, heightPx: placement.heightPx - reservePx },
    ),
  }))
  return { sheets }
}
