import type { InSteps } from "../../in-steps.ts"
import type { GroupRule } from "../check/check-groups.ts"
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
 * each group stays one patch of film. `utilisation` is the share of the film that is ink. `best` goes on
 * from the result of `balanced`. The same input, effort and seed give the same layout in every runtime.
 */
export function* nestByOrder(
  { pieces, inks, bounds, foot, groups }: GroupedPieces,
  host: LayoutHost,
  { effort, seed = 1, neckPx, onBetter, onShare }: NestOptions,
): InSteps<NestedGroups> {
  const efforts: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  const parts = [efforts[0], ...efforts].map((one) => nestSteps[one])
  const all = parts.reduce((sum, part) => sum + part, 0)
  let done = 0
  const noteShare = (share: number) => onShare?.((done + share * (parts[0] ?? 0)) / all)
  const boxes = yield* layOutByOrder(pieces, groups, bounds, {
    effort: efforts[0],
    seed,
    neckPx,
    onShare: noteShare,
  })
  if (boxes.kind === "too-large") return boxes
  const boxesLengthPx = yield* quickBoxesLengthPx(pieces, bounds, host)
  const input = nestInputOf(pieces, inks, bounds, foot)
  const inkPx2 = input === null ? 0 : yield* inkAreaPx2(input)
  const shareOf = (layout: Layout) => inkPx2 / Math.max(1, filmPx2(layout))
  onBetter?.(boxes.layout, boxesLengthPx, shareOf(boxes.layout))
  function* nested(start: Dealt, ownSeed: number): InSteps<Layout> {
    let best = start.layout
    if (input === null) return best
    const rule = ruleOf(start.groups, neckPx)
    for (const [index, stageEffort] of efforts.entries()) {
      done += parts.shift() ?? 0
      const order = { input, pieces, inks, bounds, foot, rule, start: best }
      best = yield* nestGroups(order, host, {
        effort: stageEffort,
        seed: ownSeed,
        goesOn: index > 0,
        onBetter(layout) {
          if (fits(layout, bounds)) onBetter?.(layout, boxesLengthPx, shareOf(layout))
        },
        onShare: noteShare,
      })
    }
    return best
  }
  let best = yield* nested(boxes, seed)
  for (let dealt: Dealt = boxes; ; ) {
    const fewer = yield* nestedOnFewer(dealt, best)
    if (fewer === null) break
    dealt = fewer.dealt
    best = fewer.layout
  }
  // Boxes on longer film are as many to a sheet as their shapes will be.
  function* nestedOnFewer(
    { layout: boxLayout }: Dealt,
    nest: Layout,
  ): InSteps<{ dealt: Dealt; layout: Layout } | null> {
    let searches = 0
    for (const scale of scalesOfFewer(boxLayout, nest, bounds)) {
      if (searches >= mostSearches) break
      const longer = { ...bounds, maxLengthPx: Math.floor(bounds.maxLengthPx * scale) }
      const dealt = yield* layOutByOrder(pieces, groups, longer, { effort: efforts[0], seed, neckPx })
      if (dealt.kind === "too-large" || dealt.layout.sheets.length >= nest.sheets.length) continue
      let { layout } = dealt
      // A nest that ends a little too long is searched on, once.
      for (let tries = 0; tries === 0 || (tries === 1 && isNearly(layout, bounds)); tries++, searches++)
        layout = yield* nested({ ...dealt, layout }, seed + searches)
      if (fits(layout, bounds)) return { dealt, layout }
      const lengthPx = layout.sheets.reduce((sum, sheet) => sum + sheet.lengthPx, 0)
      if (!isNearly(layout, bounds) && lengthPx > layout.sheets.length * bounds.maxLengthPx) break
    }
    return null
  }
  return { kind: "laid-out", layout: best, boxesLengthPx, utilisation: shareOf(best) }
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

// Returns the factors by which boxes may be longer than film so that their nests fit fewer sheets, the least
// first. None if there is no hope of that.
function scalesOfFewer(boxes: Layout, nested: Layout, { maxLengthPx }: SheetBounds): number[] {
  const count = nested.sheets.length
  if (count < 2) return []
  const filmPx = (layout: Layout) => layout.sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  if (filmPx(nested) > (count === 2 ? nearlyOne : nearlyFewer) * (count - 1) * maxLengthPx) return []
  const gain = filmPx(boxes) / filmPx(nested) - 1
  const scales = gainParts.map((part) => Math.min(reachShare, 1 + part * gain))
  return count === 2 ? [...scales, reachShare] : scales
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

function filmPx2({ sheets }: Layout): number {
  return sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
