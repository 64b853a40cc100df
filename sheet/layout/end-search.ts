import type { SheetsPacking, Target } from "./packer.ts"
import { sequenceAsPlaced } from "./packing-log.ts"
import { totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"
import { skylineOver } from "./skyline.ts"

// An end is so many rectangles and at most half of them: about what flattens a ragged top and can
// still be searched. Of fewer than `leastCount` in all, a search over the whole sequence does as
// well.
const leastEnd = 32
const mostEnd = 128
const leastCount = 64

// An end is soon packed, so that it pays to stay with it for so many times longer than with the whole.
const patienceFactor = 16
const leastPatience = 400
const mostPatience = 20_000

/**
 * Packs the end of a packing anew. As long as there is much to choose from, nearly every segment
 * finds a rectangle that fits exactly; of five hundred the first four hundred and fifty leave a
 * tenth of the waste, and all others have to end level with what happens to be left:
 *
 *     │  ┌──┐▒▒▒▒┌───┐ │      what is placed last, a drawn number of rectangles, and what was left out: annealed
 *     ├──┴──┴────┴───┴─┤
 *     │                │      what was placed first stays, and only its skyline counts
 *     └────────────────┘
 *
 * Tries one end of the last sheet after another until everything fits, or `steps` or the search's
 * steps are used up. Returns that packing, or null.
 */
export function packEndAnew(
  search: Search,
  start: Candidate,
  target: Target,
  patience: number,
  steps: number,
): SheetsPacking | null {
  const { packer, rectangles, random } = search
  const { fullSheets, lastHeight } = target
  const count = start.sequence.length
  if (count < leastCount) return null
  packer.pack(start.sequence, target, Number.POSITIVE_INFINITY)
  const placed = packer.placed()
  const ordered = sequenceAsPlaced(packer.keep(), start.sequence)
  let sheetFrom = 0
  while (4 * sheetFrom < placed.length && placed[4 * sheetFrom + 1] < fullSheets) sheetFrom++
  const longest = Math.min(mostEnd, count >> 1, count - sheetFrom)
  if (longest < leastEnd) return null
  const endPatience = Math.min(mostPatience, Math.max(leastPatience, patienceFactor * patience))
  const endWork = packer.work + steps
  do {
    // Short ends more often: they are sooner packed.
    const drawn = random()
    const length = leastEnd + Math.floor((longest - leastEnd) * drawn * drawn)
    const from = Math.min(count - length, placed.length >> 2)
    const skyline = skylineOver(rectangles, placed.subarray(4 * sheetFrom, 4 * from), packer.stripWidth)
    packer.work += count
    // As many segments as a packer has room for.
    if (skyline.x.length > from) return null
    const endTarget: Target = { fullSheets: 0, fullHeight: 0, lastHeight, skyline }
    const end = ordered.subarray(from)
    let best: Candidate = { sequence: end, leftOut: Number.POSITIVE_INFINITY }
    for (const sequence of [end, ...sortedStarts(end, rectangles.width, rectangles.height)]) {
      const leftOut = packer.pack(sequence, endTarget, best.leftOut)
      if (leftOut < best.leftOut) best = { sequence, leftOut }
      if (leftOut === 0) break
    }
    if (best.leftOut > 0) {
      const area = totalArea(rectangles, end)
      best = anneal(search, best, area, endTarget, endPatience)
    }
    if (best.leftOut > 0) continue
    const placedAnew = packer.placed()
    for (let i = 1; i < placedAnew.length; i += 4) placedAnew[i] = fullSheets
    const sequence = ordered.slice()
    sequence.set(best.sequence, from)
    const all = new Int32Array(4 * count)
    all.set(placed.subarray(0, 4 * from))
    all.set(placedAnew, 4 * from)
    return { lastHeight: packer.usedHeight, placed: all, sequence }
  } while (packer.work < endWork && !isSpent(search))
  return null
}
