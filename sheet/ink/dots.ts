import { type Blob, openBlobs } from "./blobs.ts"
import type { InkGrid } from "./ink-grid.ts"
import type { InkRow } from "./ink-rows.ts"
import { openPlaces, type Places } from "./places.ts"

/** The dots of an artwork that are too small to hold; the largest's diameter, and their number. */
export type Dots = { places: Places; largestMm: number }

/**
 * A part counts as a dot while its box is no longer than this many limits: a hair is a thin stroke. A
 * square dot's diagonal is √2 of its side.
 */
const LONGEST = 1.5

/** The size below which a dot is noise of alpha. */
const LEAST_MM = 0.06

/** The parts of a row in which dots are looked for. */
type DotRow = Pick<InkRow, "alphas" | "any" | "film" | "isRepeated" | "hasHalf">

/** A taker of a dot: the part, and the diameter of the disc with its area. */
type OnDot = (dot: Blob, sizeMm: number) => void

/**
 * Opens a search for specks (ink alone on the film) and pinholes (film in the middle of ink). The size of a
 * dot is the diameter of the disc with its area; ink counts by its alpha, and film by what is missing of it,
 * so that smoothed edges count where they are. Those below the limit are told as soon as a row does not go on with them.
 *
 *   ·▓▓░     a speck: alpha ≥ 16, joined by sides and corners
 *   ▓·░▓     a pinhole: alpha < 240, joined by sides, not open to the picture's border
 */
export function openDotSearch(
  { columns, rows, mmPerPx }: Pick<InkGrid, "columns" | "rows" | "mmPerPx">,
  limitMm: number,
  { onSpeck, onPinhole }: { onSpeck?: OnDot; onPinhole?: OnDot },
) {
  const longest = longestDotPx(limitMm, mmPerPx)
  const tell = (onDot: OnDot, dot: Blob) => {
    const sizeMm = 2 * Math.sqrt(dot.area / Math.PI) * mmPerPx
    if (sizeMm < limitMm) onDot(dot, sizeMm)
  }
  let alphas: Uint8Array = new Uint8Array(columns)
  const inkOf = (from: number, to: number) => {
    if (to - from > longest) return to - from
    let sum = 0
    for (let x = from; x < to; x++) sum += alphas[x]
    return sum / 255
  }
  const filmOf = (from: number, to: number) => to - from - inkOf(from, to)
  const ink = onSpeck && openBlobs(columns, { reach: 1, longest }, inkOf, (dot) => tell(onSpeck, dot))
  const film =
    onPinhole &&
    openBlobs(columns, { reach: 0, longest }, filmOf, (dot) => {
      const { left, right, top, bottom } = dot.box
      if (left > 0 && top > 0 && right < columns && bottom < rows) tell(onPinhole, dot)
    })

  return {
    push(row: DotRow, y: number): void {
      alphas = row.alphas
      if (row.isRepeated) {
        ink?.repeat(!row.hasHalf)
        film?.repeat(!row.hasHalf)
      } else {
        ink?.push(row.any, y)
        film?.push(row.film, y)
      }
    },
    finish(): void {
      ink?.finish(rows)
      film?.finish(rows)
    },
  }
}

/** Returns the longest side of a dot's box, in pixels; what is longer is none. */
export function longestDotPx(limitMm: number, mmPerPx: number): number {
  return LONGEST * (limitMm / mmPerPx) + 1
}

/** Opens a count of the dots of an artwork that are below the limit, noise of alpha aside. */
export function openDots(grid: InkGrid, limitMm: number) {
  const specks: Dots = { places: openPlaces(), largestMm: 0 }
  const pinholes: Dots = { places: openPlaces(), largestMm: 0 }
  const keepIn =
    (dots: Dots): OnDot =>
    ({ box }, sizeMm) => {
      if (sizeMm < LEAST_MM) return
      dots.places.add(box, -sizeMm)
      dots.largestMm = Math.max(dots.largestMm, sizeMm)
    }
  const search = openDotSearch(grid, limitMm, { onSpeck: keepIn(specks), onPinhole: keepIn(pinholes) })
  return {
    push: search.push,
    finish(): { specks: Dots; pinholes: Dots } {
      search.finish()
      return { specks, pinholes }
    },
  }
}
