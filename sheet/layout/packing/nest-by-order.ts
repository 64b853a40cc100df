import type { InSteps } from "../../in-steps.ts"
import type { GroupRule } from "../check/check-groups.ts"
import { inkShapes } from "../check/ink-shapes.ts"
import type { Effort, Layout, PieceType, SheetBounds } from "../layout.ts"
import type { LayoutHost } from "../layout-kernel.ts"
import { quickBoxesLengthPx } from "../nest/lay-out-shapes.ts"
import { reachShare } from "../nest/level.ts"
import { nestGroups } from "../nest/nest-groups.ts"
import { inkAreaPx2, nestInputOf } from "../nest/nest-input.ts"
import type { Foot } from "../nest/outline.ts"
import type { PrintedInk } from "../nest/printed-ink.ts"
import { nestSteps } from "../nest/search-nest.ts"
import { type LaidGroup, layOutByOrder, type PieceGroup } from "./by-order.ts"

type GroupedPieces = {
  pieces: readonly PieceType[]
  inks: readonly (PrintedInk | null)[]
  bounds: SheetBounds
  foot: Foot
  groups: readonly PieceGroup[]
}

type NestOptions = {
  effort: Effort
  seed?: number
  neckPx: number
  /** Gets the boxes, then every shorter nest. These are not checked yet. */
  onBetter?: (layout: Layout, boxesLengthPx: number, utilisation: number) => void
  onShare?: (share: number) => void
}

type NestedGroups =
  | { kind: "too-large"; pieces: number[] }
  | { kind: "laid-out"; layout: Layout; boxesLengthPx: number; utilisation: number }

/**
 * Nests pieces by group: boxes are laid out by group first, then the ink of each sheet is nested so that
 * each group stays one patch of film. A nest on fewer sheets is preferred, then one on less film; none takes
 * more of either than the boxes. `utilisation` is the share of the film that is ink. `best` goes on
 * from the result of `balanced`. The same input, effort and seed give the same layout in every runtime.
 */
export function* nestByOrder(
  { pieces, inks, bounds, foot, groups }: GroupedPieces,
  host: LayoutHost,
  { effort, seed = 1, neckPx, onBetter, onShare }: NestOptions,
): InSteps<NestedGroups> {
  const [first, ...later]: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  // Boxes take as long as the shapes at the same effort, about.
  const parts = [first, first, ...later].map((one) => nestSteps[one])
  const stepsOf = (list: readonly number[]) => list.reduce((sum, steps) => sum + steps, 0)
  const sharing = (part: number) => (share: number) =>
    onShare?.((stepsOf(parts.slice(0, part)) + share * parts[part]) / stepsOf(parts))
  const packed = { effort: first, seed, neckPx, onShare: sharing(0) }
  const boxes = yield* layOutByOrder(pieces, groups, bounds, packed)
  if (boxes.kind === "too-large") return boxes
  const boxesLengthPx = yield* quickBoxesLengthPx(pieces, bounds, host)
  const input = nestInputOf(pieces, inks, bounds, foot)
  const inkPx2 = input === null ? 0 : yield* inkAreaPx2(input)
  const shareOf = (layout: Layout) => inkPx2 / Math.max(1, filmPx2(layout))
  const done = (layout: Layout): NestedGroups => {
    return { kind: "laid-out", layout, boxesLengthPx, utilisation: shareOf(layout) }
  }
  onBetter?.(boxes.layout, boxesLengthPx, shareOf(boxes.layout))
  if (input === null) return done(boxes.layout)
  const boxesPx = filmPx(boxes.layout)
  const inkOf = inkShapes(pieces, inks, foot)
  const nested = (dealt: Dealt, search: { part: number; effort: Effort; seed: number }): InSteps<Layout> => {
    const rule = ruleOf(dealt.groups, neckPx)
    const order = { input, pieces, inks, bounds, foot, inkOf, rule, start: dealt.layout }
    return nestGroups(order, host, {
      effort: search.effort,
      seed: search.seed,
      goesOn: search.part > 1,
      onBetter(layout) {
        if (fits(layout, bounds)) onBetter?.(layout, boxesLengthPx, shareOf(layout))
      },
      onShare: sharing(search.part),
    })
  }
  let best: Dealt = { ...boxes, layout: yield* nested(boxes, { part: 1, effort: first, seed }) }
  best = (yield* onFewerSheets(best.layout)) ?? best
  // Boxes on longer film are as many to a sheet as their shapes will be.
  function* onFewerSheets(nest: Layout): InSteps<Dealt | null> {
    let searches = 0
    for (const count of fewerCounts(nest, bounds)) {
      for (const scale of scalesOf(boxesPx / filmPx(nest), count)) {
        const longer = { ...bounds, maxLengthPx: Math.floor(bounds.maxLengthPx * scale) }
        const dealt = yield* layOutByOrder(pieces, groups, longer, { effort: "quick", seed, neckPx })
        if (dealt.kind === "too-large" || dealt.layout.sheets.length > count) continue
        let { layout } = dealt
        // A nest that ends a little too long is searched on, once.
        for (let tries = 0; tries === 0 || (tries === 1 && isNearly(layout, bounds)); tries++) {
          if (searches === mostSearches) return null
          searches++
          layout = yield* nested({ ...dealt, layout }, { part: 1, effort: first, seed: seed + searches })
        }
        if (fits(layout, bounds) && filmPx(layout) <= boxesPx) return { ...dealt, layout }
        if (!isNearly(layout, bounds) && filmPx(layout) > layout.sheets.length * bounds.maxLengthPx) break
      }
    }
    return null
  }
  for (const [index, stageEffort] of later.entries())
    best = { ...best, layout: yield* nested(best, { part: index + 2, effort: stageEffort, seed }) }
  return done(best.layout)
}

