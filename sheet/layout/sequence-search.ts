import type { Random } from "./random.ts"
import type { Packer } from "./skyline-packer.ts"

/** What one search works with. `endWork` is the packer's step count at which it stops. */
export type Search = { packer: Packer; random: Random; endWork: number }

/** A sequence, the area it leaves out at some height, and the sum of all areas in it. */
export type Candidate = { sequence: Int32Array; leftOut: number }

// Share of the total area that annealing accepts to lose in one step, on average, while it is warmest.
const warmth = 0.002

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
 * Simulated annealing on a sequence: swaps two entries or moves one, packs into `height`, keeps what is not much
 * worse, with a tolerance that falls to zero over `patience` packings without a new best. Ends as soon as everything
 * fits (the packer's record then holds that packing), when patience runs out, or with the search's steps. Returns the
 * best candidate met, the start included; the start itself is left as it was.
 */
export function anneal(
  search: Search,
  start: Candidate,
  area: number,
  height: number,
  patience: number,
): Candidate {
  const { packer, random } = search
  const current = start.sequence.slice()
  const best: Candidate = { sequence: start.sequence.slice(), leftOut: start.leftOut }
  const count = current.length
  let leftOut = start.leftOut
  let idle = 0
  while (best.leftOut > 0 && idle < patience && packer.work < search.endWork) {
    const i = (random() * count) | 0
    const j = (random() * count) | 0
    if (current[i] === current[j]) {
      // Nothing to try, yet it has to cost something, or an order of equal pieces would never end.
      idle += 0.1
      packer.work += 4
      continue
    }
    const isSwap = random() < 0.5
    if (isSwap) swap(current, i, j)
    else move(current, i, j)
    const tolerance = -Math.log(random() + Number.EPSILON) * warmth * area * (1 - idle / patience)
    const result = packer.pack(current, height, leftOut + tolerance)
    idle++
    if (result > leftOut + tolerance) {
      if (isSwap) swap(current, i, j)
      else move(current, j, i)
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

function swap(sequence: Int32Array, i: number, j: number): void {
  const entry = sequence[i]
  sequence[i] = sequence[j]
  sequence[j] = entry
}

// Takes the entry at `from` out and puts it back at `to`.
function move(sequence: Int32Array, from: number, to: number): void {
  const entry = sequence[from]
  if (from < to) sequence.copyWithin(from, from + 1, to + 1)
  else sequence.copyWithin(to + 1, to, from)
  sequence[to] = entry
}
