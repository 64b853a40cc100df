// The whole-strip search: for one item in one turn, the overlap at every position of a coarse grid, as a sum of pair tables.

import { below, Candidate, CANDIDATES, candidateOf, itemOf, Nest, shapeOf } from "./_nest-state.as"
import { coarsened } from "./_nest-table.as"

/** Weight of one item in the sums of 16 bits, which saturate: 257 · 255 is the most a single item can add. */
const MOST_WEIGHT: u64 = 257

/** A loss of as much as `loss` comes out as this in the sums. */
const LOSS_IN_SUMS: u64 = 1500

/**
 * Sums the coarse tables of shape `t` against all placed items but `item`, each with its weight; with `loss` 0 all weigh
 * the same. Positions further down than `yLast` are left out. False where the shape has no position at all.
 *
 *     sums, one number a cell            ├ 8 ┤  blocks of 8 × 8 for the scan, so rows and columns are
 *     of `coarse` steps                  ·······  filled up with 65535 to multiples of 8
 */
export function accumulate(nest: Nest, item: i32, t: i32, loss: u64, yLast: i32): bool {
  const shape = shapeOf(nest, t)
  const cell = nest.coarse
  const xMin = shape.xMin
  const yMin = shape.yMin
  const xMax = shape.xMax
  const yMax = min(shape.yMax, yLast)
  if (xMax < xMin || yMax < yMin) return false
  const columns = (xMax - xMin) / cell + 1
  const rows = (yMax - yMin) / cell + 1
  const stride = ((columns + 7) & ~7) + 16
  const allRows = (rows + 7) & ~7
  if ((allRows * stride + 32) * 2 > nest.sumsBytes) unreachable()
  nest.columns = columns
  nest.rows = rows
  nest.sumsStride = stride
  memory.fill(nest.sums, 0, <usize>(allRows * stride + 32) * 2)
  const half = cell >> 1
  const weights = nest.weights + (<usize>(item * nest.stride) << 2)
  let steps = nest.itemCount * 4 + ((allRows * stride) >> 3)
  const left = (shape.width - 1) / cell
  const above = (shape.height - 1) / cell
  for (let j = 0; j < nest.itemCount; j++) {
    const other = itemOf(nest, j)
    if (j == item || !other.isPlaced) continue
    const fixed = shapeOf(nest, other.shape)
    const dy = yMin - other.y
    if (dy >= fixed.height || dy + rows * cell <= -shape.height) continue
    const pair = coarsened(nest, other.shape, t)
    if (pair.coarse == 0) return false
    let weight: u64 = 1
    if (loss > 0) weight = max(1, min(MOST_WEIGHT, (<u64>load<u32>(weights + (<usize>j << 2)) * LOSS_IN_SUMS + (loss >> 1)) / loss))
    // Column c of the sums is column c + offsetX of the table.
    const tableStride = pair.coarseStride
    const tableColumns = tableStride - 8
    const tableRows = above + (fixed.height - 1) / cell + 1
    const offsetX = floorDiv(xMin - other.x + half, cell) + left
    const offsetY = floorDiv(dy + half, cell) + above
    const c0 = max(0, -offsetX)
    const c1 = min(columns, tableColumns - offsetX)
    const r0 = max(0, -offsetY)
    const r1 = min(rows, tableRows - offsetY)
    if (c0 >= c1 || r0 >= r1) continue
    steps += (r1 - r0) * (3 + ((c1 - c0 + 15) >> 4) * 3)
    const factor = i16x8.splat(<i16>weight)
    for (let r = r0; r < r1; r++) {
      let source = pair.coarse + <usize>((r + offsetY) * tableStride + c0 + offsetX)
      let target = nest.sums + (<usize>(r * stride + c0) << 1)
      const end = target + (<usize>(c1 - c0) << 1)
      for (; target + 32 <= end; source += 16, target += 32) {
        const depths = v128.load(source)
        v128.store(target, i16x8.add_sat_u(v128.load(target), i16x8.mul(i16x8.extend_low_i8x16_u(depths), factor)))
        v128.store(target, i16x8.add_sat_u(v128.load(target, 16), i16x8.mul(i16x8.extend_high_i8x16_u(depths), factor)), 16)
      }
      for (; target < end; source += 8, target += 16) {
        const depths = v128.load_zero<u64>(source)
        v128.store(target, i16x8.add_sat_u(v128.load(target), i16x8.mul(i16x8.extend_low_i8x16_u(depths), factor)))
      }
    }
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

/** Forgets the candidates of another search. */
export function clearCandidates(nest: Nest): void {
  for (let k = 0; k < CANDIDATES; k++) candidateOf(nest, k).value = 0xffff
}

/** Keeps the best of the minima of all blocks of 8 × 8 cells as candidates; equals are told apart by chance. */
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
      if (!v128.any_true(i16x8.lt_u(least, limit))) continue
      let best: u32 = 0xffff
      let bestX = 0
      let bestY = 0
      const firstRow = below(nest, 8)
      for (let q = 0; q < 8; q++) {
        const r = (q + firstRow) & 7
        for (let x = 0; x < 8; x++) {
          const value = <u32>load<u16>(corner + <usize>r * rowBytes + (<usize>x << 1))
          if (value < best) {
            best = value
            bestX = x
            bestY = r
          }
        }
      }
      worst.value = best
      worst.x = shape.xMin + (block * 8 + bestX) * coarse
      worst.y = shape.yMin + (band * 8 + bestY) * coarse
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

@inline
function floorDiv(value: i32, divisor: i32): i32 {
  return value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}
