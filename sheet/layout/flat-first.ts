import type { InSteps } from "../in-steps.ts"
import { type Beginning, beginFlat } from "./flat-beginnings.ts"
import { shortenLastSheet } from "./last-sheet-search.ts"
import type { SheetsPacking, Target } from "./packer.ts"
import { totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

// The bounds on the number of rectangles: fewer are searched as well all at once, and for more a beam
// costs more than it gains.
const leastCount = 40
const mostCount = 300

// The steps (twice those of `balanced`) below which annealing alone gains more.
const leastSteps = 600_000_000

// Shares of the steps: first for a search over all, then for beginnings and their ends.
const firstShare = 0.3
const flatShare = 0.5

// Rectangles in an end, about: enough to choose from, few enough to search.
const endCount = 36

// The beam's width at a hundred rectangles (each costs as many successors as there are sizes), its
// least width, and how many times it may widen; the number of beginnings tried, and the patience.
const firstBeam = 100
const leastBeam = 20
const widest = 4
const beginningsTried = 20
const firstPatience = 4_000
const mostPatience = 40_000

// The distance from the bound at which a search over all does better: only one question remains.
const lastUnits = 1

// The share of the way to the bound that a search asks for first.
const firstReach = 0.2

/**
 * Packs the first rectangles level and with next to no waste, by a beam search. Then anneals over
 * the few dozen that remain, which have all the slack of the sheet to themselves. (A search over
 * all wastes a little with every rectangle, so nothing remains for the last ones.) Returns turn, x, y
 * of each, three numbers apiece. Null if there are too few or too many rectangles, or too few
 * steps.
 */
export function* packFlatFirst(
  search: Search,
  sequence: Int32Array,
  height: number,
  lowerBound: number,
  steps: number,
): InSteps<Int32Array | null> {
  const count = sequence.length
  if (count < leastCount || count > mostCount || steps < leastSteps) return null
  const { rectangles, packer, random } = search
  const over: Search = { ...search, endWork: packer.work + steps * firstShare }
  const start = { lastHeight: height, placed: null, sequence }
  let best: SheetsPacking = yield* shortenLastSheet(over, rectangles, start, 0, 0, lowerBound)
  const flat: Search = { ...search, endWork: packer.work + steps * flatShare }
  const narrowest = Math.max(leastBeam, Math.floor((100 * firstBeam) / count))
  let beamWidth = narrowest
  let patience = firstPatience
  let reach = firstReach
  while (best.lastHeight > lowerBound + lastUnits && !isSpent(flat)) {
    const before = best.lastHeight
    const end = Math.floor(endCount * (0.7 + 0.6 * random()))
    const beginnings = yield* beginFlat(
      flat,
      sequence,
      heightBelow(before, lowerBound, reach),
      Math.min(end, count >> 1),
      beamWidth,
    )
    for (let i = 0; i < beginningsTried; i++) {
      const beginning = beginnings[Math.floor((i * beginnings.length) / beginningsTried)]
      // A beginning whose end got lower may get lower again.
      while (best.lastHeight > lowerBound + lastUnits && !isSpent(flat)) {
        const ended = yield* endAbove(
          flat,
          beginning,
          heightBelow(best.lastHeight, lowerBound, reach),
          patience,
        )
        if (ended === null) break
        best = ended
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

// Anneals over a beginning's remaining rectangles until all ends at `lastHeight`. Null if patience or
// the steps end first.
function* endAbove(
  search: Search,
  { placed, skyline, rest }: Beginning,
  lastHeight: number,
  patience: number,
): InSteps<SheetsPacking | null> {
  const { packer, rectangles } = search
  // More segments than a packer has room for, or one that is too high.
  if (4 * skyline.x.length > placed.length || skyline.y.some((y) => y > lastHeight)) return null
  const target: Target = { fullSheets: 0, fullHeight: 0, lastHeight, skyline }
  let best: Candidate = { sequence: rest, leftOut: Number.POSITIVE_INFINITY }
  for (const sequence of sortedStarts(rest, rectangles.width, rectangles.height)) {
    const leftOut = packer.pack(sequence, target, best.leftOut)
    if (leftOut < best.leftOut) best = { sequence, leftOut }
    if (leftOut === 0) break
  }
  if (best.leftOut > 0) best = yield* anneal(search, best, totalArea(rectangles, rest), target, patience)
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
