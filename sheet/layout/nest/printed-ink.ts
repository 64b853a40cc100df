import type { Silhouette } from "../../silhouette.ts"
import type { Outline } from "./outline.ts"
import { type Runs, uniteRuns } from "./runs.ts"

/** A half-open box in pixels of the artwork. */
type InkBox = { x: number; y: number; width: number; height: number }

/**
 * An artwork's ink at its printed size: `box` of the artwork becomes widthPx × heightPx. `mirror`
 * exchanges left and right.
 */
export type PrintedInk = {
  silhouette: Silhouette
  box: InkBox
  widthPx: number
  heightPx: number
  mirror: boolean
}

/** Returns whether two are equal; silhouettes are compared by identity. */
export function isSameInk(a: PrintedInk | null, b: PrintedInk | null): boolean {
  if (a === null || b === null) return a === b
  const isSameBox =
    a.box.x === b.box.x && a.box.y === b.box.y && a.box.width === b.box.width && a.box.height === b.box.height
  const isSameSize = a.widthPx === b.widthPx && a.heightPx === b.heightPx
  return a.silhouette === b.silhouette && a.mirror === b.mirror && isSameBox && isSameSize
}

/**
 * The reach of vectors, which are redrawn: a cell's rounding, at the larger scale of drawing and print,
 * and two pixels by which cropping and fitting the drawing may move it.
 */
const vectorReachPx = 1
const vectorFitPx = 2

/**
 * Returns how far printed ink may lie outside its scaled silhouette, in printed pixels. A resampled
 * pixel has ink only where source pixels near it have any (nearestPixels in sheet/raster/resample.ts).
 * Reduced, those are the ones it covers, so nothing spreads. Enlarged by `scale`, they are centred
 * less than one source pixel from its own centre:
 *
 *   source    │    ink    │           │   `scale` printed pixels each
 *   print     │ │ │ │ │ │ │ │ │ │ │ │ │   centres up to scale / 2 beyond the ink's edge:
 *                                         whole pixels up to (scale − 1) / 2
 */
export function spreadPx({ silhouette, box, widthPx, heightPx }: PrintedInk): number {
  const scale = Math.max(1, widthPx / box.width, heightPx / box.height)
  return silhouette.isVector ? Math.ceil(vectorReachPx * scale) + vectorFitPx : Math.ceil((scale - 1) / 2)
}

/** Returns the outline that the search nests: the silhouette scaled, spread and rounded outwards. */
export function inkOutline(ink: PrintedInk): Outline {
  const { silhouette, box, widthPx, heightPx, mirror } = ink
  const { cellPx, rows } = silhouette
  const spread = spreadPx(ink)
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const left = (column: number) => Math.floor(((column * cellPx - box.x) * widthPx) / box.width) - spread
  const right = (column: number) => Math.ceil(((column * cellPx - box.x) * widthPx) / box.width) + spread
  const top = (row: number) => Math.floor(((row * cellPx - box.y) * heightPx) / box.height) - spread
  const bottom = (row: number) => Math.ceil(((row * cellPx - box.y) * heightPx) / box.height) + spread

  const tops = rows.map((_, y) => clamp(top(y), heightPx))
  const bottoms = rows.map((_, y) => clamp(bottom(y + 1), heightPx))
  const printed = rows.map((row) => {
    const ends = row.map((column, i) => clamp(i % 2 === 0 ? left(column) : right(column), widthPx))
    return mirror ? ends.map((_, i) => widthPx - ends[ends.length - 1 - i]) : ends
  })

  function bands(unitPx: number): Runs {
    const count = Math.ceil(heightPx / unitPx)
    const united = uniteRuns(widthPx, count)
    // Tops and bottoms ascend, so the rows that reach into a band are neighbours.
    let first = 0
    let last = 0
    for (let band = 0; band < count; band++) {
      while (first < rows.length && bottoms[first] <= band * unitPx) first++
      while (last < rows.length && tops[last] < Math.min(heightPx, (band + 1) * unitPx)) last++
      for (let y = first; y < last; y++) {
        const ends = printed[y]
        for (let i = 0; i < ends.length; i += 2) united.add(ends[i], ends[i + 1])
      }
      united.endRow()
    }
    return united.runs()
  }
  return { widthPx, heightPx, bands }
}
