import { ArtworkError } from "../raster/artwork.ts"
import { FIRST_SITE, NO_SITE, type SiteRow, siteX, siteY } from "./outline-sites.ts"

/** The row of a site that there is not. */
const FAR = 1 << 30

/** The farthest reach: the way from a site to the next below it takes a byte. */
const MAX_REACH = 250

/** The longest way between the sites of one outline in neighbouring pixels, squared. */
const JOINED = 2.2

/**
 * Opens the nearest site of each pixel within a reach, row by row: an exact Euclidean distance transform with its
 * features (Meijster, Roerdink and Hesselink 2000; Felzenszwalb and Huttenlocher 2012). The first pass, along the columns,
 * needs no more than the last site above and the next one below, which each site links to once it comes. The second
 * is the lower envelope of the parabolas that stand on a row's columns:
 *
 *      \   ╲_╱ \   _╱         column u carries (x − u)² + f(u)²; where its parabola is the least, u's site is
 *       ╲_╱     ╲_╱           the nearest: a cell
 *
 * Sites lie off their pixels' centres, so `distance` goes on from a cell's site to the neighbour that is nearer, as
 * long as there is one, and to the lines between neighbours. Those of an outline lie off towards the set, and where
 * two neighbours lie off towards opposite sides, there is something thin between two outlines, and no line.
 */
