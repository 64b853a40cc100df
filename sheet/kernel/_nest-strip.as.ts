// The whole-strip search: for one item in one turn, the overlap at every position of a coarse grid,
// as a sum of pair tables.

import { below, Candidate, CANDIDATES, candidateOf, itemOf, Nest, shapeOf, tieFrameOf, yMaxOf, yMinOf } from "./_nest-state.as"
import { coarsened } from "./_nest-table.as"
import { addTie, gatherTies } from "./_nest-tie.as"

/**
 * The greatest weight of one item in the sums of 16 bits, which saturate: a single item adds at
 * most 257 · 255.
 */
const MOST_WEIGHT: u64 = 257

/** The sums' number for a loss of `loss`. */
const LOSS_IN_SUMS: u64 = 1500

/**
 * Sums the coarse tables of shape `t` against all placed items but `item`, each with its weight.
 * With `loss` 0 all weigh the same. Positions below `yLast` are left out. Returns false if the shape
 * has no position at all.
 *
 *     sums, one number a cell            ├ 8 ┤  blocks of 8 × 8 for the scan: rows and columns are
 *     of `coarse` steps                  ·······  filled up with 65535 to multiples of 8
 */
export function accumulate(nest: Nest, item: i32, t: i32, loss: u64, yLast: i32): bool {
  const shape = shapeOf(nest, t)
  const cell = nest.coarse
  const shift = ctz(cell)
  const xMin = shape.xMin
  const xMax = shape.xMax
  let yMin = yMinOf(nest, item, shape)
  let yMax = min(yMaxOf(nest, item, shape), yLast)
  // An item that hangs together with another lies near it.
  gatherTies(nest, item, t)
  for (let k = 0; k < nest.tieCount; k++) {
    const frame = tieFrameOf(nest, k)
    const first = max(yMin, frame.y - shape.height - nest.tieReach)
    const last = min(yMax, frame.y + frame.height + nest.tieReach)
    if (first > last) continue
    yMin = first
    yMax = last
  }
  if (xMax < xMin || yMax < yMin) return false
  const columns = ((xMax - xMin) >> shift) + 1
  const rows = ((yMax - yMin) >> shift) + 1
  const stride = ((columns + 7) & ~7) + 16
  const allRows = (rows + 7) & ~7
  if ((allRows * stride + 32) * 2 > nest.sumsBytes) unreachable()
  nest.columns = columns
  nest.rows = rows
  nest.sumsStride = stride
  nest.firstRow = yMin
  memory.fill(nest.sums, 0, <usize>(allRows * stride + 32) * 2)
  const half = cell >> 1
  const weights = nest.weights + (<usize>(item * nest.stride) << 2)
  let steps = nest.itemCount * 4 + ((allRows * stride) >> 3)
  const left = (shape.width - 1) >> shift
  const above = (shape.height - 1) >> shift
  for (let j = 0; j < nest.itemCount; j++) {
    const other = itemOf(nest, j)
    if (j == item || !other.isPlaced) continue
    const fixed = shapeOf(nest, other.shape)
    const dy = yMin - other.y
    if (dy >= fixed.height || dy + rows * cell <= -shape.height) continue
    const pair = coarsened(nest, other.shape, t)
    if (pair.coarse == 0) return false
    const weight = weightInSums(load<u32>(weights + (<usize>j << 2)), loss)
    // Column c of the sums is column c + offsetX of the table.
    const tableStride = pair.coarseStride
    const tableColumns = tableStride - 8
    const tableRows = above + ((fixed.height - 1) >> shift) + 1
    const offsetX = ((xMin - other.x + half) >> shift) + left
    const offsetY = ((dy + half) >> shift) + above
    const c0 = max(0, -offsetX)
    const c1 = min(columns, tableColumns - offsetX)
    const r0 = max(0, -offsetY)
    const r1 = min(rows, tableRows - offsetY)
    if (c0 >= c1 || r0 >= r1) continue
    steps += (r1 - r0) * (3 + ((c1 - c0 + 15) >> 4) * 3)
    const factor = i16x8.splat(<i16>weight)
    let source = pair.coarse + <usize>((r0 + offsetY) * tableStride + c0 + offsetX)
    let target = nest.sums + (<usize>(r0 * stride + c0) << 1)
    const height = r1 - r0
    for (let vectors = (c1 - c0 + 7) >> 3; vectors > 0; vectors -= 4, source += 32, target += 64) {
      if (vectors == 1) addColumns(1, source, tableStride, target, stride << 1, height, factor)
      else if (vectors == 2) addColumns(2, source, tableStride, target, stride << 1, height, factor)
      else if (vectors == 3) addColumns(3, source, tableStride, target, stride << 1, height, factor)
      else addColumns(4, source, tableStride, target, stride << 1, height, factor)
    }
  }
  for (let k = 0; k < nest.tieCount; k++) {
    addTie(nest, k, xMin, <i32>weightInSums(tieFrameOf(nest, k).weight, loss))
    steps += rows * (2 + ((columns + 7) >> 3) * 3)
  }
  const outside = i16x8.splat(-1)
  for (let r = 0; r < rows; r++) {
    const row = nest.sums + (<usize>(r * stride) << 1)
    for (let c = columns; c & 7; c++) store<u16>(row + (<usize>c << 1), 0xffff)
  }
  for (let r = rows; r < allRows; r++) {
    for (let c = 0; c < stride; c += 8) v128.store(nest.sums + (<usize>(r * stride + c) << 1), outside)
  }
  nest.steps += <f64>steps
  return true
}

