// Moves one item at a time to where it overlaps least: the whole-strip search, then pattern search
// on the fine steps.

import { below, candidateOf, CANDIDATES, isPauseDue, itemOf, Nest, nearOf, shapeOf, turnAt, UNFINISHED, undo, yMaxOf, yMinOf } from "./_nest-state.as"
import { accumulate, clearCandidates, scan } from "./_nest-strip.as"
import { depthOf, linked } from "./_nest-table.as"
import { gatherTies, tieBetween, tieLossAt } from "./_nest-tie.as"
import { depthBetween, originOf, WINDOW_SIDE, windowOver } from "./_nest-window.as"

export const NO_BOUND: u64 = u64.MAX_VALUE
const EVERYWHERE: i32 = i32.MAX_VALUE
const ELSEWHERE: i32 = i32.MIN_VALUE >> 1

/**
 * The coarse cells around an item that a descent searches. At their edge it starts again, a limited
 * number of times.
 */
const REACH_CELLS: i32 = 3
const MOST_ROUNDS: i32 = 4

/**
 * The steps charged for a call, so that searches with a handful of items count for the time they take.
 */
export const CALL_STEPS: i32 = 2000

/** The greatest weight, at which a byte of depth and 500 neighbours stay far below 2^64. */
const MOST_WEIGHT: u64 = 1 << 26

@inline
export function depthAt(nest: Nest, i: i32, j: i32): usize {
  return nest.depths + <usize>(i * nest.stride + j)
}

@inline
export function weightAt(nest: Nest, i: i32, j: i32): usize {
  return nest.weights + (<usize>(i * nest.stride + j) << 2)
}

@inline
function floorAt(nest: Nest, i: i32, j: i32): usize {
  return nest.floors + (<usize>(i * nest.stride + j) << 2)
}

/** Records item i's depth of overlap with every other. */
export function relate(nest: Nest, i: i32): void {
  const item = itemOf(nest, i)
  const x = item.x
  const y = item.y
  const shape = item.shape
  for (let j = 0; j < nest.itemCount; j++) {
    if (j == i) continue
    const other = itemOf(nest, j)
    let depth = 0
    if (other.isPlaced && item.isPlaced) {
      depth = nest.windows ? depthBetween(nest, i, j) : depthOf(nest, other.shape, other.x, other.y, shape, x, y)
    }
    if (nest.isStarved) return
    if (nest.ties && other.isPlaced && item.isPlaced) depth = min(255, depth + tieBetween(nest, i, j))
    const known = <i32>load<u8>(depthAt(nest, i, j))
    if (depth == known) continue
    const change = i32(depth > 0) - i32(known > 0)
    item.hits += change
    other.hits += change
    store<u8>(depthAt(nest, i, j), <u8>depth)
    store<u8>(depthAt(nest, j, i), <u8>depth)
  }
  nest.steps += <f64>(nest.itemCount * 3)
}

/**
 * Records all items' depths of overlap, after the host has moved some. Returns false if it has to be
 * called again.
 */
export function relateAll(nest: Nest): bool {
  for (let i = nest.done; i < nest.itemCount; i++) {
    const steps = nest.steps
    const madeSteps = nest.madeSteps
    nest.done = i
    relate(nest, i)
    if (nest.isStarved) {
      undo(nest, steps, madeSteps, nest.seed)
      return false
    }
    nest.done = i + 1
    if (isPauseDue(nest)) return false
  }
  nest.done = 0
  nest.steps += <f64>CALL_STEPS
  return true
}

/** Returns the sum of all overlaps, weighted by the sizes of pieces alone. */
export function totalLoss(nest: Nest): u64 {
  let total: u64 = 0
  for (let i = 0; i < nest.itemCount; i++) {
    if (itemOf(nest, i).hits == 0) continue
    for (let j = i + 1; j < nest.itemCount; j++) {
      const depth = <u64>load<u8>(depthAt(nest, i, j))
      if (depth) total += depth * <u64>load<u32>(floorAt(nest, i, j))
    }
  }
  nest.steps += <f64>nest.itemCount
  return total
}

/** Returns the weighted overlap of item i. */
export function lossOf(nest: Nest, i: i32): u64 {
  let loss: u64 = 0
  for (let j = 0; j < nest.itemCount; j++) {
    const depth = <u64>load<u8>(depthAt(nest, i, j))
    if (depth) loss += depth * <u64>load<u32>(weightAt(nest, i, j))
  }
  return loss
}

/**
 * Updates the guided weights. Those of overlapping items grow, by a fifth to double in proportion to
 * their overlap. All others fall back by a twentieth towards their floor. (Gardeyn and Wauters, "An
 * open-source heuristic to reboot 2D nesting research", 2025, after guided local search.)
 */
