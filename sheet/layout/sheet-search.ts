import { type Rectangles, totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

// A first round's patience; it doubles with each round, so that a large budget searches deep instead of often.
const firstPatience = 200

/**
 * Fills one sheet of the given height with as much area from `entries` as the search's steps allow: turn,
 * x, y of each, three numbers apiece. At least one rectangle is placed, as each of them fits an empty sheet.
 */
export function fillSheet(
  search: Search,
  rectangles: Rectangles,
  entries: Int32Array,
  stripWidth: number,
  height: number,
): Int32Array {
  const { packer } = search
  const area = totalArea(rectangles, entries)
  // Nothing better is possible: everything placed, or the sheet full.
  const leastLeftOut = Math.max(0, area - stripWidth * height)
  let best: Candidate = { sequence: entries, leftOut: Number.POSITIVE_INFINITY }
  for (const sequence of sortedStarts(entries, rectangles.width, rectangles.height)) {
    const leftOut = packer.pack(sequence, height, best.leftOut)
    if (leftOut < best.leftOut) best = { sequence, leftOut }
  }
  for (let patience = firstPatience; best.leftOut > leastLeftOut && !isSpent(search); patience *= 2)
    best = anneal(search, best, area, height, patience)
  packer.pack(best.sequence, height, Number.POSITIVE_INFINITY)
  return packer.placed()
}
