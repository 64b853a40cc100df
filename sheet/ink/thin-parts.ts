import type { RasterKernel } from "../raster/raster-kernel.ts"
import { findRuns, narrowRow, widenedWord } from "./bits.ts"
import type { InkGrid } from "./ink-grid.ts"
import { type GridBox, openPlaces, type Places } from "./places.ts"
import { openThinRegion } from "./thin-region.ts"
import { groupTiles, growBox, TILE_PX, tileGrid } from "./tiles.ts"

/** The parts of one kind below their limit: the least width, and their places. */
export type ThinParts = { places: Places; leastMm: number; count: number }

/** The finest pixel in which widths are measured. */
const FINEST_MM = 0.043
const MOST_FINER = 3

/** The rows around a row that decide what in it is ink. */
const AROUND = 2

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
  const ringRows = side + 2
  const ring = new Uint8Array(ringRows * columns)
  const words = Math.ceil(columns / 32)
  const ink = new Uint32Array(words)
  const inkAbove = new Uint32Array(words)
  let runs = new Int32Array(columns + 2)
  let runsAbove = new Int32Array(columns + 2)
  let countAbove = 0
  const since = new Int32Array(columns).fill(-(1 << 28))
  // Ink hangs on the two rows above and below, so a row is taken two rows later.
  const openRow = () => ({
    alphas: new Uint8Array(columns),
    faint: new Uint32Array(words),
    solid: new Uint32Array(words),
    strong: new Uint32Array(words),
    /** The pixels with any ink whose neighbours to both sides have some. */
    whole: new Uint32Array(words),
    hasFaint: false,
  })
  const recent = Array.from({ length: 2 * AROUND + 1 }, openRow)
  const blank = openRow()
  const areas = new Uint32Array(words)
  let pushed = 0
  const rowAt = (y: number) => (y < 0 || y >= pushed ? blank : recent[y % recent.length])
  let nextBand = 0
  const budget = Math.max(LEAST_REGION_PX, REGION_SHARE * columns * rows)
  let spent = 0

  return {
    /** Takes the next row: alphas, and its planes (inkBits). */
    push(alphas: Uint8Array, [any, faint, solid, strong]: readonly Uint32Array[]): void {
      const row = recent[pushed % recent.length]
      row.alphas.set(alphas)
      row.faint.set(faint)
      row.solid.set(solid)
      row.strong.set(strong)
      row.whole.set(any)
      narrowRow(row.whole, columns)
      row.hasFaint = false
      for (let w = 0; w < words && !row.hasFaint; w++) row.hasFaint = faint[w] !== solid[w]
      pushed++
      if (pushed > AROUND) take(pushed - 1 - AROUND)
    },
    finish(): { strokes: ThinParts; gaps: ThinParts } {
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
    const { alphas, faint, solid, hasFaint } = rowAt(y)
    const slot = (y % ringRows) * columns
    ring.set(alphas, slot)
    if (hasFaint) findAreas(y)
    const [above1, own, below1] = [rowAt(y - 1).strong, rowAt(y).strong, rowAt(y + 1).strong]
    for (let w = 0; w < words; w++) {
      let hairs = hasFaint ? faint[w] & ~solid[w] : 0
      // Faint ink is a hair of its own unless it smooths the edge of strong ink or belongs to a soft area.
      if (hairs !== 0)
        hairs &= ~(
          widenedWord(above1, w) |
          widenedWord(own, w) |
          widenedWord(below1, w) |
          widenedWord(areas, w)
        )
      ink[w] = solid[w] | hairs
      for (let bits = hairs; bits !== 0; bits &= bits - 1)
        ring[slot + (w << 5) + 31 - Math.clz32(bits & -bits)] = HAIR_ALPHA
      let turned = ink[w] ^ inkAbove[w]
      inkAbove[w] = ink[w]
      while (turned !== 0) {
        const low = turned & -turned
        const x = (w << 5) + 31 - Math.clz32(low)
        turned &= turned - 1
        const kind = (ink[w] & low) === 0 ? stroke : gap
        const length = y - since[x]
        if (length <= kind.longestDown) mark(kind, x, y - ((length + 1) >> 1), length)
        since[x] = y
      }
    }
    const count = findRuns(ink, columns, runs)
    // The ends of runs alternate between strokes and gaps: pair i is a stroke where i is even.
    let above = 0
    for (let r = 0; r + 1 < count; r++) {
      const from = runs[r]
      const to = runs[r + 1]
      const kind = (r & 1) === 0 ? stroke : gap
      const length = to - from
      if (length > kind.longestAcross || from === 0 || to === columns) continue
      // The same part in the row above, by the middle; its shift is the slope.
      const middle = (from + to) >> 1
      while (above + 1 < countAbove && runsAbove[above + 1] <= middle) above++
      const isSame = above + 1 < countAbove && runsAbove[above] <= middle && (above & 1) === (r & 1)
      const shift = isSame ? (from + to - runsAbove[above] - runsAbove[above + 1]) / 2 : 0
      const width = length / Math.sqrt(1 + shift * shift)
      if (width <= kind.limitPx + 1) mark(kind, middle, y, Math.floor(width))
    }
    ;[runs, runsAbove] = [runsAbove, runs]
    countAbove = count
    while (nextBand < tiles.down && y >= (nextBand + 1) * TILE_PX + margin) measureBand(nextBand++)
  }

  /** Finds the pixels in row y and next to it that have ink on all eight sides. */
  function findAreas(y: number): void {
    const [a, b, c, d, e] = [-2, -1, 0, 1, 2].map((step) => rowAt(y + step).whole)
    for (let w = 0; w < words; w++) areas[w] = c[w] & ((a[w] & b[w]) | (b[w] & d[w]) | (d[w] & e[w]))
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