/** Returns the weight of an item in the sums of a search with `loss`, 1 for all if that is 0. */
@inline
function weightInSums(weight: u32, loss: u64): u64 {
  if (loss == 0) return 1
  return max<u64>(1, min(MOST_WEIGHT, (<u64>weight * LOSS_IN_SUMS + (loss >> 1)) / loss))
}

/**
 * Adds a table's bytes, weighted, to sums: so many vectors of eight columns, in so many rows.
 * Compiled once for every number of vectors, because most tables are a few vectors wide, and a loop
 * over so few costs as much as its work.
 */
@inline
function addColumns(vectors: i32, from: usize, fromStride: i32, to: usize, toStride: i32, rows: i32, factor: v128): void {
  let source = from
  let target = to
  for (let row = 0; row < rows; row++) {
    if (vectors == 1) add(target, v128.load_zero<u64>(source), factor)
    else {
      const depths = v128.load(source)
      add(target, depths, factor)
      addHigh(target + 16, depths, factor)
      if (vectors == 3) add(target + 32, v128.load_zero<u64>(source + 16), factor)
      if (vectors == 4) {
        const more = v128.load(source + 16)
        add(target + 32, more, factor)
        addHigh(target + 48, more, factor)
      }
    }
    source += fromStride
    target += toStride
  }
}

@inline
function add(target: usize, depths: v128, factor: v128): void {
  v128.store(target, i16x8.add_sat_u(v128.load(target), i16x8.mul(i16x8.extend_low_i8x16_u(depths), factor)))
}

@inline
function addHigh(target: usize, depths: v128, factor: v128): void {
  v128.store(target, i16x8.add_sat_u(v128.load(target), i16x8.mul(i16x8.extend_high_i8x16_u(depths), factor)))
}

/** Forgets the candidates of another search. */
export function clearCandidates(nest: Nest): void {
  for (let k = 0; k < CANDIDATES; k++) candidateOf(nest, k).value = 0xffff
}

/**
 * Keeps the best minima of all blocks of 8 × 8 cells as candidates. Chance decides between equals.
 */
export function scan(nest: Nest, t: i32): void {
  const shape = shapeOf(nest, t)
  const sums = nest.sums
  const sumsStride = nest.sumsStride
  const coarse = nest.coarse
  const bands = (nest.rows + 7) >> 3
  const blocks = (nest.columns + 7) >> 3
  const firstBand = below(nest, bands)
  const firstBlock = below(nest, blocks)
  const rowBytes = <usize>sumsStride << 1
  let worst = worstCandidate(nest)
  let limit = i16x8.splat(<i16>worst.value)
  for (let n = 0; n < bands; n++) {
    const band = firstBand + n < bands ? firstBand + n : firstBand + n - bands
    for (let m = 0; m < blocks; m++) {
      const block = firstBlock + m < blocks ? firstBlock + m : firstBlock + m - blocks
      const corner = sums + (<usize>(band * 8 * sumsStride + block * 8) << 1)
      let least = v128.load(corner)
      for (let r: usize = 1; r < 8; r++) least = i16x8.min_u(least, v128.load(corner + r * rowBytes))
      if (!v128.any_true(i16x8.sub_sat_u(limit, least))) continue
      least = i16x8.min_u(least, v128.shuffle<u16>(least, least, 4, 5, 6, 7, 0, 1, 2, 3))
      least = i16x8.min_u(least, v128.shuffle<u16>(least, least, 2, 3, 0, 1, 6, 7, 4, 5))
      least = i16x8.min_u(least, v128.shuffle<u16>(least, least, 1, 0, 3, 2, 5, 4, 7, 6))
      const best = <u32>i16x8.extract_lane_u(least, 0)
      let bestX = 0
      let bestY = below(nest, 8)
      for (; ; bestY = (bestY + 1) & 7) {
        const equals = i16x8.bitmask(i16x8.eq(v128.load(corner + <usize>bestY * rowBytes), least))
        if (equals) {
          bestX = ctz(equals)
          break
        }
      }
      worst.value = best
      worst.x = shape.xMin + (block * 8 + bestX) * coarse
      worst.y = nest.firstRow + (band * 8 + bestY) * coarse
      worst.shape = t
      worst = worstCandidate(nest)
      limit = i16x8.splat(<i16>worst.value)
    }
  }
}

function worstCandidate(nest: Nest): Candidate {
  let worst = candidateOf(nest, 0)
  for (let k = 1; k < CANDIDATES; k++) {
    if (candidateOf(nest, k).value > worst.value) worst = candidateOf(nest, k)
  }
  return worst
}
