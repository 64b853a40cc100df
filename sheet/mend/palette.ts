import type { RowSource } from "../raster/artwork.ts"
import type { Pause } from "../raster/pause.ts"
import { fromLab, labOf, openDifference } from "./oklab.ts"

/** Colours count in cells of 8 codes across. */
const CELL_BITS = 5
const CELLS = 1 << (3 * CELL_BITS)
/** The least alpha of a pixel that counts, and the most that a channel differs from the pixels beside it: edges do not count. */
const OPAQUE = 250
const EVEN = 8
/** The share of the opaque pixels that are even, below which all count: a picture of hairs. */
const EVEN_SHARE = 0.02
/** Colours that are as near as this, in ΔE, are one. */
export const ONE_COLOUR = 6
/** The ΔE from which colours are as far apart as it matters. */
const FAR = 50
/** The share of the picture below which a colour is noise. */
const LEAST_SHARE = 0.0005
const ROUNDS = 8

/** A cell's colours: their mean in OKLab, and how many there are. */
type Cell = { lab: [number, number, number]; colour: number; count: number }

/**
 * Reads the colours that a picture is made of, 0xbbggrr, at most so many: the commonest, then each time the one that is the farthest
 * from those before for its area, and from these k-means (S. P. Lloyd, "Least squares quantization in PCM", 1982) in
 * OKLab. A picture without opaque pixels has none.
 */
export async function readPalette(source: RowSource, most: number, pause: Pause): Promise<number[]> {
  const cells = await readCells(source, pause)
  const colours = firstColours(cells, most)
  for (let round = 0; round < ROUNDS; round++) if (!moveToMeans(colours, cells)) break
  return colours.map(({ colour }) => colour)
}

async function readCells({ widthPx, decode }: RowSource, pause: Pause): Promise<Cell[]> {
  const even = new Float64Array(4 * CELLS)
  const all = new Float64Array(4 * CELLS)
  const line = new Uint32Array(widthPx)
  const bytes = new Uint8Array(line.buffer)
  const above = new Uint32Array(widthPx)
  await decode((row) => {
    bytes.set(row)
    for (let x = 0; x < widthPx; ) {
      const pixel = line[x]
      // Only the first of equal pixels may differ from the one to its left.
      const uneven = x > 0 && !isAlike(pixel, line[x - 1]) ? 1 : 0
      let end = x + 1
      while (end < widthPx && line[end] === pixel && above[end] === above[x]) end++
      if (pixel >>> 24 >= OPAQUE) {
        add(all, pixel, end - x)
        if (isAlike(pixel, above[x])) add(even, pixel, end - x - uneven)
      }
      x = end
    }
    above.set(line)
  }, pause)
  const cells = cellsOf(even)
  const everything = cellsOf(all)
  return countOf(cells) >= EVEN_SHARE * countOf(everything) ? cells : everything
}

/** Returns true if two pixels differ by noise alone. */
export function isAlike(one: number, other: number): boolean {
  for (let shift = 0; shift < 32; shift += 8)
    if (Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) > EVEN) return false
  return true
}

function add(sums: Float64Array, pixel: number, count: number): void {
  const drop = 8 - CELL_BITS
  const [red, green, blue] = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255]
  const at = 4 * (((red >> drop) << (2 * CELL_BITS)) | ((green >> drop) << CELL_BITS) | (blue >> drop))
  sums[at] += red * count
  sums[at + 1] += green * count
  sums[at + 2] += blue * count
  sums[at + 3] += count
}

function cellsOf(sums: Float64Array): Cell[] {
  const cells: Cell[] = []
  for (let at = 0; at < sums.length; at += 4) {
    const count = sums[at + 3]
    if (count === 0) continue
    const [red, green, blue] = [0, 1, 2].map((c) => Math.round(sums[at + c] / count))
    const colour = red | (green << 8) | (blue << 16)
    cells.push({ colour, lab: labOf(colour), count })
  }
  return cells
}

function countOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0)
}

function firstColours(cells: readonly Cell[], most: number): Cell[] {
  // Where every colour is rare, none is noise.
  const common = LEAST_SHARE * countOf(cells)
  const least = cells.some(({ count }) => count >= common) ? common : 0
  const chosen: Cell[] = []
  const away = cells.map(() => FAR)
  while (chosen.length < most) {
    let best = -1
    for (let i = 0, score = 0; i < cells.length; i++) {
      if (away[i] < ONE_COLOUR || cells[i].count < least) continue
      const own = cells[i].count * away[i] ** 2
      if (own <= score) continue
      score = own
      best = i
    }
    if (best < 0) break
    chosen.push({ ...cells[best] })
    const differenceTo = openDifference(cells[best].colour)
    for (let i = 0; i < cells.length; i++) away[i] = Math.min(away[i], differenceTo(cells[i].colour))
  }
  return chosen
}

/** Moves colours to the means of the cells that are nearest to them; returns true if one has changed. */
function moveToMeans(colours: Cell[], cells: readonly Cell[]): boolean {
  const sums = colours.map(() => [0, 0, 0, 0])
  for (const { lab, count } of cells) {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < colours.length; i++) {
      const own = colours[i].lab
      const square = (own[0] - lab[0]) ** 2 + (own[1] - lab[1]) ** 2 + (own[2] - lab[2]) ** 2
      if (square >= least) continue
      least = square
      nearest = i
    }
    for (let c = 0; c < 3; c++) sums[nearest][c] += lab[c] * count
    sums[nearest][3] += count
  }
  let hasChanged = false
  for (let i = 0; i < colours.length; i++) {
    const [l, a, b, count] = sums[i]
    if (count === 0) continue
    const colour = fromLab(l / count, a / count, b / count)
    if (colour !== colours[i].colour) hasChanged = true
    colours[i] = { colour, lab: labOf(colour), count }
  }
  return hasChanged
}
