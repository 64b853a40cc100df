import { type Rectangles, totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

/** A packing of all rectangles: its height and turn, x, y of each, three numbers apiece. */
export type StripPacking = { height: number; placed: Int32Array }

// Above any packing: 5,000 sides of 200,000 px stay below it.
const unboundedHeight = 2 ** 30 - 1

/**
 * Packs all entries into a strip, as low as the search's steps allow: a decision problem ("does everything fit below
 * this height?"), asked at heights that close in on `lowerBound` by bisection. Gives up, with null, when half of the
 * steps have not brought it down to `neededHeight`: the other half is then for whatever is tried instead.
 */
export function packStrip(
  search: Search,
  rectangles: Rectangles,
  entries: Int32Array,
  lowerBound: number,
  neededHeight: number,
): StripPacking | null {
  const { packer } = search
  const area = totalArea(rectangles, entries)
  const starts = sortedStarts(entries, rectangles.width, rectangles.height)
  const giveUpWork = packer.work + (search.endWork - packer.work) / 2
  const packing: StripPacking = { height: Number.POSITIVE_INFINITY, placed: new Int32Array(0) }
  let bestSequence = starts[0]
  const keep = (sequence: Int32Array) => {
    packing.height = packer.usedHeight
    packing.placed = packer.placed()
    bestSequence = sequence
  }
  for (const start of starts) {
    packer.pack(start, unboundedHeight, Number.POSITIVE_INFINITY)
    if (packer.usedHeight < packing.height) keep(start)
    if (isSpent(search)) break
  }

  let patience = firstPatience(entries.length)
  let share = 0.5
  let failures = 0
  while (packing.height > lowerBound && !isSpent(search)) {
    if (packing.height > neededHeight && packer.work > giveUpWork) return null
    const distance = packing.height - lowerBound
    const height = packing.height - Math.max(1, Math.floor(distance * share))
    let candidate: Candidate = { sequence: bestSequence, leftOut: Number.POSITIVE_INFINITY }
    for (const sequence of [bestSequence, ...starts]) {
      const leftOut = packer.pack(sequence, height, candidate.leftOut)
      if (leftOut < candidate.leftOut) candidate = { sequence, leftOut }
      if (leftOut === 0 || isSpent(search)) break
    }
    if (candidate.leftOut > 0) candidate = anneal(search, candidate, area, height, patience)
    if (candidate.leftOut === 0) {
      keep(candidate.sequence)
      failures = 0
      continue
    }
    failures++
    if (share > 0.01 && distance * share > 1) share /= 2
    else {
      // Out of easy gains: search longer, mostly for a single pixel, now and then for half the way.
      share = failures % 3 === 0 ? 0.5 : 0
      patience = Math.min(patience * 2, 1_000_000)
    }
  }
  return packing.height <= neededHeight ? packing : null
}

// Long patience is wasted while large steps still succeed, and a packing of many rectangles costs more.
function firstPatience(count: number): number {
  return Math.max(30, Math.min(400, Math.floor(2_000_000 / (count * count))))
}
