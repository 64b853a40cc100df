import type { SheetBounds } from "../layout.ts"
import { blockRow, type Obstacle, obstacleOf, type RowSpan } from "./obstacle.ts"
import type { Rectangle, Stencil } from "./stencil.ts"
import type { HandPlacement, TurnedPieces } from "./turned-piece.ts"

/** A box of displacements, both ends included. */
export type Box = { left: number; top: number; right: number; bottom: number }

export type FreeSpace = {
  /** The box around the held copies, where they were taken. */
  frame: Rectangle
  /**
   * Returns the free displacement nearest to (dx, dy), at most `withinPx` away and inside `inside`; null
   * if there is none, or the bounded effort met none.
   */
  nearest(
    dx: number,
    dy: number,
    withinPx: number,
    inside?: Box,
    looks?: number,
  ): { dx: number; dy: number } | null
}

/**
 * The pairs of runs that one call may compare, a few nanoseconds each: below a frame's time, even for a
 * lasso around a hundred pieces.
 */
const mostLooks = 4_000_000

/** The rows between two bands that are compared first. */
const sampledRows = 16

/** The distance beyond which only every so many rows are searched first. */
const strideRows = 24
const everyRowPx = 500

/**
 * Opens the displacements at which held copies touch nothing: the rest of each row after every
 * obstacle has blocked its part.
 *
 *   dx →
 *   ··███████······████·   mask and target of one obstacle meet at █; rows are searched from the
 *   ··██████·····██████·   requested displacement outwards, no further than the best so far
 */
export function openFreeSpace(
  turned: TurnedPieces,
  bounds: SheetBounds,
  held: readonly HandPlacement[],
  others: readonly HandPlacement[],
): FreeSpace {
  const frame = frameOf(turned, held)
  const allowed: Box = {
    left: bounds.edgePx - frame.left,
    top: bounds.edgePx - frame.top,
    right: bounds.widthPx - bounds.edgePx - frame.right,
    bottom: bounds.maxLengthPx - bounds.edgePx - frame.bottom,
  }
  // A strip reaches no further out of its frame than the gap, and two may face each other.
  const aroundPx = 2 * bounds.gapPx
  const obstaclesIn = gatherObstacles(turned, aroundPx, held, others)

  function nearest(dx: number, dy: number, withinPx: number, inside: Box = allowed, looks = mostLooks) {
    const box = {
      left: Math.max(allowed.left, inside.left, dx - withinPx),
      top: Math.max(allowed.top, inside.top, dy - withinPx),
      right: Math.min(allowed.right, inside.right, dx + withinPx),
      bottom: Math.min(allowed.bottom, inside.bottom, dy + withinPx),
    }
    if (box.left > box.right || box.top > box.bottom) return null
    const obstacles = obstaclesIn(box)
    const span: RowSpan = { from: 0, count: 0, bits: new Int32Array(((box.right - box.left) >> 5) + 1) }
    const spent = { runs: 0 }
    let best: { dx: number; dy: number } | null = null
    // The square of the next result's largest distance.
    let limit = withinPx ** 2

    function lookAtRow(row: number): void {
      if (row < box.top || row > box.bottom || spent.runs > looks) return
      const width = limit - (row - dy) ** 2
      if (width < 0) return
      const halfWidth = Math.floor(Math.sqrt(width))
      const from = Math.max(box.left, dx - halfWidth)
      const to = Math.min(box.right, dx + halfWidth)
      if (from > to) return
      const x = freeInRow(obstacles, row, from, to, dx, span, spent)
      if (x === null) return
      best = { dx: x, dy: row }
      limit = (x - dx) ** 2 + (row - dy) ** 2 - 1
    }

    if (withinPx > everyRowPx) {
      for (let k = 0; k <= withinPx && k * k <= limit; k += strideRows) {
        lookAtRow(dy - k)
        if (k > 0) lookAtRow(dy + k)
      }
    }
    for (let k = 0; k <= Math.min(withinPx, everyRowPx) && k * k <= limit; k++) {
      lookAtRow(dy - k)
      if (k > 0) lookAtRow(dy + k)
    }
    return best
  }

  return { frame, nearest }
}

