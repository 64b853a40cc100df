import type { InSteps } from "../../in-steps.ts"
import { type Level, positionWords } from "./level.ts"
import { separate } from "./separate.ts"

/**
 * Items on one sheet without overlap. `items` are indices among all items; `positions` are in their
 * order.
 */
export type NestedSheet = { items: readonly number[]; positions: Int32Array; lengthPx: number }

/** The share of the effort after which no further sequence is tried. */
const sequenceShare = 0.2

/**
 * Places these items (indices among all) one by one, sheet after sheet, each where its ink ends or
 * begins first. Tries up to `sequences` sequences: largest first by ink, box, longer side, height.
 * The fewest sheets win, then the least film.
 */
export function* fillSheets(
  level: Level,
  items: readonly number[],
  own: readonly number[],
  sequences: number,
  share: () => number,
): InSteps<NestedSheet[]> {
  const ink = (item: number) => level.inks[items[item]]
  const keys: ((item: number) => number)[] = [
    (item) => level.areas[items[item]],
    (item) => ink(item).width * ink(item).height,
    (item) => Math.max(ink(item).width, ink(item).height),
    (item) => ink(item).height,
  ]
  let best: NestedSheet[] = []
  for (const [index, key] of keys.slice(0, sequences).entries()) {
    const sequence = [...own].sort((a, b) => key(b) - key(a) || a - b)
    const sheets = yield* fillInSequence(level, items, sequence, index % 2 === 1)
    if (best.length === 0 || isBetter(sheets, best)) best = sheets
    if (share() >= sequenceShare) break
  }
  return best
}

/** Returns whether sheets are better: fewer, or as many with less film. */
export function isBetter(sheets: Lengths, best: Lengths): boolean {
  return sheets.length < best.length || (sheets.length === best.length && filmOf(sheets) < filmOf(best))
}

type Lengths = readonly { lengthPx: number }[]

function filmOf(sheets: Lengths): number {
  return sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
}

/**
 * The steps by which a sheet may get longer while ink from another layout settles on the grid, and the
 * length of that search.
 */
const settleSteps = 4
const settlePatience = { idlePasses: 30, tries: 1 }

/**
 * Moves sheets laid out as boxes onto the grid, where rounding makes some overlap. Null if that
 * overlap cannot be removed.
 */
export function* settleSheets(
  level: Level,
  items: readonly number[],
  sheets: readonly NestedSheet[],
  maxLengthPx: number,
  isSpent: () => boolean,
): InSteps<NestedSheet[] | null> {
  const settled: NestedSheet[] = []
  for (const { items: own, positions, lengthPx } of sheets) {
    level.useItems(own.map((item) => items[item]))
    level.setLength(Math.min(maxLengthPx, lengthPx + settleSteps * level.resolution.stepPx))
    yield* level.write(positions)
    const { loss } = yield* separate(level, settlePatience, true, isSpent)
    if (loss > 0) return null
    settled.push({ items: own, positions: level.read(), lengthPx: level.lengthPx() })
  }
  return settled
}

function* fillInSequence(
  level: Level,
  items: readonly number[],
  sequence: readonly number[],
  isByStart: boolean,
): InSteps<NestedSheet[]> {
  const sheets: NestedSheet[] = []
  for (let remaining = sequence; remaining.length > 0; ) {
    level.useItems(remaining.map((item) => items[item]))
    let endPx = 0
    for (let i = 0; i < remaining.length; i++) {
      if (yield* level.place(i, endPx, isByStart)) endPx = Math.max(endPx, level.lengthPx())
    }
    const { sheet, rest } = split(level, remaining)
    if (sheet.items.length === 0) throw new RangeError(`item ${remaining[0]} fits no sheet`)
    sheets.push(sheet)
    remaining = rest
  }
  return sheets
}

