import type { InSteps } from "../in-steps.ts"
import { packFlatFirst } from "./flat-first.ts"
import { packLargeFirst } from "./large-first.ts"
import { shortenLastSheet } from "./last-sheet-search.ts"
import { isPauseDue, type MakePacker, type Packer } from "./packer.ts"
import type { Random } from "./random.ts"
import { type Rectangles, totalArea } from "./rectangles.ts"
import { anneal, type Candidate, type Search, sortedStarts, sortingWork } from "./sequence-search.ts"

/** One sheet's rectangles: turn, x, y of each, three numbers apiece, from the inner box's corner. */
export type Sheet = Int32Array

// How often each sheet gets its turn, and the fewest steps that make a round worthwhile: some
// hundred packings of two sheets.
const plannedCycles = 3
const leastRoundSteps = 400_000

// The share of the steps for the second beginning, and the patience of its first annealing.
const denseShare = 0.2
const densePatience = 200

// The share of the steps for large rectangles alone, if those decide the length.
const largeFirstShare = 0.7

/**
 * Arranges `counts[type]` rectangles of every type on sheets of the given inner size, as short as
 * possible over all. It begins in the better of two ways: the whole order packed once, sheet after
 * sheet, or every sheet filled as densely as possible from the remaining rectangles. If that takes
 * several sheets, it then shortens the last one together with each of the others in turn, the emptiest
 * first. Rectangles that a full sheet takes over leave the last one. When the last one vanishes,
 * another becomes the last.
 */
export function* arrange(
  rectangles: Rectangles,
  counts: readonly number[],
  width: number,
  height: number,
  steps: number,
  random: Random,
  makePacker: MakePacker,
): InSteps<Sheet[]> {
  const entries: Int32Array = Int32Array.from(
    counts.flatMap((count, type) =>
      Array<number>(count).fill(rectangles.width[2 * type] > 0 ? 2 * type : 2 * type + 1),
    ),
  )
  if (entries.length === 0) return []
  const packer = makePacker(rectangles, width, entries.length)
  let full = yield* packInTurn(packer, rectangles, entries, height)
  if (full.length > 1) {
    const search: Search = { rectangles, packer, random, endWork: packer.work }
    const dense = yield* fillInTurn(
      search,
      rectangles,
      entries,
      width,
      height,
      (steps * denseShare) / full.length,
    )
    if (filmLength(rectangles, dense, height) < filmLength(rectangles, full, height)) full = dense
  }
  let last = full.pop()!
  if (full.length === 0) {
    const search: Search = { rectangles, packer, random, endWork: steps }
    const bound = lowerBound(rectangles, entries, width, 0)
    if (heightOf(rectangles, last) > bound) {
      const sheet =
        (yield* packLargeFirst(search, entries, width, height, bound, steps * largeFirstShare)) ??
        (yield* packFlatFirst(
          search,
          Int32Array.from(turnsOf(last)),
          heightOf(rectangles, last),
          bound,
          steps,
        ))
      if (sheet !== null && heightOf(rectangles, sheet) < heightOf(rectangles, last)) last = sheet
    }
  }
  // Ends early after a whole cycle in which nothing remained to search for.
  for (let round = 0, idle = 0; packer.work < steps && idle <= full.length; round++) {
    const partner = full.length > 0 ? round % full.length : null
    // Sorted only when a cycle begins, so that each sheet gets its turn.
    if (partner === 0) full.sort((a, b) => areaOf(rectangles, a) - areaOf(rectangles, b))
    const group = partner === null ? [last] : [full[partner], last]
    const roundsLeft = full.length < 2 ? 1 : Math.max(1, plannedCycles * full.length - round)
    const roundSteps = Math.max(leastRoundSteps, (steps - packer.work) / roundsLeft)
    const startWork = packer.work
    const search: Search = { rectangles, packer, random, endWork: Math.min(steps, startWork + roundSteps) }

    const sequence = Int32Array.from(group.flatMap(turnsOf))
    const bound = lowerBound(rectangles, sequence, width, partner === null ? 0 : height)
    const start = { lastHeight: heightOf(rectangles, last), placed: null, sequence }
    const best = yield* shortenLastSheet(search, rectangles, start, group.length - 1, height, bound)
    idle = packer.work === startWork ? idle + 1 : 0
    if (best.placed === null) continue
    const sheets = splitSheets(best.placed)
    if (partner !== null) full[partner] = sheets[0]
    last = sheets.length === group.length ? sheets[group.length - 1] : full.shift()!
  }
  return [...full, last]
}

