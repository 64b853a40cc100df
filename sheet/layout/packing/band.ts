import type { Random } from "../random.ts"

/** Copies of one size, enlarged by the gap; `remaining` counts those not placed yet. */
export type Size = { width: number; height: number; remaining: number }

/** A size and its way to lie; `isTurned` by a quarter. */
export type Lying = { size: number; width: number; height: number; isTurned: boolean }

/**
 * A band across the film, and the columns that it is cut into, side by side:
 *
 *   ┌──────┬────┬────────┐
 *   │      │    │        │   Each column is a stack. A knife parts the bands, then the columns of
 *   │      ├────┤        │   a band, then the pieces of a column: straight cuts, from edge to edge
 *   │      │    ├────────┤   of what it lies on.
 *   └──────┴────┴────────┘
 */
export type Band = { height: number; area: number; columns: Column[] }
type Column = { width: number; height: number; area: number; stack: Lying[] }

/** The share by which chance moves a column's worth. */
const jitter = 0.08

/** A count of the sizes checked: the search's measure of effort. */
export type Meter = { steps: number }

/**
 * Fills a band whose height is that of `first`, which lies in its first column. Takes placed copies
 * from `sizes`. `ways` are the largest first. A column is worth its share of boxes, less the width
 * beside it that nothing fits.
 */
export function fillBand(
  ways: readonly Lying[],
  sizes: readonly Size[],
  first: Lying,
  filmWidth: number,
  random: Random,
  meter: Meter,
): Band {
  const band: Band = { height: first.height, area: 0, columns: [] }
  let room = filmWidth
  const add = (column: Column) => {
    band.columns.push(column)
    band.area += column.area
    room -= column.width
  }
  add(stackUp(ways, sizes, first, band.height, meter))
  for (;;) {
    const narrowest = narrowestOf(ways, sizes, band.height)
    let best: Lying | null = null
    let most = 0
    for (const way of ways) {
      meter.steps++
      if (sizes[way.size].remaining === 0 || way.height > band.height || way.width > room) continue
      const column = stackUp(ways, sizes, way, band.height, meter)
      for (const { size } of column.stack) sizes[size].remaining++
      const beside = room - way.width
      const taken = way.width + (beside < narrowest ? beside : 0)
      const worth = (column.area / (taken * band.height)) * (1 + jitter * random())
      if (worth <= most) continue
      most = worth
      best = way
    }
    if (best === null) return band
    add(stackUp(ways, sizes, best, band.height, meter))
  }
}

// Makes a column as wide as `first`, with as much ink below it as fits, the largest first.
function stackUp(
  ways: readonly Lying[],
  sizes: readonly Size[],
  first: Lying,
  height: number,
  meter: Meter,
): Column {
  const column: Column = { width: first.width, height: 0, area: 0, stack: [] }
  const push = (way: Lying) => {
    sizes[way.size].remaining--
    column.stack.push(way)
    column.height += way.height
    column.area += way.width * way.height
  }
  push(first)
  // The ways come with the largest first.
  for (let i = 0; i < ways.length; ) {
    const way = ways[i]
    meter.steps++
    const fits = way.width <= column.width && column.height + way.height <= height
    if (fits && sizes[way.size].remaining > 0) push(way)
    else i++
  }
  return column
}

function narrowestOf(ways: readonly Lying[], sizes: readonly Size[], height: number): number {
  let narrowest = Number.POSITIVE_INFINITY
  for (const way of ways)
    if (sizes[way.size].remaining > 0 && way.height <= height) narrowest = Math.min(narrowest, way.width)
  return narrowest
}
