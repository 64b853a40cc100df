import type { InSteps } from "../../in-steps.ts"
import type { Random } from "../random.ts"
import { dissolveBand } from "./dissolve-band.ts"
import { inkHeight, inkWidth } from "./ink-size.ts"
import { type Level, type Positions, positionWords } from "./level.ts"
import type { Patches } from "./patches.ts"
import { separate } from "./separate.ts"

/** Items without overlap. */
type Nest = { positions: Positions; lengthPx: number }

/** The parts of a search. `share` returns how much of its effort is used, from 0 to 1. */
export type StripSearch = {
  level: Level
  random: Random
  share(): number
  best: Nest
  isHurried: boolean
  /** True if a stuck search dissolves bands, too. */
  dissolves?: boolean
  /** Groups of items that have to stay together. */
  patches?: Patches
  /** The length at which the search ends. */
  enoughPx?: number
  /** Gets every better nest. */
  onBetter?: (nest: Nest) => void
}

/**
 * The bites, as shares of the film. The film is shortened by 2 %, by less when that fails, at last by a
 * thousandth, and by more again while that is easy.
 */
const mostBite = 0.02
const leastBite = 0.001
/** The most passes of a bite that counts as easy. */
const easyPasses = 20

const explorePatience = { idlePasses: 100, tries: 2 }
/** A preview's patience: its time is better spent on the next bite. */
const hurriedPatience = { idlePasses: 50, tries: 1 }
const squeezePatience = { idlePasses: 60, tries: 1 }

/**
 * The near misses kept to start again from, and how often the search starts from the best nest
 * instead.
 */
const poolSize = 30
const restartShare = 0.3
/** How often the search dissolves a band, of the other times. */
const dissolveShare = 0.5
/** How often the search lets two groups change places, before all others. */
const exchangeGroupsShare = 0.3

/** The squeeze's bites, at its beginning and at its end. */
const squeezeFrom = 0.001
const squeezeTo = 0.0001

/**
 * Shortens the film bite by bite and removes the overlap that each bite makes. When stuck it shakes
 * one of the near misses by letting two large items change places, or bites somewhere else, or
 * dissolves a band. (The scheme of Gardeyn and Wauters' sparrow, 2025.) Ends when `end` of the
 * effort is used.
 */
export function* explore(search: StripSearch, end: number, bite = mostBite): InSteps<void> {
  const { level, random } = search
  const large = largeItems(level)
  const patience = search.isHurried ? hurriedPatience : explorePatience
  const isSpent = () => search.share() >= end
  const bound = Math.max(lowerBound(level), search.enoughPx ?? 0)
  yield* writeBest(search)
  let pool: { loss: number; positions: Positions }[] = []
  let target = 0
  let isFresh = true
  while (!isSpent() && !level.isFull()) {
    if (isFresh) {
      if (search.best.lengthPx <= bound) return
      target = Math.max(bound, Math.floor(search.best.lengthPx * (1 - bite)))
      yield* cut(search, target, search.best.lengthPx / 2)
      pool = []
      isFresh = false
    } else level.resetWeights()
    let passes = 0
    const isOver = () => {
      passes++
      return isSpent()
    }
    const result = yield* separate(level, patience, true, isOver, search.patches)
    if (level.isFull()) break
    if (result.loss === 0) {
      keepBetter(search)
      isFresh = true
      if (passes < easyPasses) bite = Math.min(bite * 1.5, mostBite)
      continue
    }
    if (bite > leastBite) {
      bite = Math.max(bite / 2, leastBite)
      isFresh = true
      continue
    }
    pool.push(result)
    pool.sort((a, b) => a.loss - b.loss)
    if (pool.length > poolSize) pool.pop()
    // Mostly the best ones.
    yield* level.write(pool[Math.floor(random() * random() * pool.length)].positions)
    if (search.patches && random() < exchangeGroupsShare) yield* search.patches.exchange(random)
    else if (random() < restartShare) yield* cut(search, target, random() * search.best.lengthPx)
    else if (search.dissolves && random() < dissolveShare) yield* dissolveBand(level, target, random)
    else yield* exchange(level, large, random)
  }
}

/**
 * Shortens the film by hairs and moves items only nearby. Ends when `end` of the effort is used.
 */
export function* squeeze(search: StripSearch, end: number): InSteps<void> {
  const { level, random } = search
  const start = search.share()
  const bound = lowerBound(level)
  const isSpent = () => search.share() >= end
  yield* writeBest(search)
  while (!isSpent() && !level.isFull() && search.best.lengthPx > bound) {
    const { lengthPx } = search.best
    const done = (search.share() - start) / (end - start)
    const bite = Math.floor(lengthPx * (squeezeFrom + (squeezeTo - squeezeFrom) * done))
    yield* cut(search, lengthPx - Math.max(1, bite), random() * lengthPx)
    const { loss } = yield* separate(level, squeezePatience, false, isSpent, search.patches)
    if (loss === 0 && !level.isFull()) keepBetter(search)
  }
}

