import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import type { RasterKernel } from "../raster/raster-kernel.ts"
import { COVERAGE_BYTES, COVERAGE_LAG, openCoverage } from "./coverage-rows.ts"
import { type NearestSites, nearestBytes, openNearestSites } from "./nearest-sites.ts"
import { openOutlineSites, SITES_LAG, type SiteRow, WITHIN } from "./outline-sites.ts"
import { throughKernelWindow } from "./through-window.ts"

/** The pixels beyond a radius that a pixel's own softness and its site's place take. */
const BEYOND_PX = 2

/** Returns the reach in whole pixels that a growth by a radius needs. */
export function reachOf(radiusPx: number): number {
  return Math.ceil(radiusPx) + BEYOND_PX
}

/**
 * Writes the coverage of a set grown by a radius, for the nearest sites' current row: what lies within the radius of
 * the outline, one pixel soft. Only pixels near the radius are measured below a pixel's size.
 *
 *   d ≤ r − 1.5      full           d   to the centre of the nearest site's pixel, which is less than a pixel
 *   between          r + ½ − distance       from the outline and lies before it
 *   d ≥ r + 1.25     none
 */
export function growRow(nearest: NearestSites, radiusPx: number, target: Uint8Array): void {
  const codes = nearest.codes()
  const widthPx = codes.length
  const { starts, columns, pixelSquare, distance } = nearest
  const full = Math.max(0, radiusPx - 1.5) ** 2
  const isFull = radiusPx >= 1.5
  const none = (radiusPx + 1.25) ** 2
  for (let x = 0; x < widthPx; ) {
    const from = x
    if (codes[x] === WITHIN) {
      while (x < widthPx && codes[x] === WITHIN) x++
      target.fill(255, from, x)
      continue
    }
    while (x < widthPx && codes[x] !== WITHIN) x++
    target.fill(0, from, x)
    const cells = nearest.span(from, x)
    for (let k = 0; k < cells; k++) {
      const column = columns[k]
      const down = pixelSquare(k, column)
      if (down >= none) continue
      const first = Math.max(starts[k], Math.ceil(column - Math.sqrt(none - down)))
      const end = Math.min(starts[k + 1], Math.floor(column + Math.sqrt(none - down)) + 1)
      let [fullFrom, fullTo] = [end, end]
      if (isFull && down <= full) {
        const half = Math.floor(Math.sqrt(full - down))
        fullFrom = Math.min(end, Math.max(first, column - half))
        fullTo = Math.max(fullFrom, Math.min(end, column + half + 1))
        target.fill(255, fullFrom, fullTo)
      }
      for (let i = first; i < fullFrom; i++) target[i] = softEdge(radiusPx - distance(k, i))
      for (let i = fullTo; i < end; i++) target[i] = softEdge(radiusPx - distance(k, i))
    }
  }
}

/** Returns the coverage of a pixel so far within an outline. */
function softEdge(depth: number): number {
  return depth >= 0.5 ? 255 : depth <= -0.5 ? 0 : Math.round(255 * (depth + 0.5))
}

/**
 * Returns a picture whose rows are changed by the growth of its silhouette, or of the film around and in it: `mend`
 * gets each row, and the coverage of what has grown by the radius.
 */
export function withGrowth(
  source: RowSource,
  what: "ink" | "film",
  radiusPx: number,
  host: RasterHost,
  mend: (row: Uint8Array, grown: Uint8Array) => void,
): RowSource {
  const { widthPx } = source
  const reach = reachOf(radiusPx)
  const ahead = OUTLINE_LAG + reach
  const ownBytes = OUTLINE_BYTES * widthPx + nearestBytes(widthPx, reach)
  const size = { behind: 0, ahead, ownBytes, kernelBytes: COVERAGE_BYTES * widthPx }
  return throughKernelWindow(source, size, host, ({ kernel, held, pointerTo }) => {
    const outline = openOutline(kernel, widthPx, what)
    const nearest = openNearestSites(widthPx, reach)
    const grown = new Uint8Array(widthPx)
    let taken = 0
    const take = (row: number | null) => {
      taken++
      const sites = outline(row)
      if (sites) nearest.push(sites)
    }
    return {
      take: (y) => take(pointerTo(y)),
      make(y) {
        while (taken <= y + ahead) take(null)
        growRow(nearest, radiusPx, grown)
        const row = held(y)
        mend(row, grown)
        return row
      },
    }
  })
}

/** The rows that come before a row's outline is known. */
export const OUTLINE_LAG = COVERAGE_LAG + SITES_LAG
/** The bytes of a column of openOutline besides its coverage, and of the row that grows. */
export const OUTLINE_BYTES = 40

/**
 * Opens the outline of a silhouette, or of the film: it gets the pointers to rows of straight RGBA8, null for those beyond the end,
 * and returns the sites of the row OUTLINE_LAG before, once there is one.
 */
export function openOutline(
  kernel: RasterKernel,
  widthPx: number,
  what: "ink" | "film",
): (row: number | null) => SiteRow | null {
  const coverage = openCoverage(kernel, widthPx, what)
  const sites = openOutlineSites(widthPx, what === "ink" ? 0 : 255)
  let taken = 0
  return (row) => {
    const covered = coverage.push(row)
    taken++
    if (taken <= COVERAGE_LAG) return null
    const found = sites.push(covered)
    return taken > OUTLINE_LAG ? found : null
  }
}
