// Windows: if items only move by hairs, few displacements of a pair table are needed. So a level
// that searches only the surroundings keeps a window for every two items close by: the part of
// their table around their present displacement.

import { itemOf, Nest, Shape, shapeOf, take } from "./_nest-state.as"
import { collide, FAR, sweepDown, sweepUp } from "./_nest-table.as"

/** The displacements of a window in either direction. */
export const WINDOW_SIDE: i32 = 48

/**
 * The steps of table around a window from which its depths are computed. Depths up to this are those
 * of the whole table. The host's codes distinguish no deeper ones.
 */
const MARGIN: i32 = 24
const GRID_SIDE: i32 = WINDOW_SIDE + 2 * MARGIN

/**
 * The depth of the later of two items in the earlier, for displacements from (x, y) on: rows of
 * WINDOW_SIDE bytes at BYTES_AT.
 */
@unmanaged
export class Window {
  x: i32
  y: i32
}

const BYTES_AT: usize = 16

/** Returns the address of the byte for displacement (0, 0), which may lie outside the window. */
@inline
export function originOf(window: Window): i32 {
  return <i32>(changetype<usize>(window) + BYTES_AT) - window.y * WINDOW_SIDE - window.x
}

/**
 * Returns the window of items i and j that covers i at all positions from (x0, y0) to (x1, y1). Made
 * anew if the last one does not reach; null if there is no room. Displacements are those of the later
 * of the two items.
 */
export function windowOver(nest: Nest, i: i32, j: i32, x0: i32, x1: i32, y0: i32, y1: i32): Window | null {
  const other = itemOf(nest, j)
  const isLater = i > j
  const left = isLater ? x0 - other.x : other.x - x1
  const right = isLater ? x1 - other.x : other.x - x0
  const top = isLater ? y0 - other.y : other.y - y1
  const bottom = isLater ? y1 - other.y : other.y - y0
  const first = isLater ? j : i
  const second = isLater ? i : j
  const slot = nest.windows + (<usize>(first * nest.stride + second) << 2)
  let address = <usize>load<u32>(slot)
  if (address) {
    const window = changetype<Window>(address)
    const isCovered =
      left >= window.x && right < window.x + WINDOW_SIDE && top >= window.y && bottom < window.y + WINDOW_SIDE
    if (isCovered) return window
  } else {
    address = take(nest, <i32>BYTES_AT + WINDOW_SIDE * WINDOW_SIDE)
    if (!address) return null
    store<u32>(slot, <u32>address)
  }
  if (right - left >= WINDOW_SIDE || bottom - top >= WINDOW_SIDE) unreachable()
  const window = changetype<Window>(address)
  window.x = ((left + right) >> 1) - WINDOW_SIDE / 2
  window.y = ((top + bottom) >> 1) - WINDOW_SIDE / 2
  fill(nest, window, shapeOf(nest, itemOf(nest, first).shape), shapeOf(nest, itemOf(nest, second).shape))
  return window
}

/** Returns the depth of overlap of items i and j. */
export function depthBetween(nest: Nest, i: i32, j: i32): i32 {
  const item = itemOf(nest, i)
  const other = itemOf(nest, j)
  const dx = item.x - other.x
  const dy = item.y - other.y
  const fixed = shapeOf(nest, other.shape)
  const mover = shapeOf(nest, item.shape)
  if (dx <= -mover.width || dx >= fixed.width || dy <= -mover.height || dy >= fixed.height) return 0
  const window = windowOver(nest, i, j, item.x, item.x, item.y, item.y)
  if (window === null) return 255
  const sign = i > j ? 1 : -1
  return load<u8>(<usize>(originOf(window) + sign * (dy * WINDOW_SIDE + dx)))
}

/**
 * Makes a window like a whole table, see _nest-table.as.ts. Everything around the grid counts as far
 * from free.
 */
function fill(nest: Nest, window: Window, a: Shape, b: Shape): void {
  const stride = GRID_SIDE + 18
  const rowBytes = <usize>stride << 1
  const cells = (GRID_SIDE + 2) * stride * 2
  const distances = nest.scratch
  const differences = nest.scratch + ((<usize>cells + 15) & ~15)
  if (cells + 16 + (GRID_SIDE + 4) * 4 > nest.scratchBytes) unreachable()
  for (let at = distances; at < distances + <usize>cells; at += 2) store<u16>(at, FAR)
  let rows = 0
  for (let y = 0; y < GRID_SIDE; y++) {
    rows += collide(a, b, nest.fineShift, window.y - MARGIN + y, window.x - MARGIN, GRID_SIDE, differences)
    const target = distances + <usize>(y + 1) * rowBytes + 2
    let depth = 0
    for (let x = 0; x < GRID_SIDE; x++) {
      depth += load<i32>(differences + (<usize>x << 2))
      store<u16>(target + (<usize>x << 1), depth > 0 ? FAR : 0)
    }
  }
  for (let row = distances + rowBytes, y = 0; y < GRID_SIDE; y++, row += rowBytes) {
    sweepDown(row, row - rowBytes, GRID_SIDE, <i16>FAR)
  }
  for (let row = distances + rowBytes * GRID_SIDE, y = 0; y < GRID_SIDE; y++, row -= rowBytes) {
    sweepUp(row, row + rowBytes, GRID_SIDE, <i16>FAR)
  }
  let target = changetype<usize>(window) + BYTES_AT
  for (let y = MARGIN; y < MARGIN + WINDOW_SIDE; y++) {
    const source = distances + <usize>(y + 1) * rowBytes + ((MARGIN + 1) << 1)
    for (let x = 0; x < WINDOW_SIDE; x++) {
      const depth = min(<i32>load<u16>(source + (<usize>x << 1)), nest.deepest)
      store<u8>(target++, load<u8>(nest.codes + <usize>depth))
    }
  }
  nest.steps += <f64>(GRID_SIDE * GRID_SIDE * 4 + rows * 2)
}