// Writes the items as in the best nest, which may still be longer than the film.
function* writeBest({ level, best: { positions, lengthPx } }: StripSearch): InSteps<void> {
  level.reachTo(lengthPx)
  yield* level.write(positions)
}

// Keeps the level's nest if it is shorter than the best so far.
function keepBetter(search: StripSearch): void {
  const lengthPx = search.level.lengthPx()
  if (lengthPx >= search.best.lengthPx) return
  search.best = { positions: search.level.read(), lengthPx }
  search.onBetter?.(search.best)
}

// Returns a bound below any nest on this level's grid: bitmaps take their area, the tallest item its
// height, and pinned items stay.
function lowerBound(level: Level): number {
  const { stepPx } = level.resolution
  let area = 0
  let tallest = 0
  for (const piece of level.pieces()) {
    area += level.areas[piece]
    tallest = Math.max(
      tallest,
      level.pinnedEndPx(piece) ?? 0,
      Math.min(...level.turnsOf(piece).map((turn) => inkHeight(level, piece, turn))),
    )
  }
  const rows = Math.ceil(area / level.columns) - 2 * level.marginSteps
  return Math.max(tallest, rows * stepPx)
}

// Takes a slice out of the best nest at `at`: items behind it move up by the film's loss.
function* cut(search: StripSearch, toPx: number, at: number): InSteps<void> {
  const { level, best } = search
  const { stepPx } = level.resolution
  const slice = Math.ceil((best.lengthPx - toPx) / stepPx) * stepPx
  const positions = best.positions.slice()
  level.pieces().forEach((piece, i) => {
    const p = i * positionWords
    if (positions[p + 1] + (inkHeight(level, piece, positions[p + 2]) >> 1) > at) positions[p + 1] -= slice
  })
  level.setLength(toPx)
  yield* level.write(positions)
  level.resetWeights()
}

// Returns the items that make up the larger part of all box area that can move, largest first.
function largeItems(level: Level): number[] {
  const pieces = level.pieces()
  const area = (i: number) => level.inks[pieces[i]].width * level.inks[pieces[i]].height
  const items = pieces.map((_, i) => i).sort((a, b) => area(b) - area(a) || a - b)
  const movable = items.filter((i) => level.pinnedEndPx(pieces[i]) === null)
  const total = movable.reduce((sum, i) => sum + area(i), 0)
  let sum = 0
  return movable.filter((i) => {
    const isLarge = sum < 0.75 * total
    sum += area(i)
    return isLarge
  })
}

// An item moves with a box if its middle is within this share of the box from the box's middle.
const underneath = 0.35
const differentTries = 20

// Lets two large items of different pieces change places. Items in the middle of one's new place move
// to its old one.
function* exchange(level: Level, large: readonly number[], random: Random): InSteps<void> {
  if (large.length < 2) return
  const pieces = level.pieces()
  const pick = () => large[Math.floor(random() * large.length)]
  const first = pick()
  let second = first
  for (let tries = 0; tries < differentTries && pieces[second] === pieces[first]; tries++) second = pick()
  if (second === first) return
  const positions = level.read()
  const size = (i: number) => {
    const turn = positions[i * positionWords + 2]
    return { width: inkWidth(level, pieces[i], turn), height: inkHeight(level, pieces[i], turn) }
  }
  const middle = (i: number) => ({
    x: positions[i * positionWords] + (size(i).width >> 1),
    y: positions[i * positionWords + 1] + (size(i).height >> 1),
  })
  const a = middle(first)
  const b = middle(second)
  for (const [item, from, to] of [
    [first, a, b],
    [second, b, a],
  ] as const) {
    const { width, height } = size(item)
    pieces.forEach((_, i) => {
      if (i === first || i === second) return
      const at = middle(i)
      if (Math.abs(at.x - to.x) >= width * underneath || Math.abs(at.y - to.y) >= height * underneath) return
      positions[i * positionWords] += from.x - to.x
      positions[i * positionWords + 1] += from.y - to.y
    })
  }
  const isFree = random() < 0.5
  for (const [item, to] of [
    [first, b],
    [second, a],
  ] as const) {
    const p = item * positionWords
    const turns = level.turnsOf(pieces[item])
    if (isFree) positions[p + 2] = turns[Math.floor(random() * turns.length)]
    const { width, height } = size(item)
    positions[p] = to.x - (width >> 1)
    positions[p + 1] = to.y - (height >> 1)
  }
  yield* level.write(positions)
}