export function updateWeights(nest: Nest): void {
  let greatest: u64 = 0
  for (let i = 0; i < nest.itemCount; i++) {
    if (itemOf(nest, i).hits == 0) continue
    for (let j = i + 1; j < nest.itemCount; j++) {
      const depth = <u64>load<u8>(depthAt(nest, i, j))
      if (depth) greatest = max(greatest, depth * <u64>load<u32>(floorAt(nest, i, j)))
    }
  }
  if (greatest == 0) return
  // All decay by 3/64. Overlapping ones grow from there by 1.26 to 2.1, so by 1.2 to 2 in all.
  const end = nest.weights + (<usize>(nest.itemCount * nest.stride) << 2)
  let floor = nest.floors
  for (let at = nest.weights; at < end; at += 16, floor += 16) {
    const weight = v128.load(at)
    const decayed = i32x4.sub(i32x4.sub(weight, i32x4.shr_u(weight, 5)), i32x4.shr_u(weight, 6))
    v128.store(at, i32x4.max_u(decayed, v128.load(floor)))
  }
  for (let i = 0; i < nest.itemCount; i++) {
    if (itemOf(nest, i).hits == 0) continue
    for (let j = i + 1; j < nest.itemCount; j++) {
      const depth = <u64>load<u8>(depthAt(nest, i, j))
      if (!depth) continue
      const loss = depth * <u64>load<u32>(floorAt(nest, i, j))
      const grown = (<u64>load<u32>(weightAt(nest, i, j)) * (1290 + (860 * loss) / greatest)) >> 10
      const weight = <u32>min(grown, MOST_WEIGHT)
      store<u32>(weightAt(nest, i, j), weight)
      store<u32>(weightAt(nest, j, i), weight)
    }
  }
  nest.steps += <f64>((nest.itemCount * nest.stride) >> 2)
}

/** Lists the items that shape t, in place of item i, can touch within the given positions. */
export function gather(nest: Nest, i: i32, t: i32, x0: i32, x1: i32, y0: i32, y1: i32): i32 {
  const shape = shapeOf(nest, t)
  const width = shape.width
  const height = shape.height
  gatherTies(nest, i, t)
  let count = 0
  for (let j = 0; j < nest.itemCount; j++) {
    const other = itemOf(nest, j)
    if (j == i || !other.isPlaced) continue
    const fixed = shapeOf(nest, other.shape)
    const left = other.x - width
    const right = other.x + fixed.width
    const top = other.y - height
    const bottom = other.y + fixed.height
    if (x1 <= left || x0 >= right || y1 <= top || y0 >= bottom) continue
    const near = nearOf(nest, count)
    if (nest.windows) {
      const window = windowOver(nest, i, j, x0, x1, y0, y1)
      if (window === null) continue
      near.stepX = i > j ? 1 : -1
      near.stepY = i > j ? WINDOW_SIDE : -WINDOW_SIDE
      near.base = originOf(window)
    } else {
      const pair = linked(nest, other.shape, t)
      if (pair.origin == 0) continue
      near.stepX = pair.stepX
      near.stepY = pair.stepY
      near.base = pair.origin
    }
    count++
    near.base -= other.x * near.stepX + other.y * near.stepY
    near.left = left + 1
    near.width = right - left - 1
    near.top = top + 1
    near.height = bottom - top - 1
    near.weight = load<u32>(weightAt(nest, i, j))
  }
  nest.steps += <f64>(nest.itemCount * 3)
  return count
}

/** Returns the weighted overlap with the gathered items. May stop early, once it is at least `bound`. */
export function lossAt(nest: Nest, count: i32, x: i32, y: i32, bound: u64): u64 {
  let loss = nest.tieCount > 0 ? tieLossAt(nest, x, y) : 0
  for (let k = 0; k < count; k++) {
    const near = nearOf(nest, k)
    if (<u32>(x - near.left) >= <u32>near.width || <u32>(y - near.top) >= <u32>near.height) continue
    const depth = <u64>load<u8>(<usize>(near.base + y * near.stepY + x * near.stepX))
    if (depth) {
      loss += depth * <u64>near.weight
      if (loss >= bound) break
    }
  }
  nest.steps += <f64>(count + (count >> 1) + nest.tieCount * 3)
  return loss
}

/**
 * Moves the gathered items that overlap at (x, y) to the front, so that sums around there soon pass
 * their bound.
 */
function frontFirst(nest: Nest, count: i32, x: i32, y: i32): void {
  let front = 0
  for (let k = 0; k < count; k++) {
    const near = nearOf(nest, k)
    if (<u32>(x - near.left) >= <u32>near.width || <u32>(y - near.top) >= <u32>near.height) continue
    if (!load<u8>(<usize>(near.base + y * near.stepY + x * near.stepX))) continue
    if (front < k) {
      const first = changetype<usize>(nearOf(nest, front))
      const second = changetype<usize>(near)
      const a = v128.load(first)
      const b = v128.load(first, 16)
      v128.store(first, v128.load(second))
      v128.store(first, v128.load(second, 16), 16)
      v128.store(second, a)
      v128.store(second, b, 16)
    }
    front++
  }
}

