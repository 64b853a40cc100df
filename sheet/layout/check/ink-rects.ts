import { type PrintedInk, spreadPx } from "../nest/printed-ink.ts"
import type { Rect } from "./turned-rect.ts"

/**
 * Returns the rectangles that an upright piece's ink consists of, in printed pixels from its top left
 * corner. They may overlap. Neighbours in the list are neighbours on film: rows are strung
 * together where they touch, so each leg of a letter is one string, whatever stands beside it.
 */
export function inkRects(ink: PrintedInk): Rect[] {
  const { silhouette, box, widthPx, heightPx, mirror } = ink
  const { cellPx, rows } = silhouette
  const spread = spreadPx(ink)
  const columns = Math.ceil(silhouette.widthPx / cellPx)
  const across = printedEdges(columns, cellPx, { start: box.x, length: box.width, printed: widthPx, spread })
  const down = printedEdges(rows.length, cellPx, {
    start: box.y,
    length: box.height,
    printed: heightPx,
    spread,
  })
  const strings: Rect[][] = []
  let above: { row: Uint16Array; strings: number[] } = { row: new Uint16Array(), strings: [] }
  rows.forEach((row, y) => {
    const own: number[] = []
    let at = 0
    for (let i = 0; i < row.length; i += 2) {
      // The first run above that touches this one and is not continued yet.
      while (at < above.row.length && above.row[at + 1] <= row[i]) at += 2
      const isBelow = at < above.row.length && above.row[at] < row[i + 1]
      const string = isBelow ? above.strings[at >> 1] : strings.length
      if (isBelow) at += 2
      else strings.push([])
      own.push(string)
      const [from, to] = [across.from[row[i]], across.to[row[i + 1]]]
      const rect = {
        left: mirror ? widthPx - to : from,
        top: down.from[y],
        right: mirror ? widthPx - from : to,
        bottom: down.to[y + 1],
      }
      append(strings[string], rect)
    }
    above = { row, strings: own }
  })
  return strings.flat()
}

/** Returns the beginning (`from`) and end (`to`) of a span of cells in print, by the cells' edges. */
function printedEdges(
  cells: number,
  cellPx: number,
  { start, length, printed, spread }: { start: number; length: number; printed: number; spread: number },
): { from: Int32Array; to: Int32Array } {
  const from = new Int32Array(cells + 1)
  const to = new Int32Array(cells + 1)
  for (let edge = 0; edge <= cells; edge++) {
    const at = ((edge * cellPx - start) * printed) / length
    from[edge] = Math.max(0, Math.min(printed, Math.floor(at) - spread))
    to[edge] = Math.max(0, Math.min(printed, Math.ceil(at) + spread))
  }
  return { from, to }
}

/** Adds a rectangle, or lengthens the last one if both are equally wide. */
function append(string: Rect[], rect: Rect): void {
  if (rect.left >= rect.right || rect.top >= rect.bottom) return
  const last = string.at(-1)
  if (last && last.left === rect.left && last.right === rect.right && last.bottom >= rect.top)
    last.bottom = Math.max(last.bottom, rect.bottom)
  else string.push(rect)
}
