import type { InkLimits } from "./finding.ts"

/** The finest pixel that is looked at: a 300 DPI one. Finer artwork is averaged in whole squares. */
const FINEST_MM = 25.4 / 300

/** The widest limit in pixels of the grid, which bounds the memory and work of distances. */
const WIDEST_LIMIT_PX = 24

/** The pixels in which ink is looked at: squares of `factor` × `factor` of the artwork's. */
export type InkGrid = { factor: number; columns: number; rows: number; mmPerPx: number }

/**
 * Returns the grid of an artwork that prints at `mmPerPx`: 300 to 600 pixels an inch, or the artwork's own
 * where it has fewer; coarser where limits are wide.
 */
export function inkGrid(widthPx: number, heightPx: number, mmPerPx: number, limits: InkLimits): InkGrid {
  const widestMm = Math.max(limits.minStrokeMm, limits.minGapMm, limits.minSpeckMm)
  const factor = Math.max(
    1,
    Math.floor(FINEST_MM / mmPerPx + 1e-9),
    Math.ceil(widestMm / mmPerPx / WIDEST_LIMIT_PX),
  )
  return {
    factor,
    columns: Math.ceil(widthPx / factor),
    rows: Math.ceil(heightPx / factor),
    mmPerPx: mmPerPx * factor,
  }
}
