import type { RasterKernel } from "../raster/raster-kernel.ts"
import type { GridBox } from "./places.ts"

/** A thin part of a region: the width of its widest disc, and its box, in pixels of the region. */
export type ThinPart = { widthPx: number; box: GridBox }

/** A thin part is at least this many limits long: tips and corners taper for less. */
const LEAST_LENGTH = 3

/**
 * The mean gap, in pixels, between the distance from a pixel's centre to the next centre outside and the
 * radius of the disc that fits: half a pixel to the border, and as often as not a quarter more, because
 * the middle of an even number of pixels lies between two of them.
 */
const CENTRE_PX = 0.25

/**
 * Opens a search for the thin parts of a square block of `side` pixels, drawn `finer` times finer: what no
 * disc of the limit's width covers that lies in the ink (or the film), which is what a morphological
 * opening takes away. Both the discs' centres and what they cover come from exact distances.
 *
 *   ink       ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓        centres of discs that fit:  o
 *             ▓▓▓▓▓                  covered by them:            ▓
 *             ▓▓o▓▓░░░░░░░░░         thin:                       ░
 *             ▓▓▓▓▓
 */
export function openThinRegion(kernel: RasterKernel, side: number, finer: number, widestPx: number) {
  const { calls } = kernel
  const width = side * finer
  const pixels = width * width
  const farthest = Math.ceil((widestPx * finer) / 2 + 1)
  const blockBytes = (side + 2) * (side + 2)
  const block = kernel.allocate(blockBytes)
  const mask = kernel.allocate(pixels)
  const inside = kernel.allocate(2 * pixels)
  const scratch = kernel.allocate(4 * pixels + 2 * (width + 2 * farthest + 16))
  const thin = kernel.allocate(pixels)
  const blockView = kernel.view(block, blockBytes)
  const thinView = kernel.view(thin, pixels)
  const insideView = new Uint16Array(calls.memory.buffer, inside, pixels)
  return {
    /** The alphas of the block and of a pixel more on each side, row by row; to be filled before a search. */
    block: blockView,
    /** Calls `onThin` with the parts of the ink, or of the film, that are thinner than `limitPx` of the block's pixels. */
    search(limitPx: number, isFilm: boolean, onThin: (part: ThinPart) => void): void {
      const radius = (limitPx * finer) / 2 + CENTRE_PX
      calls.splitFiner(block, side, finer, isFilm ? 1 : 0, mask)
      const centre = Math.ceil(radius * radius)
      const covered = Math.floor((radius + 0.5) ** 2)
      let remaining = calls.thinPixels(mask, width, farthest, centre, covered, inside, scratch, thin)
      for (let start = 0; remaining > 0; start++) {
        start = thinView.indexOf(1, start)
        const part = flood(start)
        remaining -= part.area
        const widthPx = 2 * Math.sqrt(part.inside) - 2 * CENTRE_PX
        if (part.area >= LEAST_LENGTH * limitPx * finer * widthPx) onThin({ widthPx, box: part.box })
      }
    },
  }

  /** Takes the part that holds a pixel off the marks, run by run. */
  function flood(start: number): { area: number; inside: number; box: GridBox } {
    const box = { left: width, top: width, right: 0, bottom: 0 }
    let most = 0
    let area = 0
    const seeds = [start]
    for (let at = seeds.pop(); at !== undefined; at = seeds.pop()) {
      if (thinView[at] === 0) continue
      const row = at - (at % width)
      let from = at
      let to = at
      while (from > row && thinView[from - 1] === 1) from--
      while (to < row + width && thinView[to] === 1) to++
      for (let i = from; i < to; i++) {
        thinView[i] = 0
        if (insideView[i] > most) most = insideView[i]
      }
      area += to - from
      box.left = Math.min(box.left, from - row)
      box.right = Math.max(box.right, to - row)
      box.top = Math.min(box.top, row / width)
      box.bottom = Math.max(box.bottom, row / width + 1)
      const left = Math.max(row, from - 1)
      const right = Math.min(row + width, to + 1)
      if (row > 0) seed(left - width, right - width)
      if (row + width < pixels) seed(left + width, right + width)
    }
    return { area, inside: most, box }

    /** Puts each run that begins within a stretch of a row, or goes on into it, among the seeds. */
    function seed(first: number, end: number): void {
      for (let i = first; i < end; i++)
        if (thinView[i] === 1 && (i === first || thinView[i - 1] === 0)) seeds.push(i)
    }
  }
}
