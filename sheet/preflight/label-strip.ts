import type { Layout, Placement } from "../layout/layout.ts"
import { type Foot, noFoot } from "../layout/nest/outline.ts"
import type { Packing } from "../layout/packing/packing.ts"
import { CODE_STRIP_DOTS, codeDotPx } from "../raster/label/code-dots.ts"
import { LABEL_CAPITAL_EM, LABEL_STRIP_EM } from "../raster/label/label-ems.ts"

/** The smallest capitals that people can read on film at arm's length. */
const LEAST_CAPITAL_IN = 0.08

/** The height up to which letters alone grow with the gap. More would only take ink. */
const MOST_STRIP_IN = 0.2

type LabelTemplate = { labels: boolean; packing: Packing; gapIn: number; edgeIn: number; dpi: number }

/**
 * The strip at the foot of each piece for its label, in sheet pixels; 0 where there are none. With
 * labels on it is as high as their codes; by order alone, as its letters.
 *
 *   ┌─────────┐
 *   │ artwork │   `reservePx` is packed as part of the piece where the gap is too narrow for
 *   └─────────┘   readable letters (or the film's edge, at the outermost pieces).
 *    reserve      The rest of the strip lies in the gap.
 *   - - - - - -
 *    gap          The gaps at the feet of two pieces never overlap, so neither do labels.
 */
export type LabelStrip = Foot

export function labelStrip({ labels, packing, gapIn, edgeIn, dpi }: LabelTemplate): LabelStrip {
  if (!labels && packing !== "by-order") return noFoot
  const freePx = Math.round(Math.min(gapIn, edgeIn) * dpi)
  const neededPx = labels
    ? CODE_STRIP_DOTS * codeDotPx(dpi)
    : Math.ceil(((LEAST_CAPITAL_IN * LABEL_STRIP_EM) / LABEL_CAPITAL_EM) * dpi)
  const reservePx = Math.max(0, neededPx - freePx)
  if (labels) return { stripPx: neededPx, reservePx }
  return { stripPx: Math.min(freePx + reservePx, Math.round(MOST_STRIP_IN * dpi)), reservePx }
}

export type Placed = Omit<Placement, "piece" | "copy">

/**
 * Returns the box of a placed artwork's label: at its foot. A quarter turn clockwise brings the foot to
 * the left. The letters are never upside down.
 */
export function labelBox(
  { x, y, widthPx, heightPx, rotated, halfTurned }: Placed,
  { stripPx }: LabelStrip,
): { x: number; y: number; widthPx: number; heightPx: number } {
  if (rotated) return { x: halfTurned ? x + widthPx : x - stripPx, y, widthPx: stripPx, heightPx }
  return { x, y: halfTurned ? y - stripPx : y + heightPx, widthPx, heightPx: stripPx }
}

/**
 * Removes `reservePx` from a layout of pieces that were packed with it at their feet. The result is
 * the layout of the artworks themselves.
 */
export function withoutReserve(layout: Layout, { reservePx }: LabelStrip): Layout {
  return reservePx === 0 ? layout : withLongerFeet(layout, -reservePx)
}

/** Undoes withoutReserve: the layout of the artworks as it was packed. */
export function withReserve(layout: Layout, { reservePx }: LabelStrip): Layout {
  return reservePx === 0 ? layout : withLongerFeet(layout, reservePx)
}

function withLongerFeet({ sheets }: Layout, byPx: number): Layout {
  const longer = (placement: Placement): Placement => {
    const { x, y, widthPx, heightPx, rotated, halfTurned } = placement
    return rotated
      ? { ...placement, x: halfTurned ? x : x - byPx, widthPx: widthPx + byPx }
      : { ...placement, y: halfTurned ? y - byPx : y, heightPx: heightPx + byPx }
  }
  return { sheets: sheets.map((sheet) => ({ ...sheet, placements: sheet.placements.map(longer) })) }
}
