import { areaOf, differenceOf, halfTurned, type Runs, uniteRuns } from "./runs.ts"

/**
 * The ink of one piece as the search sees it, unturned, at its printed size. `bands(unitPx)` cuts
 * it into bands of that many pixel rows from the top: a row of runs for each, the pixel columns
 * that hold ink in any of its rows, or more than those.
 */
export type Outline = {
  widthPx: number
  heightPx: number
  bands(unitPx: number): Runs
  /** Rows kept free all across the piece, as its Foot says: they may begin in the piece and end below it. */
  strip?: { top: number; bottom: number }
}

/**
 * A strip at the foot of every piece for its label:
 *
 *   ┌─────────┐
 *   │   ink   │   The lowest `reservePx` of the piece are the strip's upper part, the rest lies below the piece. Neither
 *   │ reserve │   ink nor another strip may reach into it; ink stays half the gap away.
 *   └─────────┘
 *    - - - - -    stripPx from the ink's end
 */
export type Foot = { stripPx: number; reservePx: number }

export const noFoot: Foot = { stripPx: 0, reservePx: 0 }

/** The outline of a piece with its foot, from that of its artwork. */
export function withFoot(outline: Outline, { stripPx, reservePx }: Foot): Outline {
  if (stripPx === 0) return outline
  const { heightPx } = outline
  return { ...outline, heightPx: heightPx + reservePx, strip: { top: heightPx, bottom: heightPx + stripPx } }
}

/** The outline of a piece that is ink all over. */
export function boxOutline(widthPx: number, heightPx: number): Outline {
  const bands = (unitPx: number) => {
    const count = Math.ceil(heightPx / unitPx)
    const runs = uniteRuns(widthPx, count)
    for (let band = 0; band < count; band++) {
      runs.add(0, widthPx)
      runs.endRow()
    }
    return runs.runs()
  }
  return { widthPx, heightPx, bands }
}

/** Bands in which an outline is compared with itself, about, and the share of its ink that may differ. */
const comparedBands = 256
const sameShare = 0.02

/** Whether a piece looks the same upside down, or nearly. */
export function isHalfSymmetric({ widthPx, heightPx, bands, strip }: Outline): boolean {
  if (strip) return false
  const upright = bands(Math.ceil(heightPx / comparedBands))
  return differenceOf(upright, halfTurned(upright, widthPx)) <= sameShare * areaOf(upright)
}
