// A nesting search in the kernel: a block of plain memory that the host lays out
// (layout/nest/search-memory.ts knows every offset below). The kernel keeps nothing else between
// calls. Lengths are whole steps of the position grid. A shape is one piece in one quarter turn,
// and the turns of one piece are four neighbouring shapes.

import { reach, reachMany } from "./_raster-reach.as"

@unmanaged
export class Nest {
  shapeCount: i32
  itemCount: i32
  /** Steps per cell of the coarse grid (a power of two), log2 of bitmap rows per step, pixels per step. */
  coarse: i32
  fineShift: i32
  stepPx: i32
  /** State of the xorshift32 generator, never 0. */
  seed: u32
  shapes: usize
  items: usize
  /** Pair for every two shapes. */
  pairs: usize
  /** Address of the base table of (group of four shapes, shape), 0 before it is made. */
  tables: usize
  /** The list of shapes that items may take, see Item. */
  turns: usize
  /**
   * For every two items, in rows of `stride` numbers: their weight, its floor, their depth of
   * overlap (u8).
   */
  weights: usize
  floors: usize
  depths: usize
  stride: i32
  sequence: usize
  near: usize
  candidates: usize
  /** The byte for each depth in fifths of a step, up to `deepest`. */
  codes: usize
  deepest: i32
  sums: usize
  sumsBytes: i32
  scratch: usize
  scratchBytes: i32
  /** The address of the next table; none may pass `limit`. */
  top: usize
  limit: usize
  tablesMade: i32
  /** Set when a table found no room. Later results of the search do not count. */
  isFull: i32
  /** Elementary steps done, a whole number: the search's clock, about a nanosecond each. */
  steps: f64
  /** Results of descend and accumulate. */
  foundX: i32
  foundY: i32
  foundLoss: u64
  columns: i32
  rows: i32
  sumsStride: i32
  /**
   * For every two items, in rows of `stride` addresses: their Window, 0 if there is none. The
   * pointer itself is 0 where tables are whole.
   */
  windows: usize
  /** The shape with which descendInto found foundX, foundY and foundLoss. */
  foundShape: i32
  /** The number of steps after which a call returns unfinished. */
  pauseAt: f64
  /** The steps of making tables; tables outlast a part of a call that is done again. */
  madeSteps: f64
  /** The value of `madeSteps` when the call began: it makes one table at least. */
  madeBefore: f64
  /** Set if a table was needed after `pauseAt`: the computation since then does not count. */
  isStarved: i32
  /** The point where moveAll and relateAll go on: how many items are done, and how many there are. */
  done: i32
  toDo: i32
  /** The point where swapAll goes on: an item and its next partner to try; the best partner so far. */
  swapItem: i32
  swapPartner: i32
  mostGain: u64
  partner: i32
  ownX: i32
  ownY: i32
  ownShape: i32
  theirX: i32
  theirY: i32
  theirShape: i32
  /** For every item the list of those it hangs together with, see Tie; 0 where none does. */
  ties: usize
  /** For every item the rows that it may lie on, see Limit; 0 where the film's are the only ones. */
  limits: usize
  /**
   * The rule of items that hang together: their frames are at most `tieSlack` steps apart and lie beside
   * each other along `tieNeck` steps. Each step that is missing costs `tieStep`, and the first one
   * `tieBase` more.
   */
  tieSlack: i32
  tieNeck: i32
  tieStep: i32
  tieBase: i32
  /** The rows above and below an item's partner that the whole-strip search looks at. */
  tieReach: i32
  /** The frames of the moving item's partners, see TieFrame, and how many there are. */
  tieFrames: usize
  tieCount: i32
  tieWidth: i32
  tieHeight: i32
  /** The row that the sums begin with. */
  firstRow: i32
}

/** The result of an unfinished call: call again, with the same arguments. */
export const UNFINISHED: i32 = -2

@unmanaged
export class Shape {
  width: i32
  height: i32
  /**
   * Bitmap: row y holds the runs from rowAt(y) to rowAt(y + 1). A run is two numbers: first column,
   * one past the last.
   */
  bitmapRows: i32
  rowIndex: usize
  /** The positions that the shape may take. xMax < xMin if it does not fit. */
  xMin: i32
  xMax: i32
  yMin: i32
  yMax: i32
  /** The start and the end of its ink along the film, in pixels from its first row. */
  startPx: i32
  endPx: i32
}

