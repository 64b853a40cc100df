// Pair tables: for two shapes and every displacement of the second, the depth of their overlap as a
// byte.

import { chargeTable, isTableLate, Nest, Pair, pairOf, Shape, shapeOf, take } from "./_nest-state.as"

export const FAR: u16 = 20000

/**
 * Makes the table of two shapes for all displacements at which their frames meet, row by row. The
 * displacements at which they collide come from run against run: a run [a, b) of one row and [c, d)
 * of the other meet at all displacements between a − d and b − c, two increments in a row of
 * differences. Depth is the 5-7 chamfer distance (Borgefors, "Distance transformations in digital
 * images", 1986) to the nearest free displacement, in fifths of a step.
 */
function build(nest: Nest, s: i32, t: i32): usize {
  const a = shapeOf(nest, s)
  const b = shapeOf(nest, t)
  const shift = nest.fineShift
  const width = a.width + b.width - 1
  const height = a.height + b.height - 1
  // Rows of distances: one free cell in front, the rest behind, a free row above and below.
  const stride = width + 18
  const cells = (height + 2) * stride * 2
  const differences = nest.scratch + ((<usize>cells + 15) & ~15)
  if (cells + 16 + (width + 4) * 4 > nest.scratchBytes) unreachable()
  const distances = nest.scratch
  memory.fill(distances, 0, cells)
  for (let dy = 1 - b.height; dy < a.height; dy++) {
    collide(a, b, shift, dy, 1 - b.width, width, differences)
    let depth = 0
    const target = distances + (<usize>((dy + b.height) * stride + 1) << 1)
    for (let x = 0; x < width; x++) {
      depth += load<i32>(differences + (<usize>x << 2))
      store<u16>(target + (<usize>x << 1), depth > 0 ? FAR : 0)
    }
  }
  const rowBytes = <usize>stride << 1
  for (let y = 1; y <= height; y++) sweepDown(distances + <usize>y * rowBytes, distances + <usize>(y - 1) * rowBytes, width, 0)
  for (let y = height; y >= 1; y--) sweepUp(distances + <usize>y * rowBytes, distances + <usize>(y + 1) * rowBytes, width, 0)
  const table = take(nest, width * height)
  if (!table) return 0
  const codes = nest.codes
  const deepest = nest.deepest
  for (let y = 0; y < height; y++) {
    const source = distances + <usize>(y + 1) * rowBytes + 2
    const target = table + <usize>(y * width)
    for (let x = 0; x < width; x++) {
      store<u8>(target + x, load<u8>(codes + <usize>min(<i32>load<u16>(source + (<usize>x << 1)), deepest)))
    }
  }
  nest.tablesMade++
  chargeTable(nest, width * height * 4 + ((a.bitmapRows * b.bitmapRows) >> shift) * 2)
  return table
}

/**
 * Makes a row of differences for the displacements (dx, dy) to (dx + width − 1, dy). Summed up, they
 * count the pairs of runs in which the two shapes collide. Returns how many rows of the bitmaps
 * met.
 */
