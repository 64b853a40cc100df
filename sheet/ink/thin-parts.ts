import type { RasterKernel } from "../raster/raster-kernel.ts"
import { lowestBit, widenedWord } from "./bits.ts"
import type { InkGrid } from "./ink-grid.ts"
import { AROUND, type InkPlanes, type InkRow, openPlane, openRuns, type Runs } from "./ink-rows.ts"
import { type GridBox, openPlaces, type Places } from "./places.ts"
import { openThinRegion } from "./thin-region.ts"
import { groupTiles, growBox, TILE_PX, tileGrid } from "./tiles.ts"

/** The parts of one kind below their limit: the least width, and their places. */
export type ThinParts = { places: Places; leastMm: number; count: number }

/** The finest pixel in which widths are measured. */
const FINEST_MM = 0.043
const MOST_FINER = 3

/** The alpha that a hair counts with: just ink, so that it does not look wider than it is. */
const HAIR_ALPHA = 136

/** The height of a part that lies at 30°, by its width. */
const FLAT = 1.16

/** The part of a mark that says nothing: no short run was met. */
const UNMARKED = 255

/** The most pixels of regions that are measured, in pixels of the grid, and at least. */
const REGION_SHARE = 0.25
const LEAST_REGION_PX = 2_000_000

/**
 * Opens a search for strokes and gaps below their limits. Runs of pixels across and down say where there
 * may be some, and only there are distances measured (thin-region.ts), in pixels of a third or half of
 * the grid's, so that smoothed edges count where they are:
 *
 *   short run     a part of width w that lies flatter than 30° is 1.16 · w high at most; of a steeper one
 *                 the length across and its shift from the row above give the width
 *   tile          32 × 32 pixels; those with enough short runs are measured, with a margin
 *   place         thin parts of neighbouring tiles
 *
 * If there are more tiles than may be measured, the worst of each band of tiles are, and places are
 * counted in proportion.
 */
