import type { NearestSites } from "./nearest-sites.ts"
import { NO_SITE, type SiteRow, siteCode, siteX, siteY } from "./outline-sites.ts"

/**
 * Opens the way of the centres of discs into a picture: a disc that would reach beyond its border is moved inwards, so
 * that it lies in it as a whole. Discs above the first row and below the last that a centre may lie in wait for it, so
 * at the picture's foot `nearest` gets no rows until the last has come.
 */
export function openMovedSites(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  radiusPx: number,
  nearest: NearestSites,
) {
  const [lowX, highX] = innerPart(widthPx, radiusPx)
  const [lowY, highY] = innerPart(heightPx, radiusPx)
  const firstRow = Math.round(lowY)
  const lastRow = Math.round(highY)
  const own = openRow()
  const first = openRow()
  const last = openRow()
  let rows = 0

  return {
    /** Returns the number of rows that have come. */
    rows: (): number => rows,
    /** Takes the centres of the next row. */
    push({ codes, columns, count }: SiteRow): void {
      const row = rows++
      empty(own)
      for (let i = 0; i < count; i++) {
        const [x, y] = [columns[i] + siteX(codes[columns[i]]), row + siteY(codes[columns[i]])]
        const [toX, toY] = [Math.max(lowX, Math.min(highX, x)), Math.max(lowY, Math.min(highY, y))]
        const column = toX === x ? columns[i] : Math.round(toX)
        const line = toY === y ? row : Math.round(toY)
        const into = line >= lastRow ? last : line <= firstRow ? first : own
        if (into.codes[column] === NO_SITE) into.columns[into.count++] = column
        into.codes[column] = siteCode(toX - column, toY - line)
      }
      if (row === heightPx - 1) {
        while (nearest.pushed() < lastRow) pushNone()
        nearest.push(last)
      } else if (row < lastRow) nearest.push(row === firstRow ? first : own)
    },
    pushNone,
  }

  /** Takes a row without centres, behind the last one. */
  function pushNone(): void {
    empty(own)
    nearest.push(own)
  }

  function openRow(): SiteRow {
    return { codes: new Uint16Array(widthPx), columns: new Int32Array(widthPx), count: 0 }
  }

  function empty(row: SiteRow): void {
    for (let i = 0; i < row.count; i++) row.codes[row.columns[i]] = NO_SITE
    row.count = 0
  }
}

/** Returns the least and the greatest place of a disc's centre between 0 and `sizePx`; pixel 0 has its centre at 0. */
function innerPart(sizePx: number, radiusPx: number): [number, number] {
  const margin = Math.min(radiusPx, sizePx / 2) - 0.5
  return [margin, sizePx - 1 - margin]
}