/**
 * Searches by pattern for shape t in place of item i, from (x, y) on: takes the best of eight
 * neighbours, else halves the step.
 */
export function descend(nest: Nest, i: i32, t: i32, x: i32, y: i32): void {
  const shape = shapeOf(nest, t)
  const xMin = shape.xMin
  const xMax = shape.xMax
  const yMin = yMinOf(nest, i, shape)
  const yMax = yMaxOf(nest, i, shape)
  const far = nest.coarse * REACH_CELLS
  let loss = NO_BOUND
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const x0 = max(xMin, x - far)
    const x1 = min(xMax, x + far)
    const y0 = max(yMin, y - far)
    const y1 = min(yMax, y + far)
    const count = gather(nest, i, t, x0, x1, y0, y1)
    frontFirst(nest, count, x, y)
    loss = lossAt(nest, count, x, y, NO_BOUND)
    let lastX = ELSEWHERE
    let lastY = ELSEWHERE
    for (let step = nest.coarse >> 1; loss > 0 && step > 0; ) {
      let bestX = x
      let bestY = y
      let best = loss
      // Right, left, down, up, then the four diagonals. Skips the neighbours of
      // the last step's start.
      for (let d = 0; d < 8; d++) {
        const nextX = x + (d == 0 || d == 4 || d == 6 ? step : d == 1 || d == 5 || d == 7 ? -step : 0)
        const nextY = y + (d == 2 || d == 4 || d == 7 ? step : d == 3 || d == 5 || d == 6 ? -step : 0)
        if (abs(nextX - lastX) <= step && abs(nextY - lastY) <= step) continue
        if (nextX < x0 || nextX > x1 || nextY < y0 || nextY > y1) continue
        const next = lossAt(nest, count, nextX, nextY, best)
        if (next < best) {
          best = next
          bestX = nextX
          bestY = nextY
        }
      }
      if (best < loss) {
        loss = best
        lastX = x
        lastY = y
        x = bestX
        y = bestY
      } else {
        step >>= 1
        lastX = ELSEWHERE
      }
    }
    const isAtEdge = (x == x0 && x0 > xMin) || (x == x1 && x1 < xMax) || (y == y0 && y0 > yMin) || (y == y1 && y1 < yMax)
    if (!isAtEdge || loss == 0) break
  }
  nest.foundX = x
  nest.foundY = y
  nest.foundLoss = loss
}

/**
 * Moves an overlapping item to the best place found: nearby, or with `isGlobal` on the whole strip.
 */
function moveItem(nest: Nest, i: i32, isGlobal: bool): void {
  const item = itemOf(nest, i)
  descend(nest, i, item.shape, item.x, item.y)
  let best = nest.foundLoss
  let bestX = nest.foundX
  let bestY = nest.foundY
  let bestShape = item.shape
  if (best > 0 && isGlobal && !nest.windows) {
    clearCandidates(nest)
    for (let k = 0; k < item.turnCount; k++) {
      const t = turnAt(nest, item.firstTurn + k)
      if (accumulate(nest, i, t, best, EVERYWHERE)) scan(nest, t)
    }
    for (let k = 0; k < CANDIDATES && best > 0; k++) {
      const candidate = candidateOf(nest, k)
      if (candidate.value >= 0xffff) continue
      descend(nest, i, candidate.shape, candidate.x, candidate.y)
      if (nest.foundLoss < best) {
        best = nest.foundLoss
        bestX = nest.foundX
        bestY = nest.foundY
        bestShape = candidate.shape
      }
    }
  }
  if (nest.isStarved) return
  // Every table that this uses was made on the way here.
  item.x = bestX
  item.y = bestY
  item.shape = bestShape
  relate(nest, i)
}

/** Moves every overlapping item once, in random order. Returns false if it has to be called again. */
export function moveAll(nest: Nest, isGlobal: bool): bool {
  const sequence = nest.sequence
  if (nest.toDo == 0) shuffleOverlapping(nest)
  for (let k = nest.done; k < nest.toDo; k++) {
    const i = load<i32>(sequence + (<usize>k << 2))
    if (itemOf(nest, i).hits == 0) continue
    const steps = nest.steps
    const madeSteps = nest.madeSteps
    const seed = nest.seed
    moveItem(nest, i, isGlobal)
    if (nest.isStarved) {
      undo(nest, steps, madeSteps, seed)
      nest.done = k
      return false
    }
    if (!isPauseDue(nest)) continue
    nest.done = k + 1
    return false
  }
  nest.toDo = 0
  nest.done = 0
  nest.steps += <f64>(nest.itemCount + CALL_STEPS)
  return true
}