export function openThinParts(
  kernel: RasterKernel,
  grid: InkGrid,
  planesOf: (y: number) => InkPlanes,
  limits: { strokeMm: number; gapMm: number },
) {
  const { columns, rows, mmPerPx } = grid
  const tiles = tileGrid(grid)
  const finer = Math.max(1, Math.min(MOST_FINER, Math.ceil(mmPerPx / FINEST_MM)))
  const longestPx = Math.max(limits.strokeMm, limits.gapMm) / mmPerPx
  // Thin parts are seen at their full length: three limits and what is missing at the region's ends.
  const margin = Math.ceil(longestPx + Math.max(2, (3.5 * longestPx - TILE_PX) / 2))
  const side = TILE_PX + 2 * margin
  const region = openThinRegion(kernel, side, finer, longestPx)
  const regionPx = (side * finer) ** 2
  const stroke = openKind(limits.strokeMm)
  const gap = openKind(limits.gapMm)
  // Rows come before they are taken, and a region ends with the row that is taken.
  const ringRows = side + 2 + AROUND
  const ring = new Uint8Array(ringRows * columns)
  const words = Math.ceil(columns / 32)
  const ink = openPlane(kernel, columns)
  let runs = openRuns(kernel, columns)
  let runsAbove = openRuns(kernel, columns)
  const since = new Int32Array(columns).fill(-(1 << 28))
  const none = openPlane(kernel, columns)
  /** The pixels of a row with any ink whose neighbours to both sides have some, for the rows of which it was asked. */
  const wholes = Array.from({ length: 2 * AROUND + 1 }, () => ({ y: -1, ...openPlane(kernel, columns) }))
  const areas = { y: -1, bits: new Uint32Array(words) }
  let pushed = 0
  /** The rows up to the last one whose planes are those of the row above. */
  let repeated = 0
  /** Whether the last row that was taken has hairs, and runs that may be thin. */
  let hasHairs = false
  let hasShort = false
  let nextBand = 0
  const budget = Math.max(LEAST_REGION_PX, REGION_SHARE * columns * rows)
  let spent = 0

  return {
    push({ alphas, isRepeated }: InkRow): void {
      ring.set(alphas, (pushed % ringRows) * columns)
      repeated = isRepeated ? repeated + 1 : 0
      pushed++
      if (pushed > AROUND) take(pushed - 1 - AROUND)
    },
    finish(): { strokes: ThinParts; gaps: ThinParts } {
      repeated = 0
      for (let y = Math.max(0, rows - AROUND); y < rows; y++) take(y)
      while (nextBand < tiles.down) measureBand(nextBand++)
      return { strokes: endKind(stroke), gaps: endKind(gap) }
    },
  }

  function openKind(limitMm: number) {
    const limitPx = limitMm / mmPerPx
    return {
      limitPx,
      longestAcross: 2 * limitPx + 2,
      longestDown: Math.min(UNMARKED - 1, FLAT * limitPx + 1),
      /** The shortest run of each tile of the picture, and the number of short runs, to 255. */
      marks: new Uint8Array(tiles.across * tiles.down).fill(UNMARKED),
      short: new Uint8Array(tiles.across * tiles.down),
      hits: new Map<number, { widthPx: number; box: GridBox }>(),
      marked: 0,
      measured: 0,
    }
  }

  /** Takes row y, whose neighbours are here. */
  function take(y: number): void {
    // Where all rows that decide are the same, and were for the row above, its ink is that row's.
    if (repeated <= 2 * AROUND || hasHairs) {
      drawInk(y)
      ;[runs, runsAbove] = [runsAbove, runs]
      runs.count = kernel.calls.findRuns(ink.at, columns, 0, runs.at)
      markAcross(y, runs, runsAbove)
    } else if (hasShort) markAcross(y, runs, runs)
    while (nextBand < tiles.down && y >= (nextBand + 1) * TILE_PX + margin) measureBand(nextBand++)
  }

  /** Finds row y's ink, and marks the runs that end with it downwards. */
  function drawInk(y: number): void {
    const { faint, solid } = planesOf(y)
    const inked = ink.bits
    const slot = (y % ringRows) * columns
    hasHairs = false
    for (let w = 0; w < words; w++) {
      let hairs = faint[w] & ~solid[w]
      if (hairs !== 0) hairs = hairsOf(hairs, y, w)
      if (hairs !== 0) hasHairs = true
      for (let bits = hairs; bits !== 0; bits &= bits - 1)
        ring[slot + (w << 5) + lowestBit(bits)] = HAIR_ALPHA
      const word = solid[w] | hairs
      let turned = word ^ inked[w]
      inked[w] = word
      while (turned !== 0) {
        const x = (w << 5) + lowestBit(turned)
        const kind = (word & turned & -turned) === 0 ? stroke : gap
        turned &= turned - 1
        const length = y - since[x]
        if (length <= kind.longestDown) mark(kind, x, y - ((length + 1) >> 1), length)
        since[x] = y
      }
    }
  }

  /** Marks the runs across in row y that may be thin. Their ends alternate between strokes and gaps. */
  function markAcross(y: number, own: Runs, above: Runs): void {
    const { ends, count } = own
    const { ends: endsAbove, count: countAbove } = above
    let a = 0
    hasShort = false
    for (let r = 0; r + 1 < count; r++) {
      const from = ends[r]
      const to = ends[r + 1]
      const kind = (r & 1) === 0 ? stroke : gap
      const length = to - from
      if (length > kind.longestAcross || from === 0 || to === columns) continue
      hasShort = true
      // The same part in the row above, by the middle; its shift is the slope.
      const middle = (from + to) >> 1
      while (a + 1 < countAbove && endsAbove[a + 1] <= middle) a++
      const isSame = a + 1 < countAbove && endsAbove[a] <= middle && (a & 1) === (r & 1)
      const shift = isSame ? (from + to - endsAbove[a] - endsAbove[a + 1]) / 2 : 0
      const width = length / Math.sqrt(1 + shift * shift)
      if (width <= kind.limitPx + 1) mark(kind, middle, y, Math.floor(width))
    }
  }

  /**
   * Returns which faint pixels of a word of row y are hairs: faint ink is ink of its own unless it smooths the edge of
   * strong ink or belongs to a soft area.
   */
  function hairsOf(faint: number, y: number, w: number): number {
    let hairs = faint
    for (let row = Math.max(0, y - 1); row <= Math.min(pushed - 1, y + 1); row++)
      hairs &= ~widenedWord(planesOf(row).strong, w)
    if (hairs === 0) return 0
    if (areas.y !== y) findAreas(y)
    return hairs & ~widenedWord(areas.bits, w)
  }

  /** Finds the pixels in row y and next to it that have ink on all eight sides. */
  function findAreas(y: number): void {
    const [a, b, c] = [wholeOf(y - 2), wholeOf(y - 1), wholeOf(y)]
    const [d, e] = [wholeOf(y + 1), wholeOf(y + 2)]
    for (let w = 0; w < words; w++) areas.bits[w] = c[w] & ((a[w] & b[w]) | (b[w] & d[w]) | (d[w] & e[w]))
    areas.y = y
  }

  function wholeOf(y: number): Uint32Array {
    if (y < 0 || y >= pushed) return none.bits
    const whole = wholes[y % wholes.length]
    if (whole.y !== y) kernel.calls.narrowBits(planesOf(y).anyAt, none.at, columns, 1, whole.at)
    whole.y = y
    return whole.bits
  }

  function mark({ marks, short }: ReturnType<typeof openKind>, x: number, y: number, length: number): void {
    const tile = (y >> 5) * tiles.across + (x >> 5)
    if (length < marks[tile]) marks[tile] = length
    if (short[tile] < 255) short[tile]++
  }

  /** Measures the marked tiles of a band, the worst first, as far as the budget of the bands so far goes. */
  function measureBand(band: number): void {
    const most = (budget * (band + 1)) / tiles.down
    for (const kind of [stroke, gap]) {
      const first = band * tiles.across
      const marked: number[] = []
      for (let tile = first; tile < first + tiles.across; tile++)
        if (kind.short[tile] >= kind.limitPx) marked.push(tile)
      kind.marked += marked.length
      if (spent + marked.length * regionPx > most) marked.sort((a, b) => kind.marks[a] - kind.marks[b])
      for (const tile of marked) {
        if (spent + regionPx > most) break
        spent += regionPx
        kind.measured++
        measure(kind, tile)
      }
    }
  }

  function measure(kind: ReturnType<typeof openKind>, tile: number): void {
    const tileX = tile % tiles.across
    const left = tileX * TILE_PX - margin
    const top = Math.floor(tile / tiles.across) * TILE_PX - margin
    fillBlock(left, top)
    const near = margin * finer
    const far = near + TILE_PX * finer
    region.search(kind.limitPx, kind === gap, ({ widthPx, box }) => {
      if (box.left >= far || box.top >= far || box.right <= near || box.bottom <= near) return
      const place = {
        left: Math.max(0, left + Math.floor(box.left / finer)),
        top: Math.max(0, top + Math.floor(box.top / finer)),
        right: Math.min(columns, left + Math.ceil(box.right / finer)),
        bottom: Math.min(rows, top + Math.ceil(box.bottom / finer)),
      }
      const known = kind.hits.get(tile)
      if (known) {
        known.widthPx = Math.min(known.widthPx, widthPx / finer)
        growBox(known.box, place)
      } else kind.hits.set(tile, { widthPx: widthPx / finer, box: place })
    })
  }

  /** Copies the alphas of a region; the picture's last pixels go on beyond it. */
  function fillBlock(left: number, top: number): void {
    const { block } = region
    let at = 0
    for (let y = top - 1; y <= top + side; y++) {
      const row = (clamp(y, rows) % ringRows) * columns
      if (left >= 1 && left + side < columns) {
        block.set(ring.subarray(row + left - 1, row + left + side + 1), at)
        at += side + 2
      } else for (let x = left - 1; x <= left + side; x++) block[at++] = ring[row + clamp(x, columns)]
    }
  }

  function endKind(kind: ReturnType<typeof openKind>): ThinParts {
    const places = openPlaces()
    let leastPx = Number.POSITIVE_INFINITY
    const marks = new Uint8Array(kind.marks.length)
    for (const tile of kind.hits.keys()) marks[tile] = 1
    for (const group of groupTiles(marks, tiles)) {
      let widthPx = Number.POSITIVE_INFINITY
      const box = { left: columns, top: rows, right: 0, bottom: 0 }
      for (const tile of group) {
        const hit = kind.hits.get(tile)
        if (!hit) continue
        widthPx = Math.min(widthPx, hit.widthPx)
        growBox(box, hit.box)
      }
      leastPx = Math.min(leastPx, widthPx)
      places.add(box, widthPx)
    }
    const count = Math.round((places.count() * kind.marked) / Math.max(1, kind.measured))
    return { places, leastMm: leastPx * mmPerPx, count }
  }
}

function clamp(index: number, length: number): number {
  return index < 0 ? 0 : index >= length ? length - 1 : index
}
