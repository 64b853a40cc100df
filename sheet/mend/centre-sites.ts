import type { NearestSites } from "./nearest-sites.ts"
import { NO_SITE, type SiteRow, siteCode, siteX, siteY, WITHIN } from "./outline-sites.ts"

/**
 * How much deeper ink may be beside a centre: for each pixel of the way, at all, and beside a hair, which looks unequally
 * wide. So corners of 30° and more are no strokes.
 */
const TAPER = 0.15
const NOISE_PX = 0.12
const HAIR_NOISE_PX = 0.32
/** The depth of hairs. */
const HAIR_PX = 1
/** How much deeper a pixel's neighbours on both sides may be where a centre line lies between them. */
const RIDGE_PX = 0.2
/** The way up to which that is looked at. */
const AROUND = 3
const ROWS = 2 * AROUND + 1

/** The rows that come before a row's centres are known. */
export const CENTRES_LAG = AROUND

/** The longest way from a centre to the ends of a chord through it, in radii. */
const CHORD = 1.5

/** Returns the reach in whole pixels that the centres of strokes thinner than twice a radius need. */
export function centresReach(radiusPx: number): number {
  return Math.ceil(CHORD * radiusPx) + AROUND + 2
}

/**
 * Opens the centres of strokes that are thinner than twice a radius, from the nearest film of each pixel of ink. The
 * middle of a chord through a stroke, across or down, whichever is shorter, lies on its centre line, below a pixel's
 * size. It counts where no disc of the radius fits, and where the ink beside it is not deeper: so corners, tips and
 * the ends of strokes have no centres.
 *
 *        ░░▓▓▓▓▓░░          ░ film   ▓ ink   c centres; depth is the distance to the film
 *        ░░▓▓c▓▓░░
 *        ░▓▓c▓▓░░
 *        ░▓▓c▓▓░░
 */
