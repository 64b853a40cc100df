import { createPace, type InSteps } from "../in-steps.ts"
import { stepsPerPiece } from "./packer.ts"
import type { Rectangles } from "./rectangles.ts"
import { sortedStarts, sortingWork } from "./sequence-search.ts"
import { createPacker } from "./skyline-packer.ts"

type Gap = { x: number; y: number; width: number; height: number }

/**
 * The state of a filling. `placed` holds turn, x, y of each placed rectangle, three numbers apiece.
 * `isWhole` is true if all were placed, `work` counts elementary steps.
 */
type Filling = { placed: number[]; isWhole: boolean; work: number }

// The steps charged for each remaining entry, per gap, before the gap is packed.
const entryWork = 20

/**
 * Places small rectangles between those placed already and below `height`, gap by gap, the
 * narrowest first. Remaining ones go on top, where that fits below `maxHeight`. `placed` holds
 * turn, x, y of each in the order of placing, lowest first.
 *
 *     ┌──────────┐         gaps: the skyline that each rectangle covers,
 *     │          ├────┐    and at last the free space up to `height`
 *     ├─────┐▒▒▒▒│    │
 *     │     │▒▒▒▒│    │
 */
export function* fillGaps(
  rectangles: Rectangles,
  placed: readonly number[],
  small: Int32Array,
  stripWidth: number,
  height: number,
  maxHeight: number,
): InSteps<Filling> {
  const gaps = gapsOf(rectangles, placed, stripWidth, height)
  gaps.sort((a, b) => Math.min(a.width, a.height) - Math.min(b.width, b.height) || a.y - b.y || a.x - b.x)
  gaps.push({ x: 0, y: height, width: stripWidth, height: maxHeight - height })
  const filling: Filling = { placed: [...placed], isWhole: false, work: 0 }
  let rest = small
  const isPauseDue = createPace(stepsPerPiece)
  for (const gap of gaps) {
    if (rest.length === 0) break
    rest = yield* fillGap(rectangles, rest, gap, filling, isPauseDue)
  }
  filling.isWhole = rest.length === 0
  return filling
}

function gapsOf(
  { width, height: tallness }: Rectangles,
  placed: readonly number[],
  stripWidth: number,
  height: number,
): Gap[] {
  const gaps: Gap[] = []
  const cover = (skyline: Gap[], x: number, end: number, y: number) => {
    const open: Gap[] = []
    for (const part of skyline) {
      const from = Math.max(part.x, x)
      const to = Math.min(part.x + part.width, end)
      if (from >= to) {
        open.push(part)
        continue
      }
      if (y > part.y) gaps.push({ x: from, y: part.y, width: to - from, height: y - part.y })
      if (part.x < from) open.push({ ...part, width: from - part.x })
      if (part.x + part.width > to) open.push({ ...part, x: to, width: part.x + part.width - to })
    }
    return open
  }
  let skyline: Gap[] = [{ x: 0, y: 0, width: stripWidth, height: 0 }]
  for (let i = 0; i < placed.length; i += 3) {
    const [turn, x, y] = placed.slice(i, i + 3)
    skyline = cover(skyline, x, x + width[turn], y)
    skyline.push({ x, y: y + tallness[turn], width: width[turn], height: 0 })
  }
  cover(skyline, 0, stripWidth, height)
  return gaps
}

// Packs a gap in the best of the sorted sequences. Returns the remaining entries.
function* fillGap(
  rectangles: Rectangles,
  entries: Int32Array,
  gap: Gap,
  filling: Filling,
  isPauseDue: (steps: number) => boolean,
): InSteps<Int32Array> {
  filling.work += entryWork * entries.length
  if (isPauseDue(entryWork * entries.length)) yield
  const isFitting = (turn: number) =>
    rectangles.width[turn] > 0 && rectangles.width[turn] <= gap.width && rectangles.height[turn] <= gap.height
  // Numbers the types that fit anew, and drops turns that do not fit.
  const numberOf = new Map<number, number>()
  const typeOf: number[] = []
  for (const entry of entries) {
    const type = entry >> 1
    if (numberOf.has(type) || !(isFitting(entry) || isFitting(entry ^ 1))) continue
    numberOf.set(type, typeOf.length)
    typeOf.push(type)
  }
  if (typeOf.length === 0) return entries
  const local: Rectangles = {
    types: typeOf.length,
    width: new Int32Array(2 * typeOf.length),
    height: new Int32Array(2 * typeOf.length),
  }
  typeOf.forEach((type, number) => {
    for (let way = 0; way < 2; way++) {
      if (!isFitting(2 * type + way)) continue
      local.width[2 * number + way] = rectangles.width[2 * type + way]
      local.height[2 * number + way] = rectangles.height[2 * type + way]
    }
  })
  const sequence = entries
    .filter((entry) => numberOf.has(entry >> 1))
    .map((entry) => 2 * (numberOf.get(entry >> 1) ?? 0) + (isFitting(entry) ? entry & 1 : (entry & 1) ^ 1))
  const packer = createPacker(local, gap.width, sequence.length)
  const target = { fullSheets: 0, fullHeight: 0, lastHeight: gap.height }
  let least = Number.POSITIVE_INFINITY
  let best: Int32Array = new Int32Array(0)
  for (const start of sortedStarts(sequence, local.width, local.height)) {
    const before = packer.work
    const leftOut = packer.pack(start, target, least)
    if (isPauseDue(packer.work - before + sortingWork * start.length)) yield
    if (leftOut >= least) continue
    least = leftOut
    best = packer.placed()
    if (least === 0) break
  }
  filling.work += packer.work
  const used = new Map<number, number>()
  for (let i = 0; i < best.length; i += 4) {
    const type = typeOf[best[i] >> 1]
    filling.placed.push(2 * type + (best[i] & 1), gap.x + best[i + 2], gap.y + best[i + 3])
    used.set(type, (used.get(type) ?? 0) + 1)
  }
  return entries.filter((entry) => {
    const count = used.get(entry >> 1) ?? 0
    if (count > 0) used.set(entry >> 1, count - 1)
    return count === 0
  })
}
