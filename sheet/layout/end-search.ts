import type { InSteps } from "../in-steps.ts"
import { isPauseDue, type SheetsPacking, type Target } from "./packer.ts"
import { sequenceAsPlaced } from "./packing-log.ts"
import { totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"
import { skylineOver } from "./skyline.ts"

// An end has 32 to 128 rectangles and at most half of all: enough to flatten a ragged top, few
// enough to search. Below `leastCount` in all, a search over the whole sequence does as well.
const leastEnd = 32
const mostEnd = 128
const leastCount = 64

// An end packs quickly, so it gets this multiple of a whole packing's patience.
const patienceFactor = 16
const leastPatience = 400
const mostPatience = 20_000

/**
 * Packs the end of a packing anew. While there is much to choose from, nearly every segment finds a
 * rectangle that fits exactly: the first 450 of 500 rectangles leave a tenth of the waste. The others
 * have to end level with whatever remains:
 *
 *     │  ┌──┐▒▒▒▒┌───┐ │      annealed: some placed last (a drawn number) and those left out
 *     ├──┴──┴────┴───┴─┤
 *     │                │      fixed: those placed first; only their skyline counts
 *     └────────────────┘
 *
 * Tries one end of the last sheet after another until everything fits, or until `steps` or the
 * search's steps are used up. Returns the packing in which everything fits, or null.
 */
export function* packEndAnew(
  search: Search,
  start: Candidate,
  target: Target,
  patience: number,
  steps: number,
): InSteps<SheetsPacking | null> {
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
    // Prefers short ends: they pack sooner.
    const drawn = random()
    const length = leastEnd + Math.floor((longest - leastEnd) * drawn * drawn)
    const from = Math.min(count - length, placed.length >> 2)
    const skyline = skylineOver(rectangles, placed.subarray(4 * sheetFrom, 4 * from), packer.stripWidth)
    packer.work += count
    // More segments than a packer has room for.
    if (skyline.x.length > from) return null
    const endTarget: Target = { fullSheets: 0, fullHeight: 0, lastHeight, skyline }
    const end = ordered.subarray(from)
    let best: Candidate = { sequence: end, leftOut: Number.POSITIVE_INFINITY }
    for (const sequence of [end, ...sortedStarts(end, rectangles.width, rectangles.height)]) {
      const leftOut = packer.pack(sequence, endTarget, best.leftOut)
      if (leftOut < best.leftOut) best = { sequence, leftOut }
      if (leftOut === 0) break
      if (isPauseDue(packer)) yield
    }
    if (best.leftOut > 0) {
      const area = totalArea(rectangles, end)
      best = yield* anneal(search, best, area, endTarget, endPatience)
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