function frameOf(turned: TurnedPieces, held: readonly HandPlacement[]): Rectangle {
  const frames = held.map((placement) => ({ at: placement, frame: turned(placement).frame }))
  return {
    left: Math.min(...frames.map(({ at, frame }) => at.x + frame.left)),
    top: Math.min(...frames.map(({ at, frame }) => at.y + frame.top)),
    right: Math.max(...frames.map(({ at, frame }) => at.x + frame.right)),
    bottom: Math.max(...frames.map(({ at, frame }) => at.y + frame.bottom)),
  }
}

// Collects the obstacles that block any displacement in a box. They are made when a box first needs
// them.
function gatherObstacles(
  turned: TurnedPieces,
  aroundPx: number,
  held: readonly HandPlacement[],
  others: readonly HandPlacement[],
): (box: Box) => Obstacle[] {
  const pairs = held.flatMap((mover) => {
    const { frame } = turned(mover)
    return others.map((other) => {
      const own = turned(other).frame
      const x = other.x - mover.x
      const y = other.y - mover.y
      return {
        mover,
        other,
        left: x + own.left - frame.right - aroundPx,
        top: y + own.top - frame.bottom - aroundPx,
        right: x + own.right - frame.left + aroundPx,
        bottom: y + own.bottom - frame.top + aroundPx,
        obstacles: null as Obstacle[] | null,
      }
    })
  })
  return (box) =>
    pairs.flatMap((pair) => {
      if (isApart(pair, box)) return []
      pair.obstacles ??= between(turned, pair.mover, pair.other)
      return pair.obstacles.filter((obstacle) => !isApart(obstacle, box))
    })
}

function isApart(a: Box, b: Box): boolean {
  return a.left > b.right || b.left > a.right || a.top > b.bottom || b.top > a.bottom
}

function between(turned: TurnedPieces, mover: HandPlacement, other: HandPlacement): Obstacle[] {
  const a = turned(mover)
  const b = turned(other)
  const pairs: [Stencil | null, Stencil | null][] = [
    [a.grownInk(), b.ink],
    [a.strip, b.ink],
    [a.ink, b.strip],
    [a.strip, b.strip],
  ]
  return pairs.flatMap(([mask, target]) =>
    mask && target ? [obstacleOf(mask, target, other.x - mover.x, other.y - mover.y)] : [],
  )
}

// Returns the free displacement in a row that is nearest to dx.
function freeInRow(
  obstacles: readonly Obstacle[],
  row: number,
  from: number,
  to: number,
  dx: number,
  span: RowSpan,
  spent: { runs: number },
): number | null {
  span.from = from
  span.count = to - from + 1
  span.bits.fill(0, 0, ((span.count - 1) >> 5) + 1)
  // Most rows hold nothing free, and a few bands of the outlines mostly show that.
  for (const strideRows of [sampledRows, 1]) {
    for (const obstacle of obstacles) {
      if (row < obstacle.top || row >= obstacle.bottom) continue
      if (obstacle.left > to || obstacle.right <= from) continue
      if (blockRow(obstacle, row, span, strideRows, spent)) return null
    }
    if (isBlocked(span)) return null
  }
  const wanted = Math.max(0, Math.min(span.count - 1, dx - from))
  const after = firstFree(span, wanted)
  const before = lastFree(span, wanted)
  if (after < 0 && before < 0) return null
  const isAfter = before < 0 || (after >= 0 && after - wanted <= wanted - before)
  return from + (isAfter ? after : before)
}

function isBlocked(span: RowSpan): boolean {
  return firstFree(span, 0) < 0
}

// Returns the first free displacement from `index` on, or −1.
function firstFree({ bits, count }: RowSpan, index: number): number {
  let word = index >> 5
  let free = ~bits[word] & (-1 << (index & 31))
  const lastWord = (count - 1) >> 5
  while (free === 0 && word < lastWord) free = ~bits[++word]
  if (free === 0) return -1
  const first = (word << 5) + 31 - Math.clz32(free & -free)
  return first < count ? first : -1
}

// Returns the last free displacement up to `index`, or −1.
function lastFree({ bits }: RowSpan, index: number): number {
  let word = index >> 5
  let free = ~bits[word] & (-1 >>> (31 - (index & 31)))
  while (free === 0 && word > 0) free = ~bits[--word]
  return free === 0 ? -1 : (word << 5) + 31 - Math.clz32(free)
}
