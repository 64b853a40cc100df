// Ties: items that hang together. The nearer of two such items to their rule, the less they cost, so that
// guided weights pull them together as they push others apart.

import { itemOf, MOST_TIES, Nest, shapeOf, tieFrameOf, tiedAt, tieOf } from "./_nest-state.as"

/** The greatest cost, as of a depth of overlap. */
const MOST_COST: i32 = 255

/**
 * Returns the cost of two frames that hang together, as a depth of overlap: 0 where they lie beside each
 * other.
 *
 *     ┌─────┐ gap ┌─────┐      The larger of the gaps across and down is at most the slack. The smaller
 *     │     ├─────┤     │  ┐   one is negative: along so many steps the frames lie beside each other.
 *     └─────┤     │     │  │ along
 *           ┆     └─────┘  ┘
 */
@inline
function costOf(nest: Nest, across: i32, down: i32): i32 {
  const missing = max(0, max(across, down) - nest.tieSlack) + max(0, min(across, down) + nest.tieNeck)
  return missing == 0 ? 0 : min(MOST_COST, nest.tieBase + missing * nest.tieStep)
}

/** Returns the cost of items i and j, 0 if they do not hang together. */
export function tieBetween(nest: Nest, i: i32, j: i32): i32 {
  const tie = tieOf(nest, i)
  const count = min(MOST_TIES, tie.count)
  for (let k = 0; k < count; k++) {
    if (tiedAt(nest, tie, k) != j) continue
    const a = itemOf(nest, i)
    const b = itemOf(nest, j)
    const own = shapeOf(nest, a.shape)
    const other = shapeOf(nest, b.shape)
    const across = max(a.x - b.x - other.width, b.x - a.x - own.width)
    const down = max(a.y - b.y - other.height, b.y - a.y - own.height)
    return costOf(nest, across, down)
  }
  return 0
}

/** Lists the frames of the placed items that shape t, in place of item i, hangs together with. */
export function gatherTies(nest: Nest, i: i32, t: i32): void {
  nest.tieCount = 0
  if (!nest.ties) return
  const tie = tieOf(nest, i)
  const shape = shapeOf(nest, t)
  nest.tieWidth = shape.width
  nest.tieHeight = shape.height
  const count = min(MOST_TIES, tie.count)
  for (let k = 0; k < count; k++) {
    const j = tiedAt(nest, tie, k)
    const other = itemOf(nest, j)
    if (j == i || !other.isPlaced) continue
    const fixed = shapeOf(nest, other.shape)
    const frame = tieFrameOf(nest, nest.tieCount++)
    frame.x = other.x
    frame.y = other.y
    frame.width = fixed.width
    frame.height = fixed.height
    frame.weight = load<u32>(nest.weights + (<usize>(i * nest.stride + j) << 2))
  }
}

/** Returns the weighted cost of the gathered ties at (x, y). */
export function tieLossAt(nest: Nest, x: i32, y: i32): u64 {
  let loss: u64 = 0
  for (let k = 0; k < nest.tieCount; k++) {
    const frame = tieFrameOf(nest, k)
    const across = max(x - frame.x - frame.width, frame.x - x - nest.tieWidth)
    const down = max(y - frame.y - frame.height, frame.y - y - nest.tieHeight)
    loss += <u64>costOf(nest, across, down) * <u64>frame.weight
  }
  return loss
}

/** The greatest distance in the vectors of 16 bits. */
const FAR_AWAY: i32 = 8000

/** Adds the cost of one gathered tie, times `weight`, to the sums, whose first column lies at `xMin`. */
export function addTie(nest: Nest, index: i32, xMin: i32, weight: i32): void {
  const frame = tieFrameOf(nest, index)
  const cell = nest.coarse
  const zero = i16x8.splat(0)
  const slack = i16x8.splat(<i16>nest.tieSlack)
  const neck = i16x8.splat(<i16>nest.tieNeck)
  const step = i16x8.splat(<i16>nest.tieStep)
  const base = i16x8.splat(<i16>nest.tieBase)
  const most = i16x8.splat(<i16>MOST_COST)
  const factor = i16x8.splat(<i16>weight)
  const lanes = i16x8.mul(i16x8(0, 1, 2, 3, 4, 5, 6, 7), i16x8.splat(<i16>cell))
  for (let r = 0; r < nest.rows; r++) {
    const y = nest.firstRow + r * cell
    const gap = max(y - frame.y - frame.height, frame.y - y - nest.tieHeight)
    const down = i16x8.splat(<i16>min(FAR_AWAY, max(-FAR_AWAY, gap)))
    let target = nest.sums + (<usize>(r * nest.sumsStride) << 1)
    for (let c = 0; c < nest.columns; c += 8, target += 16) {
      const x = xMin + c * cell
      const right = i16x8.add(i16x8.splat(<i16>(x - frame.x - frame.width)), lanes)
      const left = i16x8.sub(i16x8.splat(<i16>(frame.x - x - nest.tieWidth)), lanes)
      const across = i16x8.max_s(right, left)
      const apart = i16x8.max_s(zero, i16x8.sub(i16x8.max_s(across, down), slack))
      const beside = i16x8.max_s(zero, i16x8.add(i16x8.min_s(across, down), neck))
      const missing = i16x8.add(apart, beside)
      // Far enough for the greatest cost, and small enough for 16 bits.
      const near = i16x8.min_s(missing, most)
      const cost = i16x8.min_u(most, i16x8.add(base, i16x8.mul(near, step)))
      const counted = v128.and(cost, i16x8.ne(missing, zero))
      v128.store(target, i16x8.add_sat_u(v128.load(target), i16x8.mul(counted, factor)))
    }
  }
}
