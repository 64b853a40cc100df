/** The codes of pixels: without a site, without one within the set; larger ones are sites. */
export const NO_SITE = 0
export const WITHIN = 1
export const FIRST_SITE = 1 << 11

/** The parts of a pixel in which a site lies off its pixel's centre, up to a pixel each way. */
const PARTS = 120
const CENTRE = 128

/** The least way of a site off its centre, so that its side is known. */
const LEAST = 1 / PARTS

/** The least coverage of a pixel within the set, which has its highest bit set. */
const HALF = 128
/** The coverage beside a corner that lets it be one: a slanted edge has more. */
const CORNER_MOST = 64
/** The least coverage of a pixel that is a corner, and the most by which two lie on a level. */
const FULL = 240
const LEVEL = 15

const AROUND = 3
const ROWS = 2 * AROUND + 1
/** The columns that are held on each side: those around, and so many that words of four begin with the first. */
const MARGIN = 4
/** The highest bits of four pixels. */
const HALVES = 0x80808080 | 0

/** The rows that come before a row's sites are known. */
export const SITES_LAG = AROUND

/** Returns the code of a site off its pixel's centre. */
export function siteCode(x: number, y: number): number {
  return ((Math.round(x * PARTS) + CENTRE) << 8) | (Math.round(y * PARTS) + CENTRE)
}

/** How far a site lies off its pixel's centre, by a byte of its code. */
const OFFSETS = Float64Array.from({ length: 256 }, (_, byte) => (byte - CENTRE) / PARTS)

/** Returns how far a site lies off its pixel's centre. */
export function siteX(code: number): number {
  return OFFSETS[code >> 8]
}

export function siteY(code: number): number {
  return OFFSETS[code & 255]
}

/** A row of codes, and the columns of its sites, `count` of them. */
export type SiteRow = { codes: Uint16Array; columns: Int32Array; count: number }

/**
 * Opens the outline of a set as points below a pixel's size, from rows of coverage (0 to 255; within the set from 128
 * on). Each pixel outside the set that touches it has one site: the point of the outline that is nearest to its centre,
 * as if the outline were straight there. Beyond the picture coverage is `beyond`.
 *
 *     q2  q  │p  p2       The outline crosses the row between the centres of q and p, where the pixels' coverage in a
 *      0 0.2 0.9 1        row adds up to what they would have if it cut one of them in two: for straight outlines that
 *           ↑             is exact (Gustavson and Strand, "Anti-aliased Euclidean distance transform", 2011, measure
 *                         the same from one pixel). A crossing in the row and one in the column make a line, and the
 *                         site is the foot of the perpendicular on it. A pixel that only touches a corner has the corner.
 */
export function openOutlineSites(widthPx: number, beyond: 0 | 255) {
  const columns4 = Math.ceil(widthPx / 4) * 4
  const rows = Array.from({ length: ROWS }, () => new Uint8Array(columns4 + 2 * MARGIN).fill(beyond))
  /** The same rows, four pixels a word. */
  const wordRows = rows.map(({ buffer }) => new Uint32Array(buffer))
  const allCodes = new Uint16Array(columns4)
  const pairs = new Uint32Array(allCodes.buffer)
  const codes = allCodes.subarray(0, widthPx)
  const row: SiteRow = { codes, columns: new Int32Array(widthPx), count: 0 }

  return {
    /** Takes the next row of coverage, or null for one beyond the picture; returns the sites of the row SITES_LAG before. */
    push(coverage: Uint8Array | null): SiteRow {
      const next = rows.shift()!
      rows.push(next)
      wordRows.push(wordRows.shift()!)
      if (coverage === null) next.fill(beyond)
      else next.set(coverage, MARGIN)
      find()
      return row
    },
  }

  function find(): void {
    const [, , up, own, down] = wordRows
    row.count = 0
    for (let x = 0, w = MARGIN / 4; x < widthPx; x += 4, w++) {
      const within = own[w] & HALVES
      const beside = ((up[w - 1] | own[w - 1] | down[w - 1]) >>> 24) | up[w + 1] | own[w + 1] | down[w + 1]
      const isPlain = within === HALVES || (((up[w] | own[w] | down[w]) & HALVES) | (beside & HALF)) === 0
      if (isPlain) {
        const code = within === 0 ? NO_SITE : WITHIN
        pairs[x >>> 1] = code | (code << 16)
        pairs[(x >>> 1) + 1] = code | (code << 16)
      } else findFour(x)
    }
  }

  /** Finds the sites of four pixels. */
  function findFour(from: number): void {
    const [, , up, own, down] = rows
    const end = Math.min(widthPx, from + 4)
    for (let x = from; x < end; x++) {
      const at = x + MARGIN
      const around =
        up[at - 1] | own[at - 1] | down[at - 1] | up[at] | down[at] | up[at + 1] | own[at + 1] | down[at + 1]
      const code = own[at] >= HALF ? WITHIN : (around & HALF) === 0 ? NO_SITE : siteOf(at)
      codes[x] = code
      if (code >= FIRST_SITE) row.columns[row.count++] = x
    }
  }

  function siteOf(at: number): number {
    const [up3, up2, up, own, down, down2, down3] = rows
    const q = own[at]
    let across = 2
    if (own[at - 1] >= HALF)
      across = -beside(own[at - 3], own[at - 2], own[at - 1], q, own[at + 1], own[at + 2])
    if (own[at + 1] >= HALF) {
      const right = beside(own[at + 3], own[at + 2], own[at + 1], q, own[at - 1], own[at - 2])
      if (right < Math.abs(across)) across = right
    }
    let along = 2
    if (up[at] >= HALF) along = -beside(up3[at], up2[at], up[at], q, down[at], down2[at])
    if (down[at] >= HALF) {
      const below = beside(down3[at], down2[at], down[at], q, up[at], up2[at])
      if (below < Math.abs(along)) along = below
    }
    if (across === 2 && along === 2) return cornerOf(at)
    if (across === 2) return siteCode(0, along)
    // In a corner of two hard edges there is no slanted one.
    if (along === 2 || ((across === -0.5 || across === 0.5) && Math.abs(along) === 0.5))
      return siteCode(across, 0)
    const square = across * across + along * along
    return siteCode((across * along * along) / square, (along * across * across) / square)
  }

  /** Returns how far the outline is from the centre of q, towards p within the set; the others lie behind them. */
  function beside(p3: number, p2: number, p: number, q: number, q2: number, q3: number): number {
    // Where the pixels behind turn again, something thin has its other outline, and they count as it has them between.
    let covered = p + q + (q2 <= q && q3 <= q2 ? q2 : 0)
    let whole = 255
    if (p2 < p || p3 < p2) covered += whole
    else {
      covered += p2
      // Half pixels all along, as beside the end of an edge.
      if (p2 - p <= LEVEL) whole = p2
    }
    return Math.max(LEAST, Math.min(1, 2.5 - covered / whole))
  }

  function cornerOf(at: number): number {
    const [, , up, own, down] = rows
    for (const side of [-1, 1])
      for (const other of [up, down]) {
        const corner = other[at + side]
        if (corner < FULL || own[at + side] + other[at] > CORNER_MOST) continue
        return siteCode(side / 2, other === up ? -0.5 : 0.5)
      }
    return NO_SITE
  }
}