export function collide(a: Shape, b: Shape, shift: i32, dy: i32, dx: i32, width: i32, differences: usize): i32 {
  memory.fill(differences, 0, (width + 2) * 4)
  const fine = 1 << shift
  const down = dy << shift
  const first = max(0, down)
  const last = min(a.bitmapRows, b.bitmapRows + down)
  // Rows of one run each collide in intervals that mostly continue one another. These are joined
  // before they are noted.
  let openLow = 0
  let openHigh = -1
  for (let row = first; row < last; row++) {
    const pEnd = <usize>load<u32>(a.rowIndex + (<usize>(row + 1) << 2))
    const qStart = <usize>load<u32>(b.rowIndex + (<usize>(row - down) << 2))
    const qEnd = <usize>load<u32>(b.rowIndex + (<usize>(row - down + 1) << 2))
    const pStart = <usize>load<u32>(a.rowIndex + (<usize>row << 2))
    if (pEnd - pStart == 8 && qEnd - qStart == 8) {
      const low = (load<i32>(pStart) - load<i32>(qStart, 4) + fine) >> shift
      const high = (load<i32>(pStart, 4) - load<i32>(qStart) - 1) >> shift
      if (low > high) continue
      if (low <= openHigh + 1 && high >= openLow - 1) {
        openLow = min(openLow, low)
        openHigh = max(openHigh, high)
        continue
      }
      if (openLow <= openHigh) note(differences, width, openLow - dx, openHigh - dx)
      openLow = low
      openHigh = high
      continue
    }
    for (let p = pStart; p < pEnd; p += 8) {
      const left = load<i32>(p)
      const right = load<i32>(p, 4)
      for (let q = qStart; q < qEnd; q += 8) {
        // The least and the greatest step at which [left, right) and the other run share a column.
        const low = (left - load<i32>(q, 4) + fine) >> shift
        const high = (right - load<i32>(q) - 1) >> shift
        if (low <= high) note(differences, width, low - dx, high - dx)
      }
    }
  }
  if (openLow <= openHigh) note(differences, width, openLow - dx, openHigh - dx)
  return max(0, last - first)
}

/**
 * Notes in a row of differences that displacements from `low` to `high` collide, as far as they lie
 * in the row.
 */
@inline
function note(differences: usize, width: i32, low: i32, high: i32): void {
  const from = max(low, 0)
  const to = min(high, width - 1)
  if (from > to) return
  const lowAt = differences + (<usize>from << 2)
  const highAt = differences + (<usize>(to + 1) << 2)
  store<i32>(lowAt, load<i32>(lowAt) + 1)
  store<i32>(highAt, load<i32>(highAt) - 1)
}

@inline
function fromNeighbourRow(neighbours: usize, row: usize): v128 {
  const straight = i16x8.add(v128.load(neighbours), i16x8.splat(5))
  const slanted = i16x8.add(i16x8.min_u(v128.load(neighbours - 2), v128.load(neighbours + 2)), i16x8.splat(7))
  return i16x8.min_u(v128.load(row), i16x8.min_u(straight, slanted))
}

export function sweepDown(row: usize, above: usize, width: i32, border: i16): void {
  const far = i16x8.splat(FAR)
  let carry = i16x8.splat(border)
  for (let x = 1; x <= width; x += 8) {
    const at = row + (<usize>x << 1)
    let v = fromNeighbourRow(above + (<usize>x << 1), at)
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 0, 8, 9, 10, 11, 12, 13, 14), i16x8.splat(5)))
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 0, 0, 8, 9, 10, 11, 12, 13), i16x8.splat(10)))
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 0, 0, 0, 0, 8, 9, 10, 11), i16x8.splat(20)))
    v = i16x8.min_u(v, i16x8.add(carry, i16x8(5, 10, 15, 20, 25, 30, 35, 40)))
    v128.store(at, v)
    carry = v128.shuffle<u16>(v, v, 7, 7, 7, 7, 7, 7, 7, 7)
  }
}

export function sweepUp(row: usize, under: usize, width: i32, border: i16): void {
  const far = i16x8.splat(FAR)
  let carry = i16x8.splat(border)
  for (let x = ((width - 1) & ~7) + 1; x >= 1; x -= 8) {
    const at = row + (<usize>x << 1)
    let v = fromNeighbourRow(under + (<usize>x << 1), at)
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 9, 10, 11, 12, 13, 14, 15, 0), i16x8.splat(5)))
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 10, 11, 12, 13, 14, 15, 0, 0), i16x8.splat(10)))
    v = i16x8.min_u(v, i16x8.add(v128.shuffle<u16>(far, v, 12, 13, 14, 15, 0, 0, 0, 0), i16x8.splat(20)))
    v = i16x8.min_u(v, i16x8.add(carry, i16x8(40, 35, 30, 25, 20, 15, 10, 5)))
    v128.store(at, v)
    carry = v128.shuffle<u16>(v, v, 0, 0, 0, 0, 0, 0, 0, 0)
  }
}