@unmanaged
export class Item {
  x: i32
  y: i32
  shape: i32
  isPlaced: i32
  /** The item may take `turnCount` shapes, from index `firstTurn` of the list of turns on. */
  firstTurn: i32
  turnCount: i32
  /** The number of items it overlaps. */
  hits: i32
}

/**
 * The overlap of the second shape, displaced by (dx, dy), with the first: one byte at origin + dx ·
 * stepX + dy · stepY.
 */
@unmanaged
export class Pair {
  origin: i32
  stepX: i32
  stepY: i32
  /**
   * The same for every `coarse`-th displacement, in rows of coarseStride bytes; 0 before it is
   * made.
   */
  coarse: usize
  coarseStride: i32
}

/** An item close to the moving one, and the positions at which they may meet. */
@unmanaged
export class Near {
  base: i32
  stepX: i32
  stepY: i32
  left: i32
  width: i32
  top: i32
  height: i32
  weight: u32
}

/** A position found by the whole-strip search. */
@unmanaged
export class Candidate {
  value: u32
  x: i32
  y: i32
  shape: i32
}

export const CANDIDATES: i32 = 4

/** The items that one item hangs together with. */
@unmanaged
export class Tie {
  count: i32
  /** The first of MOST_TIES indices of items. */
  first: i32
}

export const MOST_TIES: i32 = 7
export const TIE_BYTES: usize = 32

/**
 * The rows of an item: its frame ends at `endFrom` or further down, and begins at `startTo` or further
 * up.
 */
@unmanaged
export class Limit {
  endFrom: i32
  startTo: i32
}

/** The frame of an item that the moving one hangs together with, and the weight of the two. */
@unmanaged
export class TieFrame {
  x: i32
  y: i32
  width: i32
  height: i32
  weight: u32
}

@inline
export function shapeOf(nest: Nest, shape: i32): Shape {
  return changetype<Shape>(nest.shapes + <usize>shape * offsetof<Shape>())
}

@inline
export function itemOf(nest: Nest, item: i32): Item {
  return changetype<Item>(nest.items + <usize>item * offsetof<Item>())
}

@inline
export function pairOf(nest: Nest, first: i32, second: i32): Pair {
  return changetype<Pair>(nest.pairs + <usize>(first * nest.shapeCount + second) * offsetof<Pair>())
}

@inline
export function nearOf(nest: Nest, index: i32): Near {
  return changetype<Near>(nest.near + <usize>index * offsetof<Near>())
}

@inline
export function candidateOf(nest: Nest, index: i32): Candidate {
  return changetype<Candidate>(nest.candidates + <usize>index * offsetof<Candidate>())
}

@inline
export function tieOf(nest: Nest, item: i32): Tie {
  return changetype<Tie>(nest.ties + <usize>item * TIE_BYTES)
}

/** Returns the k-th item that hangs together with this one. */
@inline
export function tiedAt(nest: Nest, tie: Tie, k: i32): i32 {
  const item = load<i32>(changetype<usize>(tie) + 4 + (<usize>k << 2))
  if (<u32>item >= <u32>nest.itemCount) unreachable()
  return item
}

@inline
export function tieFrameOf(nest: Nest, index: i32): TieFrame {
  return changetype<TieFrame>(nest.tieFrames + <usize>index * offsetof<TieFrame>())
}

/** Returns the first row that item i may lie on as shape `t`. */
@inline
export function yMinOf(nest: Nest, i: i32, shape: Shape): i32 {
  if (!nest.limits) return shape.yMin
  return max(shape.yMin, changetype<Limit>(nest.limits + <usize>i * offsetof<Limit>()).endFrom - shape.height)
}

/** Returns the last row that item i may lie on as shape `t`. */
@inline
export function yMaxOf(nest: Nest, i: i32, shape: Shape): i32 {
  if (!nest.limits) return shape.yMax
  return min(shape.yMax, changetype<Limit>(nest.limits + <usize>i * offsetof<Limit>()).startTo)
}