// Splits the items in use into a sheet of the placed ones, and the rest.
function split(level: Level, inUse: readonly number[]): { sheet: NestedSheet; rest: number[] } {
  const positions = level.read()
  const isPlaced = (i: number) => positions[i * positionWords + 3] === 1
  return {
    sheet: {
      items: inUse.filter((_, i) => isPlaced(i)),
      positions: positions.filter((_, at) => isPlaced(Math.floor(at / positionWords))),
      lengthPx: level.lengthPx(),
    },
    rest: inUse.filter((_, i) => !isPlaced(i)),
  }
}

/**
 * Fills sheet k up to its full length with items of later sheets: the last sheet first, the largest
 * item first. Replaces the sheets. One may be left without items, but none before the last one with
 * pinned items: that one keeps its number.
 */
export function* refill(
  level: Level,
  items: readonly number[],
  sheets: NestedSheet[],
  k: number,
  maxLengthPx: number,
  mostItems: number,
): InSteps<void> {
  const isPinned = (item: number) => level.pinnedEndPx(items[item]) !== null
  const holdsPins = sheets.map((sheet) => sheet.items.some(isPinned))
  const mayGiveAll = (index: number) => holdsPins[index] || !holdsPins.includes(true, index)
  const candidates = sheets
    .map((sheet, index) => (index > k && mayGiveAll(index) ? sheet.items : []))
    .reverse()
    .flatMap((own) => largestFirst(level, items, own))
    .filter((item) => !isPinned(item))
    .slice(0, mostItems - sheets[k].items.length)
  if (candidates.length === 0) return
  const sheet = yield* fillUp(level, items, sheets[k], candidates, maxLengthPx)
  sheets[k] = sheet
  const moved = new Set(sheet.items)
  for (let later = k + 1; later < sheets.length; later++)
    sheets[later] = without(level, items, sheets[later], moved)
}

export function largestFirst(level: Level, items: readonly number[], own: readonly number[]): number[] {
  const area = (item: number) => level.areas[items[item]]
  return [...own].sort((a, b) => area(b) - area(a) || a - b)
}

/** Fills a sheet up to its full length with candidates that fit, in their order. */
export function* fillUp(
  level: Level,
  items: readonly number[],
  { items: own, positions: ownPositions, lengthPx }: NestedSheet,
  candidates: readonly number[],
  maxLengthPx: number,
): InSteps<NestedSheet> {
  const all = [...own, ...candidates]
  level.useItems(all.map((item) => items[item]))
  const positions = new Int32Array(all.length * positionWords)
  positions.set(ownPositions)
  candidates.forEach((item, i) => {
    positions[(own.length + i) * positionWords + 2] = level.turnsOf(items[item])[0]
  })
  level.setLength(maxLengthPx)
  // Ink that lies between the grid's steps may overlap on it; then nothing is known to be free.
  if ((yield* level.write(positions)) > 0) return { items: own, positions: ownPositions, lengthPx }
  const seen = new Set<number>()
  for (const [i, item] of candidates.entries()) {
    // If one copy of a piece fits nowhere, the next will not either.
    if (seen.has(items[item])) continue
    if (!(yield* level.place(own.length + i, maxLengthPx, false))) seen.add(items[item])
  }
  return split(level, all).sheet
}

function without(
  level: Level,
  items: readonly number[],
  sheet: NestedSheet,
  moved: ReadonlySet<number>,
): NestedSheet {
  const isLeft = (i: number) => !moved.has(sheet.items[i])
  const kept = sheet.items.filter((_, i) => isLeft(i))
  const positions = sheet.positions.filter((_, at) => isLeft(Math.floor(at / positionWords)))
  let lengthPx = 0
  kept.forEach((item, i) => {
    const { width, height } = level.inks[items[item]]
    const isLying = positions[i * positionWords + 2] % 2 === 1
    lengthPx = Math.max(lengthPx, positions[i * positionWords + 1] + (isLying ? width : height))
  })
  return { items: kept, positions, lengthPx }
}
