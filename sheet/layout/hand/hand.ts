import { type Box, type FreeSpace, openFreeSpace } from "./free-space.ts"
import { type HandInput, type HandPlacement, turnPieces } from "./turned-piece.ts"

/** The place of held copies, in pixels from where they were taken; not free if they may not lie there. */
export type HeldAt = { dx: number; dy: number; isFree: boolean }

/** A hand that moves copies of one print. It remembers outlines from one `take` to the next. */
export type Hand = {
  /** Takes copies to move them, as one, among others on a sheet: their own, or another one. */
  take(held: readonly HandPlacement[], others: readonly HandPlacement[]): Held
}

/** Copies in a hand, in whole pixels. Every free place here passes the check of layouts. */
export type Held = {
  isFree(dx: number, dy: number): boolean
  /**
   * Returns the held copies' place while a finger pulls them to (dx, dy): there if that is free, else at
   * the nearest free place, touching the copies in the way at the gap. If two places are about equally
   * near, it is the one beside the last. If none is close, they lie under the finger and are not free.
   */
  slide(dx: number, dy: number): HeldAt
  /**
   * Returns the free place nearest to (dx, dy), at most `withinPx` away; null if there is none. Gives up
   * after comparing so many pairs of runs, a few nanoseconds each.
   */
  nearestFree(dx: number, dy: number, withinPx: number, mostLooks?: number): { dx: number; dy: number } | null
}

/** The share of the paper's shorter side by which a finger may get ahead of the paper, in bounds. */
const reachShare = 0.6
const leastReachPx = 100
const mostReachPx = 450

/**
 * The factor by which a place beside the last one may be further from the finger than the nearest and
 * is still kept, so that paper does not hop around the copies it slides along.
 */
const keepsShare = 1.3
const keepsPx = 16

/** The strides of a finger's own length in which paper follows it. */
const mostStrides = 8

/** Opens a hand for a print laid out by `input`. Open it once for many drags. */
export function openHand(input: HandInput): Hand {
  const pieces = turnPieces(input)
  return {
    take(held, others) {
      return holdIn(openFreeSpace(pieces, input.bounds, held, others))
    },
  }
}

function holdIn(space: FreeSpace): Held {
  const { frame, nearest } = space
  const side = Math.min(frame.right - frame.left, frame.bottom - frame.top)
  const reachPx = Math.round(Math.min(mostReachPx, Math.max(leastReachPx, reachShare * side)))
  let last = { dx: 0, dy: 0 }
  let lastWish = { dx: 0, dy: 0 }

  function slideTo(dx: number, dy: number): HeldAt {
    const near = nearest(dx, dy, reachPx)
    if (near === null) return { dx, dy, isFree: false }
    const stridePx = Math.ceil(Math.hypot(dx - lastWish.dx, dy - lastWish.dy)) + keepsPx
    let at = last
    let withinPx = Math.floor(Math.hypot(near.dx - dx, near.dy - dy) * keepsShare + keepsPx)
    // Glides from the last place, stride by stride, until no step brings it closer to the finger.
    for (let stride = 0; stride < mostStrides; stride++) {
      const next = nearest(dx, dy, withinPx, boxAround(at, stridePx))
      if (next === null) break
      if (next.dx === at.dx && next.dy === at.dy) return { ...at, isFree: true }
      at = next
      withinPx = Math.ceil(Math.hypot(at.dx - dx, at.dy - dy))
    }
    return { ...near, isFree: true }
  }

  return {
    isFree: (dx, dy) => nearest(dx, dy, 0) !== null,
    nearestFree: (dx, dy, withinPx, looks) => nearest(dx, dy, withinPx, undefined, looks),
    slide(dx, dy) {
      const at = nearest(dx, dy, 0) ? { dx, dy, isFree: true } : slideTo(dx, dy)
      if (at.isFree) last = { dx: at.dx, dy: at.dy }
      lastWish = { dx, dy }
      return at
    },
  }
}

function boxAround({ dx, dy }: { dx: number; dy: number }, farPx: number): Box {
  return { left: dx - farPx, top: dy - farPx, right: dx + farPx, bottom: dy + farPx }
}
