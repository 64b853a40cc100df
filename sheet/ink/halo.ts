import type { InkGrid } from "./ink-grid.ts"
import type { InkRow } from "./ink-rows.ts"
import { openPlaces, type Places } from "./places.ts"
import { groupTiles, tileGrid, tilesBox } from "./tiles.ts"

/** A rim in the colour of a background that was removed. `share` is that of the outline looked at. */
export type Halo = { share: number; colour: number; places: Places }

/** How deep in the ink its own colour is looked for. */
const DEPTH_MM = 0.5
const LEAST_DEPTH_PX = 4
/** The columns beside an outline that may belong to its rim, outside and inside. */
const OUTSIDE_PX = 2
const INSIDE_PX = 2
/** The distance from an outline at which the film is clear, if the outline has no more than a rim. */
const BEYOND_PX = 4
/** The least alpha of a rim that shows. */
const LEAST_ALPHA = 24
/** The most outlines looked at in a row, and of a picture. */
const ROW_SAMPLES = 32
const MOST_SAMPLES = 16_384
/** The difference of two pixels below which ink has one colour, and above which a rim has another. */
const SAME = 24
const OTHER = 28
/** The least way of a rim from the ink's colour to the background's, and the farthest that it is off that way. */
const LEAST_WAY = 0.12
const OFF_WAY = 0.35
/** The least distance of a background from the ink's colour at which a rim can be told. */
const CLEAR = 70
/** The share of a way that tells a drawn outline of another colour from a rim that fades into the ink. */
const DRAWN = 0.5
/** The fewest outlines that can be judged. */
const LEAST_JUDGED = 60

/** Backgrounds that are removed most: white and black; beside them the rim's own mean colour is tried. */
const WHITE = [255, 255, 255] as const
const BLACK = [0, 0, 0] as const

/** The channels of a sample: of the rim's colour, the colour two pixels inside, and the ink's own. */
const FIELDS = 9

/**
 * Opens a search for a halo: along the ink's outline, the colour of the rim is compared with that of the
 * ink behind it. A background that was removed leaves rims whose colour lies on the way from the ink's to
 * its own (an edge pixel of coverage c holds c · ink + (1 − c) · background), whatever the ink's colour.
 */