type Dealt = { layout: Layout; groups: readonly LaidGroup[] }

function fits({ sheets }: Layout, { maxLengthPx }: SheetBounds): boolean {
  return sheets.every(({ lengthPx }) => lengthPx <= maxLengthPx)
}

function isNearly(layout: Layout, bounds: SheetBounds): boolean {
  return !fits(layout, bounds) && fits(layout, { ...bounds, maxLengthPx: nearlyShare * bounds.maxLengthPx })
}

/**
 * The share of the fewer sheets' film up to which fewer are tried: one film instead of two is shorter by
 * more than one of many.
 */
const nearlyOne = 1.2
const nearlyFewer = 1.05
/** The parts of what nesting gained by which film is made longer, one after the other. */
const gainParts = [0.3, 0.6, 0.75, 0.9, 1.05, 1.2]
/** The searches for fewer sheets after which none is begun from other boxes. */
const mostSearches = 4
/** The share of the film up to which a nest on fewer sheets is searched on. */
const nearlyShare = 1.03

// Returns the numbers of sheets below a nest's that its film gives hope of, the least first.
function fewerCounts(nest: Layout, { maxLengthPx }: SheetBounds): number[] {
  return Array.from({ length: nest.sheets.length - 1 }, (_, i) => i + 1).filter(
    (count) => filmPx(nest) <= (count === 1 ? nearlyOne : nearlyFewer) * count * maxLengthPx,
  )
}

// Returns the factors by which boxes may be longer than film so that their nests fit so many sheets, the least first.
function scalesOf(gain: number, count: number): number[] {
  const scales = gainParts.map((part) => Math.min(reachShare, 1 + part * (gain - 1)))
  return count === 1 ? [...scales, reachShare] : scales
}

function ruleOf(groups: readonly LaidGroup[], neckPx: number): GroupRule {
  const groupOf = new Map(
    groups.flatMap(({ copies }, group) => copies.map(({ piece, copy }) => [`${piece} ${copy}`, group])),
  )
  return {
    groupOf: (piece, copy) => groupOf.get(`${piece} ${copy}`)!,
    ranks: groups.map(({ rank }) => rank),
    neckPx,
  }
}

function filmPx({ sheets }: Layout): number {
  return sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
}

function filmPx2({ sheets }: Layout): number {
  return sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
