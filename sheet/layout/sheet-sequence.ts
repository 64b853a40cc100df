import { shortenLastSheet } from "./last-sheet-search.ts"
import type { Random } from "./random.ts"
import { type Rectangles, totalArea } from "./rectangles.ts"
import { type Search, sortedStarts } from "./sequence-search.ts"
import { createPacker, type Packer } from "./skyline-packer.ts"

/** One sheet's rectangles: turn, x, y of each, three numbers apiece, counted from the inner box's corner. */
export type Sheet = Int32Array

// How often each sheet is to get its turn, and the fewest steps that make a round worth while: some hundred packings
// of two sheets.
const plannedCycles = 3
const leastRoundSteps = 400_000

/**
 * Arranges `counts[type]` rectangles of every type on sheets of the given inner size, as short as possible over all.
 * The whole order is packed once in each of the sorted ways, sheet after sheet. Where that takes several sheets, the
 * last one is then shortened together with each of the others in turn, the emptiest first: what a full sheet takes
 * over leaves the last one, until that vanishes and another becomes the last. Filling each sheet as well as possible
 * on its own would be worse: it uses up the small rectangles, which the large ones need beside them.
 */
export function arrange(
  rectangles: Rectangles,
  counts: readonly number[],
  width: number,
  height: number,
  steps: number,
  random: Random,
): Sheet[] {
  const entries: Int32Array = Int32Array.from(
    counts.flatMap((count, type) =>
      Array<number>(count).fill(rectangles.width[2 * type] > 0 ? 2 * type : 2 * type + 1),
    ),
  )
  if (entries.length === 0) return []
  const packer = createPacker(rectangles, width, entries.length)
  const full = packInTurn(packer, rectangles, entries, height)
  let last = full.pop()!
  // Ends early when a whole cycle found nothing left to search for.
  for (let round = 0, idle = 0; packer.work < steps && idle <= full.length; round++) {
    const partner = full.length > 0 ? round % full.length : null
    // Sorted when a cycle begins, so that each sheet gets its turn.
    if (partner === 0) full.sort((a, b) => areaOf(rectangles, a) - areaOf(rectangles, b))
    const group = partner === null ? [last] : [full[partner], last]
    const roundsLeft = full.length < 2 ? 1 : Math.max(1, plannedCycles * full.length - round)
    const roundSteps = Math.max(leastRoundSteps, (steps - packer.work) / roundsLeft)
    const startWork = packer.work
    const search: Search = { packer, random, endWork: Math.min(steps, startWork + roundSteps) }

    const sequence = Int32Array.from(group.flatMap(turnsOf))
    const bound = lowerBound(rectangles, sequence, width, partner === null ? 0 : height)
    const start = { lastHeight: heightOf(rectangles, last), placed: null, sequence }
    const best = shortenLastSheet(search, rectangles, start, group.length - 1, height, bound)
    idle = packer.work === startWork ? idle + 1 : 0
    if (best.placed === null) continue
    const sheets = splitSheets(best.placed)
    if (partner !== null) full[partner] = sheets[0]
    last = sheets.length === group.length ? sheets[group.length - 1] : full.shift()!
  }
  return [...full, last]
}

// Packs everything, sheet after sheet, in each of the sorted ways; the fewest sheets and the shortest last one win.
function packInTurn(packer: Packer, rectangles: Rectangles, entries: Int32Array, height: number): Sheet[] {
  const target = { fullSheets: Number.MAX_SAFE_INTEGER, fullHeight: height, lastHeight: height }
  let least = Number.POSITIVE_INFINITY
  let placed: Int32Array = new Int32Array(0)
  for (const start of sortedStarts(entries, rectangles.width, rectangles.height)) {
    packer.pack(start, target, Number.POSITIVE_INFINITY)
    const total = (packer.usedSheets - 1) * height + packer.usedHeight
    if (total >= least) continue
    least = total
    placed = packer.placed()
  }
  return splitSheets(placed)
}

// No packing of these rectangles ends lower on a last sheet that follows `fullHeight` of others: their area over the
// width, the flattest way to lay the tallest of them, the stack of those wider than half the sheet however they lie.
function lowerBound(rectangles: Rectangles, sequence: Int32Array, width: number, fullHeight: number): number {
  let stack = 0
  let tallest = 0
  for (const entry of sequence) {
    const ways = [entry, entry ^ 1].filter((turn) => rectangles.width[turn] > 0)
    const flattest = Math.min(...ways.map((turn) => rectangles.height[turn]))
    tallest = Math.max(tallest, flattest)
    if (ways.every((turn) => 2 * rectangles.width[turn] > width)) stack += flattest
  }
  const needed = Math.max(Math.ceil(totalArea(rectangles, sequence) / width), stack, tallest)
  return Math.max(0, needed - fullHeight)
}

// A packer's four numbers apiece (turn, sheet, x, y) as one array of three per sheet.
function splitSheets(placed: Int32Array): Sheet[] {
  const sheets: number[][] = []
  for (let i = 0; i < placed.length; i += 4) {
    const sheet = placed[i + 1]
    while (sheets.length <= sheet) sheets.push([])
    sheets[sheet].push(placed[i], placed[i + 2], placed[i + 3])
  }
  return sheets.map((numbers) => Int32Array.from(numbers))
}

function turnsOf(sheet: Sheet): number[] {
  return Array.from(sheet).filter((_, index) => index % 3 === 0)
}

function heightOf(rectangles: Rectangles, sheet: Sheet): number {
  let end = 0
  for (let i = 0; i < sheet.length; i += 3) end = Math.max(end, sheet[i + 2] + rectangles.height[sheet[i]])
  return end
}

function areaOf(rectangles: Rectangles, sheet: Sheet): number {
  let area = 0
  for (let i = 0; i < sheet.length; i += 3) area += rectangles.width[sheet[i]] * rectangles.height[sheet[i]]
  return area
}
