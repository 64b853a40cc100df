import type { Random } from "./random.ts"
import { type Rectangles, totalArea } from "./rectangles.ts"
import type { Search } from "./sequence-search.ts"
import { fillSheet } from "./sheet-search.ts"
import { createPacker } from "./skyline-packer.ts"
import { packStrip } from "./strip-search.ts"

/** One sheet's rectangles, from top to bottom and left to right; x and y count from the inner box's corner. */
export type Arrangement = { turn: number; x: number; y: number }[]

/**
 * Arranges `counts[type]` rectangles of every type on sheets of the given inner size: one sheet, as short as
 * possible, where everything fits; else full sheets in turn, the area of each maximised, and the shortest last one.
 */
export function arrange(
  rectangles: Rectangles,
  counts: readonly number[],
  width: number,
  height: number,
  steps: number,
  random: Random,
): Arrangement[] {
  let entries: Int32Array = Int32Array.from(
    counts.flatMap((count, type) =>
      Array<number>(count).fill(rectangles.width[2 * type] > 0 ? 2 * type : 2 * type + 1),
    ),
  )
  const arrangements: Arrangement[] = []
  const packer = createPacker(rectangles, width, Math.max(1, entries.length))
  while (entries.length > 0) {
    // The steps left are shared out evenly over the sheets that are still to come.
    const sheetsLeft = Math.max(1, Math.ceil(totalArea(rectangles, entries) / (width * height)))
    const search: Search = { packer, random, endWork: packer.work + (steps - packer.work) / sheetsLeft }
    const strip =
      sheetsLeft === 1
        ? packStrip(search, rectangles, entries, heightBound(rectangles, entries, width), height)
        : null
    const placed = strip?.placed ?? fillSheet(search, rectangles, entries, width, height)
    arrangements.push(toArrangement(placed))
    entries = without(entries, placed)
  }
  return arrangements
}

// No packing of these rectangles is lower: their area over the width, the flattest way to lay the tallest of them,
// and the stack of those that are wider than half the strip however they lie.
function heightBound(rectangles: Rectangles, entries: Int32Array, width: number): number {
  let stack = 0
  let tallest = 0
  for (const entry of entries) {
    const ways = [entry, entry ^ 1].filter((turn) => rectangles.width[turn] > 0)
    const flattest = Math.min(...ways.map((turn) => rectangles.height[turn]))
    tallest = Math.max(tallest, flattest)
    if (ways.every((turn) => 2 * rectangles.width[turn] > width)) stack += flattest
  }
  return Math.max(Math.ceil(totalArea(rectangles, entries) / width), stack, tallest)
}

function toArrangement(placed: Int32Array): Arrangement {
  const arrangement: Arrangement = []
  for (let i = 0; i < placed.length; i += 3)
    arrangement.push({ turn: placed[i], x: placed[i + 1], y: placed[i + 2] })
  return arrangement.sort((a, b) => a.y - b.y || a.x - b.x)
}

// The entries that are left once those placed are taken out, in their order.
function without(entries: Int32Array, placed: Int32Array): Int32Array {
  const used = new Map<number, number>()
  for (let i = 0; i < placed.length; i += 3) used.set(placed[i] >> 1, (used.get(placed[i] >> 1) ?? 0) + 1)
  return entries.filter((entry) => {
    const left = used.get(entry >> 1) ?? 0
    if (left > 0) used.set(entry >> 1, left - 1)
    return left === 0
  })
}
