import { areaOf, differsByAtMost, halfTurned, type Runs, uniteRuns } from "./runs.ts"

/**
 * The ink of one piece for the search, unturned, at its printed size. `bands(unitPx)` cuts it into
 * bands of that many pixel rows from the top. Each band is a row of runs that covers at least the pixel
 * columns with ink in any of its rows.
 */
export type Outline = {
  widthPx: number
  heightPx: number
  bands(unitPx: number): Runs
  /**
   * Rows that stay free across the whole piece (see Foot). They may begin in the piece and end
   * below.
   */
  strip?: { top: number; bottom: number }
}

/**
 * A strip at the foot of every piece for its label:
 *
 *   ┌─────────┐
 *   │   ink   │   The lowest `reservePx` of the piece are the strip's upper part.
 *   │ reserve │   The rest of its `stripPx` lies below the piece. Neither ink nor
 *   └─────────┘   another strip may reach into it; ink stays half the gap away.
 *    - - - - -
 */
export type Foot = {
  stripPx: number
  reservePx: number
  /** The pieces that have a strip; without a list all of them. Every piece has the reserve. */
  pieces?: readonly number[]
}

export const noFoot: Foot = { stripPx: 0, reservePx: 0 }

/** Returns whether a piece has a strip at its foot. */
export function hasStrip({ stripPx, pieces }: Foot, piece: number): boolean {
  return stripPx > 0 && (pieces?.includes(piece) ?? true)
}

/** Adds a foot to the outline of an artwork, with or without a strip. */
export function withFoot(outline: Outline, { stripPx, reservePx }: Foot, isStripped: boolean): Outline {
  const { heightPx } = outline
  if (!isStripped) return reservePx === 0 ? outline : { ...outline, heightPx: heightPx + reservePx }
  return { ...outline, heightPx: heightPx + reservePx, strip: { top: heightPx, bottom: heightPx + stripPx } }
}

/** Returns the outline of a piece that is ink all over. */
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

/** The bands in which an outline is compared with itself, about, and the share of ink that may differ. */
const comparedBands = 256
const sameShare = 0.02

/** Returns whether a piece looks the same upside down, or nearly. */
export function isHalfSymmetric({ widthPx, heightPx, bands, strip }: Outline): boolean {
  if (strip) return false
  const upright = bands(Math.ceil(heightPx / comparedBands))
  return differsByAtMost(upright, halfTurned(upright, widthPx), sameShare * areaOf(upright))
}
