import type { InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import { inkHeight, inkWidth } from "./ink-size.ts"
import { type Level, type Positions, positionWords, type TieSizes } from "./level.ts"

/**
 * Groups of items that each stay one patch of the nest, and follow each other along the film by rank.
 * `tie` ties together the items of each group as they lie now. `areWhole` says whether one line would cut
 * each group out. `exchange` lets two neighbouring groups change places.
 */
export type Patches = {
  tie(): void
  areWhole(): boolean
  exchange(random: Random): InSteps<void>
}

/** A box of ink, in pixels. */
type Box = { x: number; y: number; width: number; height: number }

type PatchRules = TieSizes & {
  /** The group of each item in use, and the ranks of groups. */
  groups: readonly number[]
  ranks: readonly number[]
  gapPx: number
  /**
   * Returns the pairs of items of one group whose film does not meet along the neck, as `a * items + b` with
   * a < b. Null if each group is whole.
   */
  apartPairs(positions: Positions): ReadonlySet<number> | null
}

/** The pixels that a pair counts as further apart if something lies between its items. */
const partedPx = 2_000

/** Opens the groups of the items in use. */
export function openPatches(
  level: Level,
  { groups, ranks, gapPx, slackPx, alongPx, apartPairs }: PatchRules,
): Patches {
  const count = groups.length
  const members = [...new Set(groups)].map((group) => [...groups.keys()].filter((i) => groups[i] === group))
  const orderedRanks = [...new Set(groups.map((group) => ranks[group]))].sort((a, b) => a - b)
  let apart: ReadonlySet<number> = new Set()

  function boxes(): Box[] {
    const positions = level.read()
    return level.pieces().map((piece, i) => {
      const [x, y, turn] = positions.subarray(i * positionWords, i * positionWords + 3)
      return { x, y, width: inkWidth(level, piece, turn), height: inkHeight(level, piece, turn) }
    })
  }

  function tie(): void {
    const laid = boxes()
    const missingPx = (a: number, b: number) => {
      const { across, down } = gapsOf(laid[a], laid[b])
      const missing =
        Math.max(0, Math.max(across, down) - gapPx - slackPx) + Math.max(0, Math.min(across, down) + alongPx)
      return missing + (apart.has(Math.min(a, b) * count + Math.max(a, b)) ? partedPx : 0)
    }
    const pairs = members.flatMap((own) => shortestTree(own, missingPx))
    level.tie({ pairs, ...limitsOf(laid) })
  }

  // Finds a line for every two ranks that follow each other: all groups up to the one begin above it, and
  // all from the other on end below it. The first and the last item of a group keep to its lines.
  function limitsOf(laid: readonly Box[]): { endFromPx: number[]; startToPx: number[] } {
    const endFromPx = laid.map(() => 0)
    const startToPx = laid.map(() => Number.POSITIVE_INFINITY)
    const spans = members.map((own) => {
      const first = own.reduce((a, b) => (laid[b].y < laid[a].y ? b : a))
      const last = own.reduce((a, b) => (endOf(laid[b]) > endOf(laid[a]) ? b : a))
      const rank = ranks[groups[own[0]]]
      return { first, last, rank, start: laid[first].y, end: endOf(laid[last]) }
    })
    let above = 0
    for (const rank of orderedRanks.slice(0, -1)) {
      let lastStart = 0
      let firstEnd = Number.POSITIVE_INFINITY
      for (const span of spans) {
        if (span.rank <= rank) lastStart = Math.max(lastStart, span.start)
        else firstEnd = Math.min(firstEnd, span.end)
      }
      const line = Math.max(above, Math.floor((lastStart + firstEnd) / 2))
      for (const span of spans) {
        if (span.rank === rank) startToPx[span.first] = Math.min(startToPx[span.first], line)
        if (span.rank > rank) endFromPx[span.last] = Math.max(endFromPx[span.last], line)
      }
      above = line
    }
    return { endFromPx, startToPx }
  }

  return {
    tie,
    areWhole() {
      const pairs = apartPairs(level.read())
      apart = pairs ?? new Set()
      return pairs === null
    },
    *exchange(random) {
      if (members.length < 2) return
      const laid = boxes()
      const middles = members.map((own) => middleOf(own.map((i) => laid[i])))
      const a = Math.floor(random() * members.length)
      const near = [...members.keys()]
        .filter((b) => b !== a)
        .sort((b, c) => distance(middles[a], middles[b]) - distance(middles[a], middles[c]) || b - c)
      const b = near[Math.floor(random() * random() * near.length)]
      const positions = level.read()
      for (const [from, to] of [
        [a, b],
        [b, a],
      ]) {
        for (const i of members[from]) {
          positions[i * positionWords] += Math.floor(middles[to].x - middles[from].x)
          positions[i * positionWords + 1] += Math.floor(middles[to].y - middles[from].y)
        }
      }
      yield* level.write(positions)
    },
  }
}

function endOf({ y, height }: Box): number {
  return y + height
}

function gapsOf(a: Box, b: Box): { across: number; down: number } {
  return {
    across: Math.max(a.x - b.x - b.width, b.x - a.x - a.width),
    down: Math.max(a.y - b.y - b.height, b.y - a.y - a.height),
  }
}

function middleOf(boxes: readonly Box[]): { x: number; y: number } {
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(endOf))
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}

// Returns the pairs of a shortest spanning tree (Prim).
function shortestTree(own: readonly number[], cost: (a: number, b: number) => number): [number, number][] {
  const pairs: [number, number][] = []
  const nearest = new Map(own.slice(1).map((i) => [i, { from: own[0], cost: cost(own[0], i) }]))
  while (nearest.size > 0) {
    let next = -1
    for (const [i, way] of nearest) if (next < 0 || way.cost < nearest.get(next)!.cost) next = i
    pairs.push([nearest.get(next)!.from, next])
    nearest.delete(next)
    for (const [i, way] of nearest) {
      const through = cost(next, i)
      if (through < way.cost) nearest.set(i, { from: next, cost: through })
    }
  }
  return pairs
}
