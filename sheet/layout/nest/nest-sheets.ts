import { createPace, type InSteps } from "../../in-steps.ts"
import type { LayoutKernel } from "../layout-kernel.ts"
import { createRandom } from "../random.ts"
import { fewerSheets, joinSheets } from "./fewer-sheets.ts"
import { fillSheets, isBetter, type NestedSheet, refill, settleSheets } from "./fill-sheets.ts"
import { type Film, type Level, type NestPiece, openLevel, positionWords } from "./level.ts"
import { isHalfSymmetric } from "./outline.ts"
import { repeatSheets } from "./repeat-sheets.ts"
import { mostInUse, mostWindowed, type NestEffort, planStages, type Stage } from "./stages.ts"
import { explore, type StripSearch, squeeze } from "./strip-search.ts"

type NestOptions = {
  effort: NestEffort
  seed: number
  /** The most memory that the kernel may take in all. */
  limitBytes: number
  /**
   * A layout to begin with if it is better than placing one by one. Positions are as in a result,
   * but on any pixels.
   */
  start?: readonly NestedSheet[]
  /**
   * Goes on from `start` whatever placing one by one would give. Pinned items lie on the sheets that
   * they have there. A long search dissolves bands, because one without was stuck there before.
   */
  goesOn?: boolean
  /** Gets every better nest of all sheets. */
  onBetter?: (sheets: readonly NestedSheet[]) => void
}

export type NestResult = { sheets: NestedSheet[]; steps: number; usedBytes: number }

/** The pieces compared with themselves before a pause. */
const comparedAtOnce = 4

/** The part of a stage in which sheets are made fewer, if that may be possible. */
const fewerShare = 0.75
/**
 * The shares of the fewer sheets' length within which sheets may become fewer: placed one by one they
 * get shorter by a tenth, afterwards by little.
 */
const loosestFill = 1.2
const settledFill = 1.06

/** The first bite of a finer resolution, which starts where a coarser one got stuck. */
const laterBite = 0.002

/**
 * Nests items, copies of pieces, on as few and as short sheets as the effort allows. Items are
 * placed one by one in several sequences. Then every sheet is shortened, and items of later sheets
 * fill the freed room. The same input gives the same nest in every runtime, provided that `share`
 * counts steps. Null if the memory is too small for any resolution, or if there are too many items and
 * too few of them repeat.
 */
export function* nestSheets(
  kernel: LayoutKernel,
  given: readonly NestPiece[],
  items: readonly number[],
  film: Film,
  options: NestOptions,
): InSteps<NestResult | null> {
  const { effort, limitBytes, seed } = options
  const pieces = items.length > mostWindowed ? given : yield* withoutTwins(given)
  const stages = yield* planStages(pieces, items.length, film, effort, limitBytes)
  if (stages === null) return null
  const inUse = Math.min(items.length, mostInUse)
  const random = createRandom(seed)
  const isHurried = effort.depth === "preview"
  const begun = (options.goesOn && options.start) || []
  if (begun.some((sheet) => sheet.items.length > mostInUse)) return null
  let sheets: NestedSheet[] = []
  let best: NestedSheet[] = [...begun]
  const keepBetter = (nest: readonly NestedSheet[]) => {
    if (nest.some(({ lengthPx }) => lengthPx > film.maxLengthPx)) return
    if (best.length > 0 && !isBetter(nest, best)) return
    best = [...nest]
    options.onBetter?.(best)
  }
  let isRepeated = false
  let done = 0
  let usedBytes = 0
  for (const [index, stage] of stages.entries()) {
    const begin = effort.share(done)
    if (begin >= 1) break
    if (index > 0 && isBetter(best, sheets)) sheets = best
    const isWindowed = stage.kind === "windowed"
    const level = yield* openLevel(
      kernel,
      isWindowed ? asTheyLie(pieces, items, sheets) : pieces,
      film,
      stage.resolution,
      inUse,
      limitBytes,
      seed + index,
      isWindowed,
    )
    const share = () => effort.share(done + level.steps())
    if (index === 0 && begun.length > 0) {
      const isSpent = () => share() >= stage.end
      sheets = (yield* settleSheets(level, items, begun, film.maxLengthPx, isSpent)) ?? [...begun]
    } else if (index === 0) {
      const repeated = yield* repeatSheets(level, items, {
        sheetCount: options.start?.length ?? 1,
        maxLengthPx: film.maxLengthPx,
        sequences: effort.sequences,
        isHurried,
        mostItems: inUse,
        random,
        share,
        end: stage.end,
      })
      if (repeated === null && items.length > inUse) return null
      const all = items.map((_, item) => item)
      sheets = repeated ?? (yield* fillSheets(level, items, all, effort.sequences, share))
      const isSmall = options.start?.every((sheet) => sheet.items.length <= inUse)
      if (options.start && isSmall && isBetter(options.start, sheets)) {
        const isSpent = () => share() >= stage.end
        const settled = yield* settleSheets(level, items, options.start, film.maxLengthPx, isSpent)
        if (settled && !level.isFull() && isBetter(settled, sheets)) sheets = settled
      }
      isRepeated = sheets === repeated
      keepBetter(sheets)
    }
    if (stage.kind === "global" && sheets.length > 1) {
      const isLoose = index === 0 && begun.length === 0
      const begin = share()
      const end = begin + (stage.end - begin) * fewerShare
      const mostFill = isLoose ? loosestFill : settledFill
      const options = { film, isHurried, random, share, end, mostFill }
      const fewer = yield* fewerSheets(level, items, sheets, options)
      keepBetter(fewer.sheets)
      sheets = fewer.nearly ?? fewer.sheets
    }
    sheets = yield* improveSheets(level, items, sheets, stage, film, {
      onBetter: keepBetter,
      isRepeated,
      isHurried,
      dissolves: begun.length > 0 && effort.depth === "long",
      share,
      random,
      bite: index > 0 ? laterBite : undefined,
    })
    sheets = joinSheets(level, items, sheets, film)
    keepBetter(sheets)
    done += level.steps()
    usedBytes = Math.max(usedBytes, level.usedBytes())
  }
  return { sheets: best, steps: done, usedBytes }
}

