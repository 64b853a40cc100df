import { type Beginning, beginFlat } from "./flat-beginnings.ts"
import { shortenLastSheet } from "./last-sheet-search.ts"
import type { SheetsPacking, Target } from "./packer.ts"
import { totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

// Fewer are searched as well all at once; of more, a beam costs more than it finds.
const leastCount = 40
const mostCount = 300

// Below, annealing alone finds more: twice what `balanced` has.
const leastSteps = 600_000_000

// The parts of the steps for a search over all first, and then for beginnings and their ends.
const firstShare = 0.3
const flatShare = 0.5

// An end has about so many rectangles: enough to choose from, few enough to be searched.
const endCount = 36

// A beam is so wide for a hundred rectangles, as each costs as many ways to go on as there are
// sizes; and so many times wider at most. How many of its beginnings are tried, and how patiently.
const firstBeam = 100
const leastBeam = 20
const widest = 4
const beginningsTried = 20
const firstPatience = 4_000
const mostPatience = 40_000

// So near the bound a search over all does better: it has only one question left to ask.
const lastUnits = 1

// How much of the way to the bound a search asks for at first.
const firstReach = 0.2

/**
 * Packs the first part of all with next to no waste and level, by a beam search, and anneals over
 * the few dozen rectangles that are left, which have all the slack of the sheet to themselves. A
 * search over all wastes a little with every rectangle, so that the last ones find nothing left.
 * Returns turn, x, y of each, three numbers apiece, or null where there are too few rectangles for
 * that, too many, or too few steps.
 */
export function packFlatFirst(
  search: Search,
  sequence: Int32Array,
  height: number,
  lowerBound: number,
  steps: number,
): Int32Array | null {
  const count = sequence.length
  if (count < leastCount || count > mostCount || steps < leastSteps) return null
  const { rectangles, packer, random } = search
  const over: Search = { ...search, endWork: packer.work + steps * firstShare }
  const start = { lastHeight: height, placed: null, sequence }
  let best: SheetsPacking = shortenLastSheet(over, rectangles, start, 0, 0, lowerBound)
  const flat: Search = { ...search, endWork: packer.work + steps * flatShare }
  const narrowest = Math.max(leastBeam, Math.floor((100 * firstBeam) / count))
  let beamWidth = narrowest
  let patience = firstPatience
  let reach = firstReach
  while (best.lastHeight > lowerBound + lastUnits && !isSpent(flat)) {
    const before = best.lastHeight
    const end = Math.floor(endCount * (0.7 + 0.6 * random()))
    const beginnings = beginFlat(
      flat,
      sequence,
      heightBelow(before, lowerBound, reach),
      Math.min(end, count >> 1),
      beamWidth,
    )
    for (let i = 0; i < beginningsTried; i++) {
      const beginning = beginnings[Math.floor((i * beginnings.length) / beginningsTried)]
      // What ends lower once may do so again.
      while (best.lastHeight > lowerBound + lastUnits && !isSpent(flat)) {
        const found = endAbove(flat, beginning, heightBelow(best.lastHeight, lowerBound, reach), patience)
        if (found === null) break
        best = found
      }
    }
    if (best.lastHeight < before) continue
    if (reach * (before - lowerBound) > 1) reach /= 2
    else {
      beamWidth = Math.min(widest * narrowest, 2 * beamWidth)
      patience = Math.min(mostPatience, 2 * patience)
      reach = firstReach
    }
  }
  return best.placed === null ? null : best.placed.filter((_, index) => index % 4 !== 1)
}

function heightBelow(height: number, lowerBound: number, reach: number): number {
  return height - Math.max(1, Math.floor((height - lowerBound) * reach))
}

// Anneals over what a beginning leaves until all ends at `lastHeight`; null where patience or the
// steps end first.
function endAbove(
  search: Search,
  { placed, skyline, rest }: Beginning,
  lastHeight: number,
  patience: number,
): SheetsPacking | null {
  const { packer, rectangles } = search
  // As many segments as a packer has room for, none of them too high.
  if (4 * skyline.x.length > placed.length || skyline.y.some((y) => y > lastHeight)) return null
  const target: Target = { fullSheets: 0, fullHeight: 0, lastHeight, skyline }
  let best: Candidate = { sequence: rest, leftOut: Number.POSITIVE_INFINITY }
  for (const sequence of sortedStarts(rest, rectangles.width, rectangles.height)) {
    const leftOut = packer.pack(sequence, target, best.leftOut)
    if (leftOut < best.leftOut) best = { sequence, leftOut }
    if (leftOut === 0) break
  }
  if (best.leftOut > 0) best = anneal(search, best, totalArea(rectangles, rest), target, patience)
  if (best.leftOut > 0) return null
  const all = new Int32Array(placed.length + 4 * rest.length)
  all.set(placed)
  all.set(packer.placed(), placed.length)
  return {
    lastHeight: packer.usedHeight,
    placed: all,
    sequence: all.filter((_, index) => index % 4 === 0),
  }
}