/**
 * Returns the pair of two shapes. Its table is made on first use; origin is 0 if there was no room,
 * or if the table has to wait (isTableLate).
 * A base table has its first shape unturned and its second of the same or a later group. Every
 * other pair is such a table turned. With the order of the two exchanged it is mirrored through the
 * origin, which signed steps express:
 *
 *    twenty pieces in four turns have 6400 pairs, but 840 base tables
 */
export function linked(nest: Nest, s: i32, t: i32): Pair {
  const pair = pairOf(nest, s, t)
  if (pair.origin == 0) link(nest, pair, s, t)
  return pair
}

function link(nest: Nest, pair: Pair, s: i32, t: i32): void {
  const isExchanged = s >> 2 > t >> 2
  const fixed = isExchanged ? t : s
  const moving = isExchanged ? s : t
  const turn = fixed & 3
  const base = fixed & ~3
  const other = (moving & ~3) | ((moving - fixed) & 3)
  const slot = nest.tables + (<usize>((base >> 2) * nest.shapeCount + other) << 2)
  let table = <usize>load<u32>(slot)
  if (!table) {
    if (isTableLate(nest)) return
    table = build(nest, base, other)
    if (!table) return
    store<u32>(slot, <u32>table)
  }
  const width = shapeOf(nest, base).width + shapeOf(nest, other).width - 1
  const height = shapeOf(nest, base).height + shapeOf(nest, other).height - 1
  let origin = <i32>table
  let stepX = 1
  let stepY = width
  if (turn == 1) {
    origin += (height - 1) * width
    stepX = -width
    stepY = 1
  } else if (turn == 2) {
    origin += height * width - 1
    stepX = -1
    stepY = -width
  } else if (turn == 3) {
    origin += width - 1
    stepX = width
    stepY = -1
  }
  const mover = shapeOf(nest, moving)
  pair.origin = origin + (mover.width - 1) * stepX + (mover.height - 1) * stepY
  pair.stepX = isExchanged ? -stepX : stepX
  pair.stepY = isExchanged ? -stepY : stepY
}

/**
 * Returns the pair's coarse table: every `coarse`-th displacement, displacement 0 among them. 8 zeros
 * end each row.
 */
export function coarsened(nest: Nest, s: i32, t: i32): Pair {
  const pair = linked(nest, s, t)
  if (pair.coarse == 0 && pair.origin != 0) coarsen(nest, pair, s, t)
  return pair
}

function coarsen(nest: Nest, pair: Pair, s: i32, t: i32): void {
  if (isTableLate(nest)) return
  const cell = nest.coarse
  const fixed = shapeOf(nest, s)
  const mover = shapeOf(nest, t)
  const left = (mover.width - 1) / cell
  const right = (fixed.width - 1) / cell
  const above = (mover.height - 1) / cell
  const under = (fixed.height - 1) / cell
  const stride = left + right + 1 + 8
  const table = take(nest, stride * (above + under + 1) + 16)
  if (!table) return
  for (let y = -above; y <= under; y++) {
    let source = pair.origin + y * cell * pair.stepY - left * cell * pair.stepX
    let target = table + <usize>((y + above) * stride)
    for (let x = -left; x <= right; x++, source += cell * pair.stepX) store<u8>(target++, load<u8>(<usize>source))
  }
  pair.coarse = table
  pair.coarseStride = stride
  chargeTable(nest, stride * (above + under + 1))
}

/** Returns the depth of shape t at (x, y) in shape s at (xs, ys); 0 if they are free of each other. */
export function depthOf(nest: Nest, s: i32, xs: i32, ys: i32, t: i32, x: i32, y: i32): i32 {
  const dx = x - xs
  const dy = y - ys
  const fixed = shapeOf(nest, s)
  const mover = shapeOf(nest, t)
  if (dx <= -mover.width || dx >= fixed.width || dy <= -mover.height || dy >= fixed.height) return 0
  const pair = linked(nest, s, t)
  if (pair.origin == 0) return 255
  return load<u8>(<usize>(pair.origin + dx * pair.stepX + dy * pair.stepY))
}
