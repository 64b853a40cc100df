import type { InSteps } from "../in-steps.ts"
import { packEndAnew } from "./end-search.ts"
import { isPauseDue, type SheetsPacking, type Target } from "./packer.ts"
import { type Rectangles, totalArea } from "./rectangles.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts, sortingWork } from "./sequence-search.ts"

// The multiple of the steps of the search that left a question open, for each question to an end.
const endFactor = 4

/**
 * Searches for a packing that fills `fullSheets` sheets and needs less of the last one than
 * `start`. It asks a decision problem ("does everything fit when the last sheet ends here?") at
 * heights that close in on the lower bound by bisection. Returns the best packing so far, possibly
 * `start`, when the search's steps are used up.
 */
export function* shortenLastSheet(
  search: Search,
  rectangles: Rectangles,
  start: SheetsPacking,
  fullSheets: number,
  fullHeight: number,
  lowerBound: number,
): InSteps<SheetsPacking> {
  const { packer } = search
  const area = totalArea(rectangles, start.sequence)
  const starts: Int32Array[] = []
  for (const sorted of sortedStarts(start.sequence, rectangles.width, rectangles.height)) {
    starts.push(sorted)
    if (isPauseDue(packer, sortingWork * sorted.length)) yield
  }
  let best = start
  let failed: Candidate | null = null
  let patience = firstPatience(start.sequence.length)
  let share = 0.5
  let failures = 0
  while (best.lastHeight > lowerBound && !isSpent(search)) {
    const distance = best.lastHeight - lowerBound
    const lastHeight = best.lastHeight - Math.max(1, Math.floor(distance * share))
    const target: Target = { fullSheets, fullHeight, lastHeight }
    let candidate: Candidate = { sequence: best.sequence, leftOut: Number.POSITIVE_INFINITY }
    const tried = failed === null ? [best.sequence, ...starts] : [failed.sequence, best.sequence, ...starts]
    for (const sequence of tried) {
      const leftOut = packer.pack(sequence, target, candidate.leftOut)
      if (leftOut < candidate.leftOut) candidate = { sequence, leftOut }
      if (leftOut === 0 || isSpent(search)) break
      if (isPauseDue(packer)) yield
    }
    const startWork = packer.work
    if (candidate.leftOut > 0) candidate = yield* anneal(search, candidate, area, target, patience)
    let packing: SheetsPacking | null
    if (candidate.leftOut === 0) {
      const isLastUsed = packer.usedSheets > fullSheets
      packing = {
        lastHeight: isLastUsed ? packer.usedHeight : 0,
        placed: packer.placed(),
        sequence: candidate.sequence,
      }
    } else {
      const endSteps = endFactor * (packer.work - startWork)
      packing = yield* packEndAnew(search, candidate, target, patience, endSteps)
    }
    if (packing !== null) {
      best = packing
      failed = null
      failures = 0
      continue
    }
    // The search over all goes on from its own sequence, which ranks rectangles better than an
    // order of placing.
    failed = candidate
    failures++
    if (share > 0.01 && distance * share > 1) share /= 2
    else {
      // No easy gains remain: search longer, mostly for a single pixel, now and then for half the
      // way.
      share = failures % 3 === 0 ? 0.5 : 0
      patience = Math.min(patience * 2, 1_000_000)
    }
  }
  return best
}

// Returns the patience: long is wasted while large steps still succeed, and large packings cost more.
function firstPatience(count: number): number {
  return Math.max(30, Math.min(400, Math.floor(2_000_000 / (count * count))))
}
