import type { InSteps } from "../../in-steps.ts"
import { apartGroups, aroundGroups, checkGroups, cutCellPx, type GroupRule } from "../check/check-groups.ts"
import { checkLayoutInSteps } from "../check/check-layout.ts"
import { cutFilm, type InkCells, inkCells } from "../check/cut-film.ts"
import type { InkShapes } from "../check/ink-shapes.ts"
import type { QuarterTurns } from "../check/turned-rect.ts"
import type { Effort, Layout, PieceType, SheetBounds } from "../layout.ts"
import { inLayoutKernel, type LayoutHost, type LayoutKernel } from "../layout-kernel.ts"
import { createRandom } from "../random.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import { type Film, type Level, openLevel, type Positions, positionWords, reachShare } from "./level.ts"
import { type NestInput, toLayout, toSheets } from "./nest-input.ts"
import { asTheyLie } from "./nest-sheets.ts"
import type { Foot } from "./outline.ts"
import { openPatches, type Patches } from "./patches.ts"
import type { PrintedInk } from "./printed-ink.ts"
import { nestEffort } from "./search-nest.ts"
import { separate } from "./separate.ts"
import { mostInUse, planStages } from "./stages.ts"
import { explore, type StripSearch, squeeze } from "./strip-search.ts"

/** The input of a nest by groups. `start` is a layout that keeps the rule, of boxes or shapes. */
type GroupNest = {
  input: NestInput
  pieces: readonly PieceType[]
  inks: readonly (PrintedInk | null)[]
  bounds: SheetBounds
  foot: Foot
  /** The shapes of the pieces with their foot. */
  inkOf: InkShapes
  rule: GroupRule
  start: Layout
}

type GroupNestOptions = {
  effort: Effort
  seed: number
  goesOn: boolean
  onBetter(layout: Layout): void
  onShare(share: number): void
}

/** The slack in the film between boxes of a group that lie beside each other, and how far they do: in necks. */
const slackNecks = 0.25
const alongNecks = 2

/** The kernel's steps that cutting a cell of film takes, about. */
const stepsPerCell = 15

/**
 * The steps, and then the shares of its film, by which a sheet may get longer while boxes settle on the grid,
 * where rounding makes some overlap.
 */
const settleSteps = 4
const settleShares = [0, 0.05, 0.15]
const settlePatience = { idlePasses: 30, tries: 1 }
const laterBite = 0.002

/**
 * Nests each sheet of a layout by groups: every group stays on its sheet and in one patch of film, and
 * groups follow each other by rank. Returns the start's sheets where no shorter nest keeps the rule, or
 * where more pieces lie than the kernel holds. A start may be longer than the film allows, up to
 * `reachShare`; so may be the result then.
 */
export function* nestGroups(order: GroupNest, host: LayoutHost, options: GroupNestOptions): InSteps<Layout> {
  return yield* inLayoutKernel(host, (kernel) => nestAll(kernel, order, options))
}

function* nestAll(
  kernel: LayoutKernel,
  order: GroupNest,
  { effort, seed, goesOn, onBetter, onShare }: GroupNestOptions,
): InSteps<Layout> {
  const { input, pieces, bounds, start } = order
  const { steps } = nestEffort(effort, input.items.length)
  const sheets = toSheets(start, input, bounds)
  let done = 0
  for (const [k, sheet] of sheets.entries()) {
    const budget = (steps * sheet.items.length) / input.items.length
    const search = nestSheet(kernel, order, sheet, {
      effort,
      budget,
      seed: seed + k,
      goesOn,
      onBetter(nest) {
        onBetter(toLayout(sheets.with(k, nest), input, pieces, bounds))
      },
      onSteps: (count) => onShare(Math.min(1, (done + count) / steps)),
    })
    sheets[k] = yield* search
    done += budget
  }
  return toLayout(sheets, input, pieces, bounds)
}

type SheetOptions = {
  effort: Effort
  budget: number
  seed: number
  goesOn: boolean
  onBetter(nest: NestedSheet): void
  onSteps(steps: number): void
}