@inline
export function turnAt(nest: Nest, index: i32): i32 {
  return load<i32>(nest.turns + (<usize>index << 2))
}

/** Returns a whole number from 0 to n − 1, n ≤ 2^31, by Marsaglia's xorshift32, triple 13, 17, 5. */
@inline
export function below(nest: Nest, n: i32): i32 {
  let s = nest.seed
  s ^= s << 13
  s ^= s >>> 17
  s ^= s << 5
  nest.seed = s
  return <i32>((<u64>s * <u64>n) >> 32)
}

/** Traps unless everything the search points to lies inside the memory. Every call begins here. */
export function enter(address: usize): Nest {
  reach(address, offsetof<Nest>())
  const nest = changetype<Nest>(address)
  const shapeCount = nest.shapeCount
  const itemCount = nest.itemCount
  const stride = nest.stride
  if (shapeCount < 4 || shapeCount & 3 || itemCount < 1 || stride < itemCount || stride & 15) unreachable()
  if (nest.coarse < 1 || nest.coarse & (nest.coarse - 1) || nest.fineShift < 0 || nest.fineShift > 4 || nest.seed == 0 || nest.stepPx < 1) unreachable()
  reachMany(nest.shapes, shapeCount, offsetof<Shape>())
  reachMany(nest.items, itemCount, offsetof<Item>())
  reachMany(nest.pairs, shapeCount * shapeCount, offsetof<Pair>())
  reachMany(nest.tables, (shapeCount >> 2) * shapeCount, 4)
  reachMany(nest.weights, itemCount * stride, 4)
  reachMany(nest.floors, itemCount * stride, 4)
  reachMany(nest.depths, itemCount * stride, 1)
  if (nest.windows) reachMany(nest.windows, itemCount * stride, 4)
  if (nest.ties) {
    reachMany(nest.ties, itemCount, <i32>TIE_BYTES)
    reachMany(nest.tieFrames, MOST_TIES, offsetof<TieFrame>())
  }
  if (nest.limits) reachMany(nest.limits, itemCount, offsetof<Limit>())
  reachMany(nest.sequence, itemCount, 4)
  reachMany(nest.near, itemCount, offsetof<Near>())
  reachMany(nest.candidates, CANDIDATES, offsetof<Candidate>())
  reachMany(nest.codes, nest.deepest + 1, 1)
  reach(nest.sums, nest.sumsBytes)
  reach(nest.scratch, nest.scratchBytes)
  if (nest.top > nest.limit) unreachable()
  nest.madeBefore = nest.madeSteps
  return nest
}

/**
 * Returns zeroed memory for a table, at a multiple of 16. If it would pass the limit, returns 0 and
 * marks the search full.
 */
export function take(nest: Nest, bytes: i32): usize {
  const address = nest.top
  const next = (address + <usize>bytes + 15) & ~15
  const missing = <i32>((next + 64 + 65535) >>> 16) - memory.size()
  if (next > nest.limit || (missing > 0 && memory.grow(missing) < 0)) {
    nest.isFull = 1
    return 0
  }
  memory.fill(address, 0, next - address)
  nest.top = next
  return address
}

/** Returns whether a call has done its piece of work. */
@inline
export function isPauseDue(nest: Nest): bool {
  return nest.steps >= nest.pauseAt
}

/**
 * Returns whether a new table has to wait for the next call. One table is always made, so that calls
 * come to an end.
 */
export function isTableLate(nest: Nest): bool {
  if (nest.isFull) return false
  if (!nest.isStarved && (nest.steps < nest.pauseAt || nest.madeSteps == nest.madeBefore)) return false
  nest.isStarved = 1
  return true
}

/** Counts the steps of a table. */
export function chargeTable(nest: Nest, steps: i32): void {
  nest.steps += <f64>steps
  nest.madeSteps += <f64>steps
}

/** Undoes the counts since a starved part of a call began; its tables stay. */
export function undo(nest: Nest, steps: f64, madeSteps: f64, seed: u32): void {
  nest.steps = steps + nest.madeSteps - madeSteps
  nest.seed = seed
  nest.isStarved = 0
}
