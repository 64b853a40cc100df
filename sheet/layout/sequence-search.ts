import type { Random } from "./random.ts"
import type { Packer, Target } from "./skyline-packer.ts"

/** What one search works with. `endWork` is the packer's step count at which it stops. */
export type Search = { packer: Packer; random: Random; endWork: number }

/** A sequence, the area it leaves out at some target, and the sum of all areas in it. */
export type Candidate = { sequence: Int32Array; leftOut: number }

// Share of the total area, over the root of the count, that annealing accepts to lose in one step, on average, while it
// is warmest: an eighth of a middling piece among forty, a third among three hundred.
const warmth = 0.02

/** Tells whether the search has used up its steps. */
export function isSpent(search: Search): boolean {
  return search.packer.work >= search.endWork
}

/**
 * The sequences a search begins with: the usual orders of best-fit packing, largest first by height, width, area,
 * half perimeter, longer side, shorter side. Equals keep the order of their turns, so the result does not depend on
 * the sorting algorithm.
 */
export function sortedStarts(entries: Int32Array, width: Int32Array, height: Int32Array): Int32Array[] {
  const longer = (turn: number) => Math.max(width[turn], height[turn])
  const shorter = (turn: number) => Math.min(width[turn], height[turn])
  const orders: [(turn: number) => number, (turn: number) => number][] = [
    [(turn) => height[turn], (turn) => width[turn]],
    [(turn) => width[turn], (turn) => height[turn]],
    [(turn) => width[turn] * height[turn], longer],
    [(turn) => width[turn] + height[turn], longer],
    [longer, shorter],
    [shorter, longer],
  ]
  return orders.map(([first, second]) =>
    entries.slice().sort((a, b) => first(b) - first(a) || second(b) - second(a) || a - b),
  )
}

/**
 * Simulated annealing on a sequence: swaps two entries, moves one or a whole run of equal ones, or turns one; packs,
 * keeps what is not much worse, with a tolerance that falls to zero over `patience` packings without a new best. Ends
 * as soon as everything fits (the packer then holds that packing), when patience runs out, or with the search's steps.
 * Returns the best candidate met, the start included; the start itself is left as it was.
 */
export function anneal(
  search: Search,
  start: Candidate,
  area: number,
  target: Target,
  patience: number,
): Candidate {
  const { packer, random } = search
  const current = start.sequence.slice()
  const previous = current.slice()
  const best: Candidate = { sequence: start.sequence.slice(), leftOut: start.leftOut }
  const tolerance = (warmth * area) / Math.sqrt(current.length)
  let leftOut = start.leftOut
  let idle = 0
  while (best.leftOut > 0 && idle < patience && packer.work < search.endWork) {
    previous.set(current)
    if (!change(current, random, packer)) {
      // Nothing tried, yet it has to cost something, or an order of equal pieces would never end.
      idle += 0.1
      packer.work += 4
      continue
    }
    const limit = leftOut - Math.log(random() + Number.EPSILON) * tolerance * (1 - idle / patience)
    const result = packer.pack(current, target, limit)
    idle++
    if (result > limit) {
      current.set(previous)
      continue
    }
    leftOut = result
    if (result < best.leftOut) {
      best.leftOut = result
      best.sequence.set(current)
      idle = 0
    }
  }
  return best
}

// How often each change is tried; the rest are swaps.
const turnShare = 0.05
const runShare = 0.1
const moveShare = 0.4

// Changes a sequence at random and tells whether that made a difference.
function change(sequence: Int32Array, random: Random, packer: Packer): boolean {
  const i = (random() * sequence.length) | 0
  const j = (random() * sequence.length) | 0
  const kind = random()
  if (kind < turnShare && packer.hasTurn(sequence[i])) {
    sequence[i] ^= 1
    return true
  }
  if (sequence[i] === sequence[j]) return false
  if (kind < turnShare + runShare) moveRun(sequence, i, j)
  else if (kind < turnShare + runShare + moveShare) move(sequence, i, j)
  else {
    const entry = sequence[i]
    sequence[i] = sequence[j]
    sequence[j] = entry
  }
  return true
}

// Takes the entry at `from` out and puts it back at `to`.
function move(sequence: Int32Array, from: number, to: number): void {
  const entry = sequence[from]
  if (from < to) sequence.copyWithin(from, from + 1, to + 1)
  else sequence.copyWithin(to + 1, to, from)
  sequence[to] = entry
}

// Moves the run of equal entries around `from` so that it starts, or where it came from ahead of `to` ends, there.
function moveRun(sequence: Int32Array, from: number, to: number): void {
  const entry = sequence[from]
  let start = from
  while (start > 0 && sequence[start - 1] === entry) start--
  let end = from + 1
  while (end < sequence.length && sequence[end] === entry) end++
  const length = end - start
  if (to < start) {
    sequence.copyWithin(to + length, to, start)
    sequence.fill(entry, to, to + length)
  } else {
    sequence.copyWithin(start, end, to + 1)
    sequence.fill(entry, to + 1 - length, to + 1)
  }
}