export function openCentreSites(widthPx: number, film: NearestSites, radiusPx: number) {
  const longest = CHORD * radiusPx + 1
  const deepest = radiusPx + AROUND + 1
  /** The rough depths of ink, 0 in film, and the pixels of the nearest film; of the latest rows. */
  const latest = Array.from({ length: ROWS }, () => ({
    depths: new Float32Array(widthPx),
    columns: new Int32Array(widthPx),
    rows: new Int32Array(widthPx),
  }))
  const centres: SiteRow = { codes: new Uint16Array(widthPx), columns: new Int32Array(widthPx), count: 0 }
  let y = -1

  return {
    /** Takes the film's current row, the first one at first; returns the centres of the row CENTRES_LAG before. */
    next(): SiteRow {
      y++
      const row = latest.shift()!
      latest.push(row)
      measure(row)
      find()
      return centres
    },
  }

  function measure({ depths, columns, rows }: (typeof latest)[number]): void {
    const codes = film.codes()
    depths.fill(0)
    for (let x = 0; x < widthPx; x++) {
      if (codes[x] === WITHIN) continue
      const from = x
      while (x < widthPx && codes[x] !== WITHIN) x++
      depths.fill(deepest, from, x)
      const cells = film.span(from, x)
      for (let k = 0; k < cells; k++) {
        const column = film.columns[k]
        const across = deepest * deepest - film.pixelSquare(k, column)
        if (across < 0) continue
        const way = Math.floor(Math.sqrt(across))
        const end = Math.min(film.starts[k + 1], column + way + 1)
        for (let i = Math.max(film.starts[k], column - way); i < end; i++) {
          depths[i] = Math.min(deepest, film.roughDistance(k, i))
          columns[i] = column
          rows[i] = film.rows[k]
        }
      }
    }
  }

  function find(): void {
    const [above, { depths }, below] = latest.slice(AROUND - 1)
    const row = y - AROUND
    centres.count = 0
    centres.codes.fill(NO_SITE)
    for (let x = 0; x < widthPx; x++) {
      const depth = depths[x]
      if (depth === 0 || depth >= radiusPx) continue
      const ridge = depth + RIDGE_PX
      const isAcross = ridge >= (x > 0 ? depths[x - 1] : 0) && ridge >= (x + 1 < widthPx ? depths[x + 1] : 0)
      if (!isAcross && (ridge < above.depths[x] || ridge < below.depths[x])) continue
      const code = centreOf(x, row)
      if (code === NO_SITE) continue
      centres.codes[x] = code
      centres.columns[centres.count++] = x
    }
  }

  function centreOf(x: number, row: number): number {
    const left = wayToFilm(x, row, -1, 0)
    const right = wayToFilm(x, row, 1, 0)
    const up = wayToFilm(x, row, 0, -1)
    const down = wayToFilm(x, row, 0, 1)
    const isAcross = left + right <= up + down
    const [before, after] = isAcross ? [left, right] : [up, down]
    const off = (after - before) / 2
    if (before > longest || after > longest || Math.abs(off) > 0.5 + 1e-6) return NO_SITE
    const [centreX, centreY] = isAcross ? [x + off, row] : [x, row + off]
    const { columns, rows } = latest[AROUND]
    const depth = film.distanceFrom(centreX, centreY, columns[x], rows[x])
    if (depth >= radiusPx) return NO_SITE
    const noise = depth < HAIR_PX ? HAIR_NOISE_PX : NOISE_PX
    for (let dy = -AROUND; dy <= AROUND; dy++) {
      const beside = latest[AROUND + dy]
      for (let dx = -AROUND; dx <= AROUND; dx++) {
        const at = x + dx
        if (at < 0 || at >= widthPx) continue
        const most = depth + TAPER * Math.hypot(at - centreX, row + dy - centreY) + noise
        if (beside.depths[at] > most && isDeeper(beside, at, row + dy, most)) return NO_SITE
      }
    }
    return liesBesideDisc(centreX, centreY, x, row) ? NO_SITE : siteCode(centreX - x, centreY - row)
  }

  function isDeeper(
    { depths, columns, rows }: (typeof latest)[number],
    x: number,
    row: number,
    most: number,
  ) {
    return depths[x] === deepest || film.distanceFrom(x, row, columns[x], rows[x]) > most
  }

  /**
   * Returns true if a disc of the radius, or almost, fits a little farther from the film that is nearest to a point: in something
   * round, beside whose middle a chord's is found.
   */
  function liesBesideDisc(pointX: number, pointY: number, x: number, row: number): boolean {
    const { columns, rows } = latest[AROUND]
    const depth = film.distanceFrom(pointX, pointY, columns[x], rows[x])
    const missing = radiusPx - depth
    if (missing > Math.min(depth, AROUND)) return false
    const [filmX, filmY] = film.nearest
    const toX = pointX + ((pointX - filmX) * missing) / depth
    const toY = pointY + ((pointY - filmY) * missing) / depth
    if (!(latest[AROUND + Math.round(toY) - row]?.depths[Math.round(toX)] > 0)) return false
    let least = Number.POSITIVE_INFINITY
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const at = Math.round(toX) + dx
        const near = latest[AROUND + Math.round(toY) - row + dy]
        if (at < 0 || at >= widthPx || !near || near.depths[at] === 0 || near.depths[at] === deepest) continue
        least = Math.min(least, film.distanceFrom(toX, toY, near.columns[at], near.rows[at]))
      }
    return least < Number.POSITIVE_INFINITY && least > depth + missing / 2
  }

  /** Returns the way from a pixel of ink to the film's outline in one direction, if it is not longer than a chord may be. */
  function wayToFilm(x: number, row: number, dx: number, dy: number): number {
    let way = 0
    let code = film.codeAt(x, row)
    for (let at = x, to = row; way <= longest; way++) {
      at += dx
      to += dy
      const next = isBeyond(at, to) ? WITHIN : film.codeAt(at, to)
      if (next === WITHIN) {
        // The site is the foot of the outline's perpendicular; the outline crosses the way farther on.
        const [offX, offY] = [siteX(code), siteY(code)]
        const along = offX * dx + offY * dy
        if (code === NO_SITE || along <= 0) return way + 0.5
        return way + Math.min(1, (offX * offX + offY * offY) / along)
      }
      code = next
    }
    return Number.POSITIVE_INFINITY
  }

  function isBeyond(x: number, row: number): boolean {
    return x < 0 || x >= widthPx || row < 0
  }
}