// Removes the upside-down turns of pieces that look the same upside down: searching the strip for
// those gains nothing. On the coarse steps of many items it does gain, because the turned frame
// lies a part of a step elsewhere.
function* withoutTwins(pieces: readonly NestPiece[]): InSteps<NestPiece[]> {
  const isPauseDue = createPace(comparedAtOnce)
  const distinct: NestPiece[] = []
  for (const piece of pieces) {
    const { outline, turns } = piece
    const isTwin = (turn: number) => turn >= 2 && turns.includes(turn - 2)
    const isSame = turns.some(isTwin) && isHalfSymmetric(outline)
    distinct.push({ ...piece, turns: isSame ? turns.filter((turn) => !isTwin(turn)) : turns })
    if (isPauseDue(1)) yield
  }
  return distinct
}

/**
 * Returns the pieces with only the turns that their items have, because windows of tables leave turns as
 * they are.
 */
export function asTheyLie(
  pieces: readonly NestPiece[],
  items: readonly number[],
  sheets: readonly NestedSheet[],
): NestPiece[] {
  const turns = pieces.map(() => new Set<number>())
  for (const sheet of sheets)
    sheet.items.forEach((item, i) => {
      turns[items[item]].add(sheet.positions[i * positionWords + 2])
    })
  return pieces.map((piece, k) => ({ ...piece, turns: [...turns[k]].sort() }))
}

type Improvement = {
  onBetter(sheets: readonly NestedSheet[]): void
  /** True for sheets of repeats, which are equally full, so filling one up would only undo the last. */
  isRepeated: boolean
  isHurried: boolean
  dissolves: boolean
  share(): number
  random: () => number
  bite: number | undefined
}

// Improves every sheet in turn. Each gets its part of the stage, by its number of items.
function* improveSheets(
  level: Level,
  items: readonly number[],
  given: readonly NestedSheet[],
  stage: Stage,
  film: Film,
  options: Improvement,
): InSteps<NestedSheet[]> {
  const sheets = [...given]
  const begin = options.share()
  const partOf = (count: number) => ((stage.end - begin) * count) / items.length
  let end = begin
  for (let k = 0; k < sheets.length; k++) {
    const part = partOf(sheets[k].items.length)
    end += part
    const improve = (until: number) => improveSheet(level, items, sheets, k, stage, until, options)
    if (stage.kind !== "global" || options.isRepeated || k === sheets.length - 1)
      yield* improve(k === sheets.length - 1 ? stage.end : end)
    else {
      // Fills what the first half frees, and again what the second half frees.
      yield* improve(end - part / 2)
      yield* refill(level, items, sheets, k, film.maxLengthPx, mostInUse)
      yield* improve(end)
      yield* refill(level, items, sheets, k, film.maxLengthPx, mostInUse)
      while (sheets.length > k + 1 && sheets[sheets.length - 1].items.length === 0) sheets.pop()
    }
    if (level.isFull()) break
  }
  return sheets.filter((sheet) => sheet.items.length > 0)
}

function* improveSheet(
  level: Level,
  items: readonly number[],
  sheets: NestedSheet[],
  k: number,
  stage: Stage,
  end: number,
  { share, random, bite, isHurried, dissolves, onBetter }: Improvement,
): InSteps<void> {
  const sheet = sheets[k]
  if (sheet.items.length === 0 || share() >= end) return
  level.useItems(sheet.items.map((item) => items[item]))
  const search: StripSearch = {
    level,
    random,
    share,
    best: sheet,
    isHurried,
    dissolves,
    onBetter(nest) {
      sheets[k] = { ...sheet, ...nest }
      onBetter(sheets)
    },
  }
  if (stage.kind === "global") yield* explore(search, end, bite)
  else yield* squeeze(search, end)
}
