import type { InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import { fillSheets, fillUp, largestFirst, type NestedSheet } from "./fill-sheets.ts"
import { type Level, type Positions, positionWords } from "./level.ts"
import { explore, type StripSearch } from "./strip-search.ts"

/**
 * The copies in a group, about: enough that its ends weigh little, few enough that a search soon nests
 * them well.
 */
const groupCopies = 120

/** The number below which copies are searched as a whole. */
export const leastCopies = 200

/** The share of all copies in groups below which too little repeats. */
const leastRepeated = 0.5

type RepeatOptions = {
  sheetCount: number
  maxLengthPx: number
  /** The sequences in which a group's items are first placed one by one. */
  sequences: number
  isHurried: boolean
  /** The most items in use at once. */
  mostItems: number
  random: Random
  share(): number
  /** The share of the effort at which to end. */
  end: number
}

/**
 * Nests many copies as repeats: cuts them into equal groups, searches one group, and lays all
 * others like it. The division's remainder is filled in.
 *
 *    ┌─────────┐  ┌─────────┐
 *    │  group  │  │  group  │   Groups on one sheet are pushed together as far as their
 *    │  group  │  │  group  │   outlines allow.
 *    │ the rest│  │ the rest│
 *    └─────────┘  └─────────┘
 *
 * Null if too little repeats, or if groups do not fit so many sheets.
 */
export function* repeatSheets(
  level: Level,
  items: readonly number[],
  options: RepeatOptions,
): InSteps<NestedSheet[] | null> {
  const { sheetCount, maxLengthPx, sequences, isHurried, mostItems, random, share, end } = options
  const perSheet = Math.max(1, Math.round(items.length / (sheetCount * groupCopies)))
  const count = sheetCount * perSheet
  const { groups, rest } = cutIntoGroups(items, count)
  const size = groups[0].length
  const isWorthIt = count > 1 && items.length >= leastCopies && size * count >= leastRepeated * items.length
  if (!isWorthIt || size * perSheet > mostItems) return null

  const begin = share()
  const [placed, ...others] = yield* fillSheets(level, items, groups[0], sequences, share)
  if (others.length > 0) return null
  level.useItems(groups[0].map((item) => items[item]))
  const inSequence = { ...placed, items: groups[0], positions: sortedTo(groups[0], placed) }
  const search: StripSearch = { level, random, share, best: inSequence, isHurried }
  // Every group profits from the search of one, so more groups give it a larger part.
  yield* explore(search, begin + ((end - begin) * count) / (count + 1))
  if (level.isFull()) return null
  const { positions, lengthPx } = search.best
  const offsetPx = perSheet > 1 ? yield* leastOffset(level, items, groups, search.best) : 0
  const sheetLengthPx = lengthPx + (perSheet - 1) * offsetPx
  if (sheetLengthPx > maxLengthPx) return null

  const sheets: NestedSheet[] = []
  let remaining: readonly number[] = largestFirst(level, items, rest)
  for (let k = 0; k < sheetCount; k++) {
    const own = groups.slice(k * perSheet, (k + 1) * perSheet)
    const sheet = {
      items: own.flat(),
      positions: stacked(positions, offsetPx, perSheet),
      lengthPx: sheetLengthPx,
    }
    const candidates = remaining.slice(0, mostItems - sheet.items.length)
    const filled = candidates.length > 0 ? yield* fillUp(level, items, sheet, candidates, maxLengthPx) : sheet
    const isIn = new Set(filled.items)
    remaining = remaining.filter((item) => !isIn.has(item))
    sheets.push(filled)
  }
  if (remaining.length > mostItems) return null
  if (remaining.length > 0) sheets.push(...(yield* fillSheets(level, items, remaining, 1, share)))
  return level.isFull() ? null : sheets
}

// Cuts items into groups with equal numbers of each piece, and a rest.
function cutIntoGroups(items: readonly number[], count: number): { groups: number[][]; rest: number[] } {
  const copies = new Map<number, number[]>()
  items.forEach((piece, item) => {
    const list = copies.get(piece)
    if (list) list.push(item)
    else copies.set(piece, [item])
  })
  const groups: number[][] = Array.from({ length: count }, () => [])
  const rest: number[] = []
  for (const list of copies.values()) {
    const share = Math.floor(list.length / count)
    groups.forEach((group, k) => {
      group.push(...list.slice(k * share, (k + 1) * share))
    })
    rest.push(...list.slice(count * share))
  }
  return { groups, rest }
}

// Returns the positions of a sheet, reordered to this sequence of its items.
function sortedTo(sequence: readonly number[], { items, positions }: NestedSheet): Positions {
  const placeOf = new Map(items.map((item, i) => [item, i]))
  const sorted = new Int32Array(positions.length)
  sequence.forEach((item, i) => {
    const from = (placeOf.get(item) ?? 0) * positionWords
    sorted.set(positions.subarray(from, from + positionWords), i * positionWords)
  })
  return sorted
}

function stacked(positions: Positions, offsetPx: number, times: number): Positions {
  const all = new Int32Array(positions.length * times)
  for (let k = 0; k < times; k++) {
    const from = k * positions.length
    all.set(positions, from)
    for (let at = from + 1; at < from + positions.length; at += positionWords) all[at] += k * offsetPx
  }
  return all
}

// Returns how far below a group the next one begins. It starts clear of the group and is pushed up
// step by step until they would meet.
function* leastOffset(
  level: Level,
  items: readonly number[],
  groups: readonly (readonly number[])[],
  { positions, lengthPx }: { positions: Positions; lengthPx: number },
): InSteps<number> {
  const { stepPx } = level.resolution
  level.useItems([...groups[0], ...groups[1]].map((item) => items[item]))
  let offsetPx = (Math.ceil(lengthPx / stepPx) + 2 * level.marginSteps + 1) * stepPx
  while (offsetPx > stepPx && (yield* level.write(stacked(positions, offsetPx - stepPx, 2))) === 0)
    offsetPx -= stepPx
  return offsetPx
}
