import type { InSteps } from "../in-steps.ts"
import { isPauseDue, type Packer, type Target } from "./packer.ts"
import { never } from "./packing-log.ts"
import type { Random } from "./random.ts"
import type { Rectangles } from "./rectangles.ts"
import { applyChange, checkWork, drawChange, firstStepChanged } from "./sequence-change.ts"

/** The parts of one search. It stops when the packer's step count reaches `endWork`. */
export type Search = { rectangles: Rectangles; packer: Packer; random: Random; endWork: number }

/** A sequence and the area that it leaves out at some target. */
export type Candidate = { sequence: Int32Array; leftOut: number }

// The loss that annealing accepts in one step, on average, while it is warmest: a share of the
// total area, over the root of the count. That is an eighth of a middling piece among forty, a
// third among three hundred.
const warmth = 0.02

/** Returns whether the search has used up its steps. */
export function isSpent(search: Search): boolean {
  return search.packer.work >= search.endWork
}

/** The steps of sorting each entry, about. */
export const sortingWork = 100

/**
 * Yields the sequences that a search begins with, the usual orders of best-fit packing: largest first
 * by height, width, area, half perimeter, longer side, shorter side. Equals keep the order of their
 * turns, so the result does not depend on the sorting algorithm. Each is sorted on demand.
 */
export function* sortedStarts(
  entries: Int32Array,
  width: Int32Array,
  height: Int32Array,
): Generator<Int32Array, void, void> {
  const longer = (turn: number) => Math.max(width[turn], height[turn])
  const shorter = (turn: number) => Math.min(width[turn], height[turn])
  const rankings: [(turn: number) => number, (turn: number) => number][] = [
    [(turn) => height[turn], (turn) => width[turn]],
    [(turn) => width[turn], (turn) => height[turn]],
    [(turn) => width[turn] * height[turn], longer],
    [(turn) => width[turn] + height[turn], longer],
    [longer, shorter],
    [shorter, longer],
  ]
  for (const [first, second] of rankings)
    yield entries.slice().sort((a, b) => first(b) - first(a) || second(b) - second(a) || a - b)
}

/**
 * Anneals a sequence. A change swaps two entries, moves one or a whole run of equal ones, or turns
 * one. Packing begins at the first step that the change can alter, and is skipped if it alters none.
 * A result that is not much worse is kept, with a tolerance that falls to zero over `patience` changes
 * without a new best. The search ends as soon as everything fits (the packer then holds that
 * packing), when patience runs out, or with the search's steps. Returns the best candidate met,
 * possibly the start; the start itself is not modified.
 */
export function* anneal(
  search: Search,
  start: Candidate,
  area: number,
  target: Target,
  patience: number,
): InSteps<Candidate> {
  const { packer, random } = search
  const current = start.sequence.slice()
  const previous = current.slice()
  const best: Candidate = { sequence: start.sequence.slice(), leftOut: start.leftOut }
  const tolerance = (warmth * area) / Math.sqrt(current.length)
  let leftOut = start.leftOut
  let idle = 0
  packer.pack(current, target, Number.POSITIVE_INFINITY)
  let log = packer.keep()
  while (best.leftOut > 0 && idle < patience && packer.work < search.endWork) {
    if (isPauseDue(packer)) yield
    const drawn = drawChange(current, random, packer.hasTurn)
    if (drawn === null) {
      // Nothing was tried, but it has to cost something, or an order of equal pieces would never
      // end.
      idle += 0.1
      packer.work += 4
      continue
    }
    idle++
    const first = firstStepChanged(search.rectangles, log, current, drawn)
    packer.work += checkWork(drawn)
    if (first === never) {
      // Another sequence with the same packing: as good, and nothing to pack.
      applyChange(current, drawn)
      if (drawn.kind !== "turn") applyChange(log.stepOf, drawn)
      continue
    }
    const limit = leftOut - Math.log(random() + Number.EPSILON) * tolerance * (1 - (idle - 1) / patience)
    previous.set(current)
    applyChange(current, drawn)
    const result = packer.pack(current, target, limit, first)
    if (result > limit) {
      current.set(previous)
      continue
    }
    log = packer.keep()
    leftOut = result
    if (result < best.leftOut) {
      best.leftOut = result
      best.sequence.set(current)
      idle = 0
    }
  }
  return best
}
