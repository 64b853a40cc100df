import type { Outline } from "./outline.ts"
import type { Silhouette } from "./silhouette.ts"

/** Half-open box in pixels of the artwork. */
export type InkBox = { x: number; y: number; width: number; height: number }

/** An artwork's ink at its printed size: `box` of the artwork becomes widthPx × heightPx, left and right exchanged if mirrored. */
export type PrintedInk = {
  silhouette: Silhouette
  box: InkBox
  widthPx: number
  heightPx: number
  mirror: boolean
}

/** Lanczos3 reaches three pixels, of the coarser of artwork and print; vectors are redrawn, so one cell's rounding is left. */
const resampleReachPx = 3
const vectorReachPx = 1

/** How far printed ink may lie outside of its scaled silhouette, in printed pixels. */
export function spreadPx({ silhouette, box, widthPx, heightPx }: PrintedInk): number {
  if (!silhouette.isVector && widthPx === box.width && heightPx === box.height) return 0
  const scale = Math.max(widthPx / box.width, heightPx / box.height)
  const artworkPx = silhouette.isVector ? vectorReachPx : resampleReachPx
  return Math.ceil(Math.max(resampleReachPx, artworkPx * scale)) + 1
}

/** The outline that the search nests: the silhouette scaled, spread and rounded outwards. */
export function inkOutline(ink: PrintedInk): Outline {
  const { silhouette, box, widthPx, heightPx, mirror } = ink
  const { cellPx, rows } = silhouette
  const spread = spreadPx(ink)
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const left = (column: number) => Math.floor(((column * cellPx - box.x) * widthPx) / box.width) - spread
  const right = (column: number) => Math.ceil(((column * cellPx - box.x) * widthPx) / box.width) + spread
  const top = (row: number) => Math.floor(((row * cellPx - box.y) * heightPx) / box.height) - spread
  const bottom = (row: number) => Math.ceil(((row * cellPx - box.y) * heightPx) / box.height) + spread

  function bands(unitPx: number): Int32Array[] {
    const lists: [number, number][][] = Array.from({ length: Math.ceil(heightPx / unitPx) }, () => [])
    rows.forEach((row, y) => {
      const from = clamp(top(y), heightPx)
      const to = clamp(bottom(y + 1), heightPx)
      if (row.length === 0 || from >= to) return
      const runs: [number, number][] = []
      for (let i = 0; i < row.length; i += 2) {
        const start = clamp(left(row[i]), widthPx)
        const end = clamp(right(row[i + 1]), widthPx)
        if (start < end) runs.push(mirror ? [widthPx - end, widthPx - start] : [start, end])
      }
      for (let band = Math.floor(from / unitPx); band * unitPx < to; band++) lists[band].push(...runs)
    })
    return lists.map(merged)
  }
  return { widthPx, heightPx, bands }
}

function merged(list: [number, number][]): Int32Array {
  const ends: number[] = []
  for (const [from, to] of list.sort((a, b) => a[0] - b[0])) {
    const last = ends.length - 1
    if (last > 0 && from <= ends[last]) ends[last] = Math.max(ends[last], to)
    else ends.push(from, to)
  }
  return Int32Array.from(ends)
}