function* nestSheet(
  kernel: LayoutKernel,
  { input, pieces, inks, bounds, foot, inkOf, rule }: GroupNest,
  start: NestedSheet,
  { effort, budget, seed, goesOn, onBetter, onSteps }: SheetOptions,
): InSteps<NestedSheet> {
  const { limitBytes, ...search } = nestEffort(effort, input.items.length)
  const film: Film = {
    widthPx: bounds.widthPx - 2 * bounds.edgePx,
    maxLengthPx: bounds.maxLengthPx - 2 * bounds.edgePx,
    gapPx: bounds.gapPx,
    stripBeyondPx: foot.stripPx - foot.reservePx,
  }
  if (start.items.length > mostInUse) return start
  // Only the shapes of this sheet are in the kernel.
  const used = [...new Set(start.items.map((item) => input.items[item].shape))]
  const shapes = used.map((shape) => input.shapes[shape])
  const items = start.items.map((item) => used.indexOf(input.items[item].shape))
  const stages = yield* planStages(shapes, items.length, film, search, limitBytes)
  if (stages === null) return start
  const ofItem = start.items.map((item) => input.items[item])
  const groups = ofItem.map(({ piece, copy }) => rule.groupOf(piece, copy))
  const random = createRandom(seed)
  const tieSizes = { slackPx: slackNecks * rule.neckPx, alongPx: alongNecks * rule.neckPx }
  const cellPx = cutCellPx(bounds.gapPx, rule.neckPx)
  const cellsPerPx = bounds.widthPx / cellPx ** 2
  const knownCells = new Map<number, InkCells>()

  function cellsOf(piece: number, turns: QuarterTurns): InkCells {
    const key = 4 * piece + turns
    const cells = knownCells.get(key) ?? inkCells(inkOf.shapeOf(piece, turns).ink, cellPx)
    knownCells.set(key, cells)
    return cells
  }

  function apartPairs(positions: Positions): ReadonlySet<number> | null {
    let endPx = 0
    const laid = ofItem.map(({ piece }, i) => {
      const [x, y, turn] = positions.subarray(i * positionWords, i * positionWords + 3)
      const { widthPx, heightPx } = pieces[piece]
      endPx = Math.max(endPx, y + (turn % 2 === 1 ? widthPx : heightPx))
      const cells = cellsOf(piece, turn as QuarterTurns)
      return { cells, x: x + bounds.edgePx, y: y + bounds.edgePx }
    })
    const sheet = { widthPx: bounds.widthPx, lengthPx: endPx + 2 * bounds.edgePx }
    const cut = cutFilm(laid, sheet, cellPx)
    const neckPx = rule.neckPx + cellPx
    if (apartGroups(cut, groups, neckPx).length === 0 && aroundGroups(cut, groups).length === 0) return null
    const pairs = new Set<number>()
    groups.forEach((group, a) => {
      for (let b = a + 1; b < groups.length; b++)
        if (groups[b] === group && cut.borderPx(a, b) < neckPx) pairs.add(a * groups.length + b)
    })
    return pairs
  }

  function* isSound(nest: NestedSheet): InSteps<boolean> {
    const layout = toLayout([nest], input, pieces, bounds)
    const [sheet] = layout.sheets
    if (checkGroups(sheet, { shapes: inkOf, gapPx: bounds.gapPx, rule }).length > 0) return false
    const violations = yield* checkLayoutInSteps({ pieces, inks, bounds, foot }, layout)
    return violations.every(({ code }) => code === "missing" || code === "too-long")
  }

  // Returns the best nest as it lies on a level's grid, a little longer if need be. Null if it does not settle.
  function* settle(
    level: Level,
    isGlobal: boolean,
    isSpent: () => boolean,
    patches: Patches,
  ): InSteps<NestedSheet | null> {
    for (const more of settleShares) {
      const wantedPx = Math.ceil(best.lengthPx * (1 + more)) + settleSteps * level.resolution.stepPx
      level.setLength(Math.min(Math.floor(reachShare * film.maxLengthPx), wantedPx))
      yield* level.write(best.positions)
      const { loss } = yield* separate(level, settlePatience, isGlobal, isSpent, patches)
      if (loss === 0) return { ...best, positions: level.read(), lengthPx: level.lengthPx() }
    }
    return null
  }

  let best = start
  let nest: NestedSheet | null = null
  let done = 0
  for (const [index, stage] of stages.entries()) {
    if (done >= budget) break
    const isWindowed = stage.kind === "windowed"
    const isLonger: boolean = nest === null || nest.lengthPx > best.lengthPx
    const lying: NestedSheet[] = [...(isLonger ? [best] : []), ...(nest === null ? [] : [nest])]
    const own = [...items.keys()]
    const inKernel = isWindowed
      ? asTheyLie(
          shapes,
          items,
          lying.map((sheet) => ({ ...sheet, items: own })),
        )
      : shapes
    const level: Level = yield* openLevel(
      kernel,
      inKernel,
      film,
      stage.resolution,
      items.length,
      limitBytes,
      seed + index,
      isWindowed,
      tieSizes,
    )
    level.useItems(items)
    const share = () => {
      onSteps(done + level.steps())
      return (done + level.steps()) / budget
    }
    const patches = openPatches(level, {
      groups,
      ranks: rule.ranks,
      gapPx: bounds.gapPx,
      ...tieSizes,
      apartPairs(positions) {
        level.charge(Math.ceil(level.lengthPx() * cellsPerPx * stepsPerCell))
        return apartPairs(positions)
      },
    })
    // What lies on coarser steps lies on finer ones as well. Anything else settles.
    if (isLonger) {
      const settled: NestedSheet | null = yield* settle(
        level,
        !isWindowed,
        () => share() >= stage.end,
        patches,
      )
      if (settled !== null && (nest === null || settled.lengthPx < nest.lengthPx)) nest = settled
    }
    if (nest === null) {
      done += level.steps()
      continue
    }
    const strip: StripSearch = {
      level,
      random,
      share,
      best: nest,
      isHurried: search.depth === "preview",
      dissolves: goesOn && search.depth === "long",
      patches,
      onBetter(shorter) {
        if (shorter.lengthPx < best.lengthPx) onBetter({ ...start, ...shorter })
      },
    }
    if (stage.kind === "global") yield* explore(strip, stage.end, index > 0 ? laterBite : undefined)
    else yield* squeeze(strip, stage.end)
    done += level.steps()
    nest = { ...start, ...strip.best }
    if (nest.lengthPx < best.lengthPx && (yield* isSound(nest))) best = nest
  }
  return best
}