export function openNearestSites(widthPx: number, reach: number, kind: "outline" | "line" = "outline") {
  if (!(reach >= 1 && reach <= MAX_REACH))
    throw new RangeError(`a reach of ${reach} px is not within ${MAX_REACH}`)
  const isOutline = kind === "outline"
  const ringRows = nearestRingRows(reach)
  // Each row has a pixel without a site at both ends; the last row has none at all.
  const ringStride = widthPx + 2
  const ring = new Uint16Array((ringRows + 1) * ringStride)
  const noRow = ringRows * ringStride + 1
  const linkRows = reach + 1
  const links = new Uint8Array(linkRows * widthPx)
  const above = new Int32Array(widthPx).fill(-FAR)
  const below = new Int32Array(widthPx).fill(FAR)
  const latest = new Int32Array(widthPx)
  // The cells of a span; there is one more start than cells.
  const starts = new Int32Array(widthPx + 1)
  const columns = new Int32Array(widthPx)
  const rows = new Int32Array(widthPx)
  const squares = new Int32Array(widthPx)
  /** The point that the latest distance goes to. */
  const nearest = new Float64Array(2)
  let pushed = 0
  let y = -1
  let cells = 0

  return {
    starts,
    columns,
    rows,
    nearest,
    /** Takes the next row of sites. `reach` rows later it is the current one. */
    push({ codes, columns: sites, count }: SiteRow): void {
      ring.set(codes, (pushed % ringRows) * ringStride + 1)
      const link = (pushed % linkRows) * widthPx
      for (let i = 0; i < count; i++) {
        const x = sites[i]
        links[link + x] = 0
        if (below[x] === FAR) below[x] = pushed
        else links[(latest[x] % linkRows) * widthPx + x] = pushed - latest[x]
        latest[x] = pushed
      }
      pushed++
      if (pushed > reach) advance()
    },
    /** Returns the number of rows that were taken. */
    pushed: (): number => pushed,
    /** Returns the number of the current row; −1 before there is one. */
    row: (): number => y,
    /** Returns the current row's codes. */
    codes: (): Uint16Array => ring.subarray(rowStart(y), rowStart(y) + widthPx),
    /** Returns the code of a pixel near the current row; outside the picture there are no sites. */
    codeAt,
    /**
     * Finds the cells of a span of the current row, outside the set and as long as can be; returns their number. Cell k
     * reaches from starts[k] to starts[k + 1], and its site is in pixel (columns[k], rows[k]).
     */
    span(from: number, to: number): number {
      cells = 0
      for (let u = from; u < to; u++) {
        const up = y - above[u]
        const down = below[u] - y
        const near = Math.min(up, down)
        if (near > reach) continue
        const square = near * near
        let first = from
        while (cells > 0) {
          const v = columns[cells - 1]
          first = Math.floor((u * u - v * v + square - squares[cells - 1]) / (2 * (u - v))) + 1
          if (first > starts[cells - 1]) break
          cells--
          first = from
        }
        if (first >= to) continue
        starts[cells] = first
        columns[cells] = u
        rows[cells] = up <= down ? above[u] : below[u]
        squares[cells++] = square
      }
      starts[cells] = to
      return cells
    },
    /** Returns the number of cells of the latest span. */
    cells: (): number => cells,
    /** Returns the square of the way from a pixel to the centre of cell k's site's pixel. */
    pixelSquare: (k: number, x: number): number => (x - columns[k]) ** 2 + squares[k],
    /** Returns the distance from pixel x in cell k to the outline, or to that of the cells beside if it is nearer. */
    distance: (k: number, x: number): number => Math.sqrt(leastOf(k, x, squareFrom)),
    /** Returns the distance as far as the sites tell without their neighbours: up to half a pixel too much. */
    roughDistance: (k: number, x: number): number => Math.sqrt(leastOf(k, x, siteSquare)),
    /** Returns the distance from a point to the outline around a site. */
    distanceFrom: (px: number, py: number, column: number, row: number): number =>
      Math.sqrt(squareFrom(px, py, column, row)),
  }

  function advance(): void {
    y = pushed - 1 - reach
    const link = (y % linkRows) * widthPx
    for (let x = 0; x < widthPx; x++) {
      if (below[x] !== y) continue
      above[x] = y
      const next = links[link + x]
      below[x] = next === 0 ? FAR : y + next
    }
  }

  /** Returns the least square for pixel x in cell k: to its site, and to other outlines that are as far but for a pixel. */
  function leastOf(k: number, x: number, measure: typeof siteSquare): number {
    const column = columns[k]
    const square = (x - column) ** 2 + squares[k]
    let least = measure(x, y, column, rows[k])
    const almost = (Math.sqrt(square) + 1) ** 2
    const other = above[column] + below[column] - rows[k]
    if ((x - column) ** 2 + (y - other) ** 2 < almost && Math.abs(other - y) <= reach)
      least = Math.min(least, measure(x, y, column, other))
    for (let beside = k - 1; beside <= k + 1; beside += 2) {
      if (beside < 0 || beside >= cells || isNext(k, beside)) continue
      if ((x - columns[beside]) ** 2 + squares[beside] < almost)
        least = Math.min(least, measure(x, y, columns[beside], rows[beside]))
    }
    return least
  }

  function siteSquare(px: number, py: number, column: number, row: number): number {
    const code = codeAt(column, row)
    return (column + siteX(code) - px) ** 2 + (row + siteY(code) - py) ** 2
  }

  function isNext(k: number, other: number): boolean {
    return Math.abs(columns[k] - columns[other]) <= 1 && Math.abs(rows[k] - rows[other]) <= 1
  }

  /** Returns the place of a row's first pixel in the ring; beside the rows that are held, of one without sites. */
  function rowStart(row: number): number {
    return row < 0 || row >= pushed || row < pushed - ringRows ? noRow : (row % ringRows) * ringStride + 1
  }

  function codeAt(x: number, row: number): number {
    return x < 0 || x >= widthPx ? NO_SITE : ring[rowStart(row) + x]
  }

  function squareFrom(px: number, py: number, column: number, row: number): number {
    let x = column
    let own = row
    let code = codeAt(x, own)
    let ax = x + siteX(code) - px
    let ay = own + siteY(code) - py
    let least = ax * ax + ay * ay
    for (let hasMoved = true; hasMoved; ) {
      hasMoved = false
      const [fromX, fromRow] = [x, own]
      for (let dy = -1; dy <= 1; dy++) {
        const at = rowStart(fromRow + dy) + fromX
        for (let dx = -1; dx <= 1; dx++) {
          code = ring[at + dx]
          if (code < FIRST_SITE || (dx === 0 && dy === 0)) continue
          const bx = fromX + dx + siteX(code) - px
          const by = fromRow + dy + siteY(code) - py
          const square = bx * bx + by * by
          if (square >= least) continue
          least = square
          ax = bx
          ay = by
          x = fromX + dx
          own = fromRow + dy
          hasMoved = true
        }
      }
    }
    const best = least
    const [offX, offY] = [ax + px - x, ay + py - own]
    nearest[0] = px + ax
    nearest[1] = py + ay
    for (let dy = -1; dy <= 1; dy++) {
      const at = rowStart(own + dy) + x
      for (let dx = -1; dx <= 1; dx++) {
        code = ring[at + dx]
        if (code < FIRST_SITE || (dx === 0 && dy === 0)) continue
        // The foot of the perpendicular on the line from the site to its neighbour.
        const wayX = x + dx + siteX(code) - px - ax
        const wayY = own + dy + siteY(code) - py - ay
        const length = wayX * wayX + wayY * wayY
        const along = -(ax * wayX + ay * wayY)
        if (along <= 0 || length > JOINED) continue
        if (isOutline && siteX(code) * offX + siteY(code) * offY < 0) continue
        const square = best - (along * along) / length
        if (square >= least) continue
        least = square
        nearest[0] = px + ax + (wayX * along) / length
        nearest[1] = py + ay + (wayY * along) / length
      }
    }
    return Math.max(0, least)
  }
}

export type NearestSites = ReturnType<typeof openNearestSites>

/** Returns the rows that are held: those within reach on both sides, and what `distance` may go on to. */
function nearestRingRows(reach: number): number {
  return 2 * reach + 3
}

/** Returns the bytes of nearest sites. Throws an ArtworkError if they lie farther than MAX_REACH. */
export function nearestBytes(widthPx: number, reach: number): number {
  if (reach > MAX_REACH)
    throw new ArtworkError(
      "too-large",
      "These mends reach too far at this resolution. Choose fewer millimetres, or do not enlarge.",
    )
  return (widthPx + 2) * (2 * (nearestRingRows(reach) + 1) + reach + 1 + 7 * 4)
}