export function openHalo(grid: InkGrid) {
  const { columns, mmPerPx } = grid
  const tiles = tileGrid(grid)
  const depth = Math.max(LEAST_DEPTH_PX, Math.round(DEPTH_MM / mmPerPx))
  const samples = new Uint8Array(MOST_SAMPLES * FIELDS)
  const sampleTiles = new Int32Array(MOST_SAMPLES)
  let count = 0
  let softEdges = 0
  // Every so many rows are looked at; doubled when the samples are full, and every other one is dropped.
  let rowStep = 1
  return {
    push({ pixels, solid }: InkRow, y: number): void {
      if (y % rowStep !== 0) return
      const { ends, count: endCount } = solid
      const step = 2 * Math.max(1, Math.ceil(endCount / ROW_SAMPLES))
      for (let r = (y * 2) % step; r < endCount; r += step) {
        const from = ends[r]
        const to = ends[r + 1]
        if (to - from < 2 * depth + 2) continue
        if (from > 0) sample(pixels, from, 1, y)
        if (to < columns) sample(pixels, to - 1, -1, y)
      }
    },
    finish(): Halo | null {
      // Most rims have their ink's colour, whatever the background was.
      const isOther = new Uint8Array(count)
      for (let i = 0, at = 0; i < count; i++, at += FIELDS)
        isOther[i] = differ(samples, at, samples, at + 6) < OTHER ? 0 : 1
      const rim = meanRim(isOther)
      const candidates: { colour: readonly number[]; isWhite: boolean }[] = [
        { colour: WHITE, isWhite: true },
        { colour: BLACK, isWhite: false },
      ]
      if (rim) candidates.push({ colour: rim, isWhite: false })
      let best: { share: number; colour: readonly number[]; isHalo: Uint8Array } | null = null
      for (const { colour, isWhite } of candidates) {
        const judged = judge(colour, isWhite, isOther)
        if (judged && judged.share > (best?.share ?? 0)) best = { ...judged, colour }
      }
      if (!best) return null
      const marks = new Uint8Array(tiles.across * tiles.down)
      for (let i = 0; i < count; i++) if (best.isHalo[i] === 1) marks[sampleTiles[i]] = 1
      const places = openPlaces()
      for (const group of groupTiles(marks, tiles)) places.add(tilesBox(group, tiles, grid), -group.length)
      const [red, green, blue] = best.colour
      return { share: best.share, colour: red | (green << 8) | (blue << 16), places }
    },
  }

  function sample(row: Uint8Array, edge: number, inwards: 1 | -1, y: number): void {
    const ink = (edge + inwards * depth) * 4
    const deeper = (edge + inwards * (depth + 2)) * 4
    const second = (edge + inwards * INSIDE_PX) * 4
    if (differ(row, ink, row, deeper) > SAME) return
    // A rim ends soon; a shadow or a glow goes on.
    const beyond = edge - inwards * BEYOND_PX
    if (beyond >= 0 && beyond < columns && row[beyond * 4 + 3] >= LEAST_ALPHA) {
      softEdges++
      return
    }
    let rim = -1
    let most = -1
    for (let step = -OUTSIDE_PX; step < INSIDE_PX; step++) {
      const x = edge + inwards * step
      if (x < 0 || x >= columns || row[x * 4 + 3] < LEAST_ALPHA) continue
      const off = differ(row, x * 4, row, ink)
      if (off <= most) continue
      most = off
      rim = x * 4
    }
    if (rim < 0) return
    if (count === MOST_SAMPLES) thinOut()
    sampleTiles[count] = (y >> 5) * tiles.across + (edge >> 5)
    const at = count++ * FIELDS
    for (let c = 0; c < 3; c++) {
      samples[at + c] = row[rim + c]
      samples[at + 3 + c] = row[second + c]
      samples[at + 6 + c] = row[ink + c]
    }
  }

  function thinOut(): void {
    for (let i = 0; 2 * i < count; i++) {
      samples.copyWithin(i * FIELDS, 2 * i * FIELDS, (2 * i + 1) * FIELDS)
      sampleTiles[i] = sampleTiles[2 * i]
    }
    count >>= 1
    softEdges >>= 1
    rowStep *= 2
  }

  /** Returns the mean colour of the rims that differ from their ink, or null if none do. */
  function meanRim(isOther: Uint8Array): number[] | null {
    const sum = [0, 0, 0]
    let differing = 0
    for (let i = 0; i < count; i++) {
      if (isOther[i] === 0) continue
      differing++
      for (let c = 0; c < 3; c++) sum[c] += samples[i * FIELDS + c]
    }
    return differing < LEAST_JUDGED ? null : sum.map((value) => Math.round(value / differing))
  }

  /** Returns the share of the outlines with a rim on the way to a background, or null if too few can be judged. */
  function judge(
    background: readonly number[],
    isWhite: boolean,
    isOther: Uint8Array,
  ): { share: number; isHalo: Uint8Array } | null {
    const isHalo = new Uint8Array(count)
    const [red, green, blue] = background
    const distance = (at: number) =>
      Math.max(
        Math.abs(red - samples[at]),
        Math.abs(green - samples[at + 1]),
        Math.abs(blue - samples[at + 2]),
      )
    let judged = 0
    let halos = 0
    for (let i = 0; i < count; i++) {
      const at = i * FIELDS
      if (distance(at + 6) < CLEAR) continue
      judged++
      if (isOther[i] === 0) continue
      const way = wayTo(background, at, at + 6)
      if (way === null || way < LEAST_WAY) continue
      // An outline that was drawn is its own colour two pixels inside; a rim of white is one even so.
      if (!isWhite && (wayTo(background, at + 3, at + 6) ?? 0) > DRAWN) continue
      halos++
      isHalo[i] = 1
    }
    if (judged < LEAST_JUDGED || judged < count / 10) return null
    return { share: halos / (judged + softEdges), isHalo }
  }

  /** Returns how far the colour at `from` is on the way from the ink's at `ink` to the background's; null if it is off it. */
  function wayTo(background: readonly number[], from: number, ink: number): number | null {
    const off = differ(samples, from, samples, ink)
    if (off < OTHER) return 0
    let dot = 0
    let square = 0
    for (let c = 0; c < 3; c++) {
      const way = background[c] - samples[ink + c]
      dot += way * (samples[from + c] - samples[ink + c])
      square += way * way
    }
    const share = dot / square
    let beside = 0
    for (let c = 0; c < 3; c++) {
      const reached = samples[ink + c] + share * (background[c] - samples[ink + c])
      beside = Math.max(beside, Math.abs(samples[from + c] - reached))
    }
    return beside > OFF_WAY * off + 12 ? null : share
  }
}

function differ(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  return Math.max(Math.abs(a[i] - b[j]), Math.abs(a[i + 1] - b[j + 1]), Math.abs(a[i + 2] - b[j + 2]))
}