// Packs everything, sheet after sheet, in each of the sorted sequences. The fewest sheets win, then
// the shortest last one.
function* packInTurn(
  packer: Packer,
  rectangles: Rectangles,
  entries: Int32Array,
  height: number,
): InSteps<Sheet[]> {
  const target = { fullSheets: Number.MAX_SAFE_INTEGER, fullHeight: height, lastHeight: height }
  let least = Number.POSITIVE_INFINITY
  let placed: Int32Array = new Int32Array(0)
  for (const start of sortedStarts(entries, rectangles.width, rectangles.height)) {
    packer.pack(start, target, Number.POSITIVE_INFINITY)
    if (isPauseDue(packer, sortingWork * start.length)) yield
    const total = (packer.usedSheets - 1) * height + packer.usedHeight
    if (total >= least) continue
    least = total
    placed = packer.placed()
  }
  return splitSheets(placed)
}

// Fills sheet after sheet with as much area as `sheetSteps` allow. Dense, but hard on the last
// sheets, because the small rectangles go first.
function* fillInTurn(
  search: Search,
  rectangles: Rectangles,
  entries: Int32Array,
  width: number,
  height: number,
  sheetSteps: number,
): InSteps<Sheet[]> {
  const { packer } = search
  const target = { fullSheets: 0, fullHeight: 0, lastHeight: height }
  const sheets: Sheet[] = []
  let rest = entries
  while (rest.length > 0) {
    const area = totalArea(rectangles, rest)
    const leastLeftOut = Math.max(0, area - width * height)
    let best: Candidate = { sequence: rest, leftOut: Number.POSITIVE_INFINITY }
    for (const sequence of sortedStarts(rest, rectangles.width, rectangles.height)) {
      const leftOut = packer.pack(sequence, target, best.leftOut)
      if (leftOut < best.leftOut) best = { sequence, leftOut }
      if (isPauseDue(packer, sortingWork * sequence.length)) yield
    }
    search.endWork = packer.work + sheetSteps
    for (
      let patience = densePatience;
      best.leftOut > leastLeftOut && packer.work < search.endWork;
      patience *= 2
    )
      best = yield* anneal(search, best, area, target, patience)
    packer.pack(best.sequence, target, Number.POSITIVE_INFINITY)
    const [sheet] = splitSheets(packer.placed())
    sheets.push(sheet)
    rest = without(rest, turnsOf(sheet))
  }
  return sheets
}

// Returns the film's length if every sheet but the last has full length; shorter sheets are a bonus.
function filmLength(rectangles: Rectangles, sheets: readonly Sheet[], height: number): number {
  return (sheets.length - 1) * height + heightOf(rectangles, sheets[sheets.length - 1])
}

// Returns the remaining entries, in their order, without one rectangle of each turn's type.
function without(entries: Int32Array, turns: readonly number[]): Int32Array {
  const placed = new Map<number, number>()
  for (const turn of turns) placed.set(turn >> 1, (placed.get(turn >> 1) ?? 0) + 1)
  return entries.filter((entry) => {
    const count = placed.get(entry >> 1) ?? 0
    if (count > 0) placed.set(entry >> 1, count - 1)
    return count === 0
  })
}

// Returns a lower bound on the end of the last sheet behind `fullHeight` of others. It is the greatest
// of three: the area over the width, the flattest way to lay the tallest rectangle, the stack of those
// wider than half the sheet either way.
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

// Splits a packer's four numbers apiece (turn, sheet, x, y) into one array of three per sheet.
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