/** Lists the overlapping items in random order. */
function shuffleOverlapping(nest: Nest): void {
  const sequence = nest.sequence
  const itemCount = nest.itemCount
  let count = 0
  for (let i = 0; i < itemCount; i++) {
    if (itemOf(nest, i).hits > 0) store<i32>(sequence + (<usize>(count++) << 2), i)
  }
  for (let k = count - 1; k > 0; k--) {
    const a = sequence + (<usize>k << 2)
    const b = sequence + (<usize>below(nest, k + 1) << 2)
    const kept = load<i32>(a)
    store<i32>(a, load<i32>(b))
    store<i32>(b, kept)
  }
  nest.toDo = count
}

/**
 * Puts item i on a free position where no row lies at `lastPx` or further down: the one where its
 * ink ends first or, if `isByStart`, begins first. Returns the end of its ink, in pixels. Without
 * room it does nothing and returns −1; UNFINISHED if it has to be called again.
 */
export function place(nest: Nest, i: i32, lastPx: i32, isByStart: bool): i32 {
  const item = itemOf(nest, i)
  const steps = nest.steps
  const madeSteps = nest.madeSteps
  const cell = nest.coarse
  let bestScore = i64.MAX_VALUE
  let bestX = 0
  let bestY = 0
  let bestShape = -1
  for (let k = 0; k < item.turnCount; k++) {
    const t = turnAt(nest, item.firstTurn + k)
    const shape = shapeOf(nest, t)
    if (!accumulate(nest, i, t, 0, lastPx / nest.stepPx + 1 + cell * 2)) continue
    if (!findFree(nest, i, t)) continue
    const startPx = <i64>(nest.foundY * nest.stepPx + shape.startPx)
    const endPx = <i64>(nest.foundY * nest.stepPx + shape.endPx)
    const score = isByStart ? (startPx << 20) + endPx : (endPx << 20) + <i64>(nest.foundX - shape.xMin)
    if (score >= bestScore) continue
    bestScore = score
    bestX = nest.foundX
    bestY = nest.foundY
    bestShape = t
  }
  if (nest.isStarved) {
    undo(nest, steps, madeSteps, nest.seed)
    return UNFINISHED
  }
  if (bestShape < 0) return -1
  item.x = bestX
  item.y = bestY
  item.shape = bestShape
  item.isPlaced = 1
  return bestY * nest.stepPx + shapeOf(nest, bestShape).endPx
}

/**
 * Finds the first position, row by row, that is free in the sums and also, or nearly, on the fine
 * steps.
 */
function findFree(nest: Nest, i: i32, t: i32): bool {
  const coarse = nest.coarse
  const sums = nest.sums
  const sumsStride = nest.sumsStride
  const columns = nest.columns
  const rows = nest.rows
  const shape = shapeOf(nest, t)
  const xMin = shape.xMin
  const xMax = shape.xMax
  const yMin = yMinOf(nest, i, shape)
  const yMax = yMaxOf(nest, i, shape)
  for (let r = 0; r < rows; r++) {
    const row = sums + (<usize>(r * sumsStride) << 1)
    for (let block = 0; block < columns; block += 8) {
      if (i16x8.all_true(v128.load(row + (<usize>block << 1)))) continue
      for (let c = block; c < min(block + 8, columns); c++) {
        if (load<u16>(row + (<usize>c << 1)) != 0) continue
        let x = xMin + c * coarse
        let y = nest.firstRow + r * coarse
        const far = coarse * 4
        const count = gather(nest, i, t, x - far, x + far, y - far, y + far)
        let isFree = lossAt(nest, count, x, y, 1) == 0
        // A cell stands for the positions around it, so look down, right and left of it.
        for (let e = 1; e <= coarse && !isFree; e++) {
          for (let d = 0; d < 3 && !isFree; d++) {
            const nextX = d == 0 ? x : d == 1 ? x + e : x - e
            const nextY = d == 0 ? y + e : y
            if (nextX < xMin || nextX > xMax || nextY > yMax || lossAt(nest, count, nextX, nextY, 1) > 0) continue
            isFree = true
            x = nextX
            y = nextY
          }
        }
        if (!isFree) continue
        // Settles up and to the left.
        for (let e = 0; e < coarse * 2; e++) {
          if (y > yMin && lossAt(nest, count, x, y - 1, 1) == 0) y--
          else if (x > xMin && e < coarse && lossAt(nest, count, x - 1, y, 1) == 0) x--
          else break
        }
        nest.foundX = x
        nest.foundY = y
        return true
      }
    }
  }
  return false
}
