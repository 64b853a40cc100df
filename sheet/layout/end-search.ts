import type { Target } from "./packer.ts"
import { sequenceAsPlaced } from "./packing-log.ts"
import { totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

// An end is at least so many rectangles and at most half of them. Of fewer than `leastCount` in all, a search over the
// whole sequence does as well.
const leastEnd = 24
const leastCount = 64

// An end is soon packed, so that it pays to stay with it for longer than with the whole.
const leastPatience = 400

/**
 * Packs the end of a packing anew. As long as there is much to choose from, nearly every segment finds a rectangle that
 * fits exactly; of five hundred the first four hundred and fifty leave a tenth of the waste, and all others have to end
 * level with what happens to be left:
 *
 *     │  ┌──┐▒▒▒▒┌───┐ │      what is placed last, a drawn number of rectangles, and what was left out: annealed
 *     ├──┴──┴────┴───┴─┤
 *     │                │      what was placed first stays where it is
 *     └────────────────┘
 *
 * Tries one end after another until everything fits, or `steps` or the search's steps are used up. Returns what fits (the
 * packer then holds that packing), else the start: it ranks its rectangles better for another search over all than an
 * order of placing does.
 */
export function packEndAnew(
  search: Search,
  start: Candidate,
  target: Target,
  patience: number,
  steps: number,
): Candidate {
  const { packer, rectangles, random } = search
  const count = start.sequence.length
  if (count < leastCount) return start
  packer.pack(start.sequence, target, Number.POSITIVE_INFINITY)
  const placed = sequenceAsPlaced(packer.keep(), start.sequence)
  const endWork = packer.work + steps
  do {
    // Short ends more often: they are sooner packed.
    const drawn = random()
    const from = count - leastEnd - Math.floor((count / 2 - leastEnd) * drawn * drawn)
    const end = placed.subarray(from)
    let candidate: Candidate = { sequence: placed, leftOut: Number.POSITIVE_INFINITY }
    for (const order of [end, ...sortedStarts(end, rectangles.width, rectangles.height)]) {
      const sequence = placed.slice()
      sequence.set(order, from)
      const leftOut = packer.pack(sequence, target, candidate.leftOut)
      if (leftOut < candidate.leftOut) candidate = { sequence, leftOut }
      if (leftOut === 0) return candidate
    }
    const area = totalArea(rectangles, end)
    candidate = anneal(search, candidate, area, target, Math.max(leastPatience, patience), from)
    if (candidate.leftOut === 0) return candidate
  } while (packer.work < endWork && !isSpent(search))
  return start
}
