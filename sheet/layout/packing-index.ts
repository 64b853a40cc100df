import type { Rectangles } from "./rectangles.ts"
import { bucketTurns, type TurnBuckets } from "./turn-buckets.ts"

/**
 * The index that a packer needs of its rectangles: turns by width and by height; the area of each type;
 * its narrowest and its flattest way to lie, which decide whether a segment can take it at all; the
 * types sorted by each. A sequence of `capacity` entries is divided into blocks of about √n slots
 * (`1 << blockBits`).
 */
export type PackingIndex = {
  wide: TurnBuckets
  tall: TurnBuckets
  maxTallness: number
  area: Float64Array
  narrowest: Int32Array
  flattest: Int32Array
  byNarrowest: Int32Array
  byFlattest: Int32Array
  blockBits: number
  blocks: number
}

/** Builds the index for sequences of at most `capacity` entries on a strip `stripWidth` wide. */
export function createPackingIndex(
  { types, width, height }: Rectangles,
  stripWidth: number,
  capacity: number,
): PackingIndex {
  const maxTallness = height.reduce((max, value) => Math.max(max, value), 0)
  const area = new Float64Array(types)
  const narrowest = new Int32Array(types)
  const flattest = new Int32Array(types)
  for (let type = 0; type < types; type++) {
    const turn = width[2 * type] > 0 ? 2 * type : 2 * type + 1
    const hasOther = width[turn ^ 1] > 0
    area[type] = width[turn] * height[turn]
    narrowest[type] = hasOther ? Math.min(width[turn], width[turn ^ 1]) : width[turn]
    flattest[type] = hasOther ? Math.min(height[turn], height[turn ^ 1]) : height[turn]
  }
  let blockBits = 3
  while (1 << (2 * blockBits) < capacity) blockBits++
  return {
    wide: bucketTurns(width, stripWidth),
    tall: bucketTurns(height, maxTallness),
    maxTallness,
    area,
    narrowest,
    flattest,
    byNarrowest: sortTypes(narrowest),
    byFlattest: sortTypes(flattest),
    blockBits,
    blocks: (capacity + (1 << blockBits) - 1) >> blockBits,
  }
}

// Returns the types sorted by a number of each, least first. Equals keep their order.
function sortTypes(numbers: Int32Array): Int32Array {
  return Int32Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b] || a - b)
}
