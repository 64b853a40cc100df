import type { InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import { isBetter, type NestedSheet } from "./fill-sheets.ts"
import { inkHeight } from "./ink-size.ts"
import { type Film, type Level, type Positions, positionWords, reachShare } from "./level.ts"
import { mostInUse } from "./stages.ts"
import { explore, type StripSearch } from "./strip-search.ts"

/** A result. `nearly`: fewer sheets, one of them a little too long. Finer steps may shorten it enough. */
type FewerSheets = { sheets: NestedSheet[]; nearly: NestedSheet[] | null }

/** The factor by which such a sheet may be too long: finer steps gain as much. */
const nearlyShare = 1.02

type FewerOptions = {
  film: Film
  isHurried: boolean
  random: Random
  share(): number
  /** The share of the effort at which to end. */
  end: number
  /** The share of the fewer sheets' length beyond which sheets are left as they are. */
  mostFill: number
}

/**
 * Makes do with fewer sheets as long as that succeeds: takes the shortest sheet apart and joins it to
 * the others, each of them filled to its limit. Sheets that are too long then are shortened, and items
 * that still lie beyond the limit go on to the next sheet.
 *
 *    ┌───────┐           ┌───────┐
 *    │   A   │           │  A, C │
 *    ├───────┤  limit ─▶ ├───────┤ ─▶ the rest of C is joined to B
 *    └─ C ───┘           └───────┘
 *
 * Sheets up to the last one with pinned items keep their number.
 */
export function* fewerSheets(
  level: Level,
  items: readonly number[],
  given: readonly NestedSheet[],
  options: FewerOptions,
): InSteps<FewerSheets> {
  let sheets = joinSheets(level, items, given, options.film)
  while (mayBeFewer(level, items, sheets, options) && options.share() < options.end && !level.isFull()) {
    const next = yield* withoutShortest(level, items, sheets, options)
    const isFewer = next.sheets.length < sheets.length
    if (isBetter(next.sheets, sheets)) sheets = next.sheets
    if (!isFewer) return { sheets, nearly: next.nearly }
  }
  return { sheets, nearly: null }
}

/** Joins whole sheets that lie on one sheet below each other, and changes nothing else. */
export function joinSheets(
  level: Level,
  items: readonly number[],
  given: readonly NestedSheet[],
  film: Film,
): NestedSheet[] {
  const sheets = [...given]
  for (let from = sheets.length - 1; from > Math.max(0, lastPinned(level, items, sheets)); from--) {
    const joined = sheets
      .slice(0, from)
      .map((sheet) => joinedSheet(sheet, sheets[from], film))
      .map((sheet, onto) => ({ sheet, onto }))
      .filter(({ sheet }) => sheet.lengthPx <= film.maxLengthPx && sheet.items.length <= mostInUse)
      .sort((a, b) => b.sheet.lengthPx - a.sheet.lengthPx)
    if (joined.length === 0) continue
    sheets[joined[0].onto] = joined[0].sheet
    sheets.splice(from, 1)
  }
  return sheets
}

/** Returns the last sheet with pinned items, or −1. Sheets up to it keep their number. */
function lastPinned(level: Level, items: readonly number[], sheets: readonly NestedSheet[]): number {
  return sheets.findLastIndex((sheet) => sheet.items.some((item) => level.pinnedEndPx(items[item]) !== null))
}

function mayBeFewer(
  level: Level,
  items: readonly number[],
  sheets: readonly NestedSheet[],
  { film: { maxLengthPx }, mostFill }: FewerOptions,
): boolean {
  if (sheets.length - 1 <= Math.max(0, lastPinned(level, items, sheets))) return false
  const roomPx = (sheets.length - 1) * maxLengthPx
  const filmPx = sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  const all = sheets.flatMap((sheet) => sheet.items)
  return filmPx <= mostFill * roomPx && areaPx(level, items, all) <= roomPx
}

/** Returns the film that the ink of items and its gaps fill, if nothing at all is wasted. */
function areaPx(level: Level, items: readonly number[], own: readonly number[]): number {
  const area = own.reduce((sum, item) => sum + level.areas[items[item]], 0)
  return (area / level.columns) * level.resolution.stepPx
}

function* withoutShortest(
  level: Level,
  items: readonly number[],
  given: readonly NestedSheet[],
  { film, isHurried, random, share, end }: FewerOptions,
): InSteps<FewerSheets> {
  const { maxLengthPx } = film
  const first = lastPinned(level, items, given) + 1
  const shortest = [...given.keys()]
    .slice(first)
    .reduce((best, k) => (given[k].lengthPx < given[best].lengthPx ? k : best))
  const sheets = [...given]
  let rest: NestedSheet | null = given[shortest]
  let nearly: NestedSheet[] | null = null
  const others = [...given.keys()].filter((k) => k !== shortest)
  others.sort((a, b) => given[a].lengthPx - given[b].lengthPx || a - b)
  for (const [index, k] of others.entries()) {
    if (rest === null || share() >= end || level.isFull()) break
    const joined = joinedSheet(sheets[k], rest, film)
    const near = partOf(level, items, joined, (endPx) => endPx <= reachShare * maxLengthPx)
    if (near.items.length > mostInUse) continue
    let nest = near
    const isHopeless = areaPx(level, items, near.items) > maxLengthPx
    if (near.lengthPx > maxLengthPx && !isHopeless) {
      level.useItems(near.items.map((item) => items[item]))
      const search: StripSearch = { level, random, share, best: near, isHurried, enoughPx: maxLengthPx }
      yield* explore(search, share() + (end - share()) / (others.length - index))
      nest = { ...near, ...search.best }
    }
    sheets[k] = partOf(level, items, nest, (endPx) => endPx <= maxLengthPx)
    const isIn = new Set(sheets[k].items)
    const beyond = [
      partOf(level, items, nest, (endPx) => endPx > maxLengthPx),
      partOf(level, items, joined, (endPx) => endPx > reachShare * maxLengthPx),
    ].filter((part) => part.items.some((item) => !isIn.has(item)))
    rest = beyond.length === 0 ? null : beyond.reduce((a, b) => joinedSheet(a, b, film))
    const isAll = near.items.length === joined.items.length
    if (rest !== null && isAll && nest.lengthPx <= nearlyShare * maxLengthPx)
      nearly = sheets.with(k, nest).filter((_, other) => other !== shortest)
  }
  if (rest === null) return { sheets: sheets.filter((_, k) => k !== shortest), nearly: null }
  sheets[shortest] = movedUp(rest)
  const isSound = sheets.every(({ lengthPx }) => lengthPx <= maxLengthPx)
  return { sheets: isSound ? sheets : [...given], nearly }
}

/** Returns two sheets as one: the second lies below the first. */
function joinedSheet(
  above: NestedSheet,
  below: NestedSheet,
  { gapPx, stripBeyondPx = 0 }: Film,
): NestedSheet {
  const offsetPx = above.lengthPx + gapPx + 2 * stripBeyondPx - topOf(below)
  const positions = new Int32Array(above.positions.length + below.positions.length)
  positions.set(above.positions)
  positions.set(shifted(below.positions, offsetPx), above.positions.length)
  return {
    items: [...above.items, ...below.items],
    positions,
    lengthPx: below.lengthPx + offsetPx,
  }
}

function movedUp(sheet: NestedSheet): NestedSheet {
  const topPx = topOf(sheet)
  return { ...sheet, positions: shifted(sheet.positions, -topPx), lengthPx: sheet.lengthPx - topPx }
}

function topOf({ positions }: NestedSheet): number {
  let top = Number.POSITIVE_INFINITY
  for (let at = 1; at < positions.length; at += positionWords) top = Math.min(top, positions[at])
  return Number.isFinite(top) ? top : 0
}

function shifted(positions: Positions, byPx: number): Positions {
  const moved = positions.slice()
  for (let at = 1; at < moved.length; at += positionWords) moved[at] += byPx
  return moved
}

/** Returns the items of a sheet whose ink ends where `isIn` says. */
function partOf(
  level: Level,
  items: readonly number[],
  { items: own, positions }: NestedSheet,
  isIn: (endPx: number) => boolean,
): NestedSheet {
  const ends = own.map((item, i) => {
    const at = i * positionWords
    return positions[at + 1] + inkHeight(level, items[item], positions[at + 2])
  })
  return {
    items: own.filter((_, i) => isIn(ends[i])),
    positions: positions.filter((_, at) => isIn(ends[Math.floor(at / positionWords)])),
    lengthPx: ends.reduce((most, end) => (isIn(end) ? Math.max(most, end) : most), 0),
  }
}
