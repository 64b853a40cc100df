import { finish, type InSteps } from "../../in-steps.ts"
import { checkLayoutInSteps } from "../check/check-layout.ts"
import type { LayoutViolation } from "../check/violation.ts"
import { layOutBoxes } from "../lay-out-boxes.ts"
import type { Effort, Layout, LayoutResult, PieceType, SheetBounds } from "../layout.ts"
import type { LayoutHost } from "../layout-kernel.ts"
import { describeLayout } from "../utilisation.ts"
import { isBetter, type NestedSheet } from "./fill-sheets.ts"
import { inkAreaPx2, nestInputOf, toLayout, toSheets } from "./nest-input.ts"
import { onFewerSheets } from "./on-one-roll.ts"
import { type Foot, noFoot } from "./outline.ts"
import type { PrintedInk } from "./printed-ink.ts"
import { nestSteps, searchNest } from "./search-nest.ts"

/** The share of its boxes above which ink leaves nothing to nest into. */
const mostFill = 0.97

const defaultSeed = 1

/**
 * The result of a layout. `utilisation` is the share of the film that is ink for shapes, or boxes of
 * artwork for boxes. `violations` are the check's reasons for giving up a nest for boxes. It should
 * always be empty.
 */
type ShapesResult =
  | Extract<LayoutResult, { kind: "too-large" }>
  | {
      kind: "laid-out"
      layout: Layout
      nesting: "shapes" | "boxes"
      boxesLengthPx: number
      utilisation: number
      violations: LayoutViolation[]
    }

type NestRequest = Pick<Parameters<typeof searchNest>[3], "effort" | "onBetter" | "onShare">

type ShapesOptions = {
  effort: Effort
  seed?: number
  /** The strip at every piece's foot. Its reserve is part of the piece's height. */
  foot?: Foot
  /** Gets the boxes, then every better layout. These are not checked yet. */
  onBetter?: (layout: Layout, boxesLengthPx: number, utilisation: number) => void
  /** Gets, at every pause, the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/**
 * Lays out as `layOut` does, for pieces with silhouettes. `inks[piece]` is null for a piece that is ink
 * all over. Boxes are laid out first, and kept wherever nesting needs as much film, or more sheets. A
 * nest that fails the independent check falls back to boxes. `best` goes on from the result of
 * `balanced`, so it never takes more film. The same input, effort and seed give the same layout in
 * every runtime.
 */
export function layOutShapes(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  host: LayoutHost,
  options: ShapesOptions,
): ShapesResult {
  return finish(layOutShapesInSteps(pieces, inks, bounds, host, options))
}

/** Does `layOutShapes` in steps. Searches that take turns each hold their own kernel. */
export function* layOutShapesInSteps(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  host: LayoutHost,
  { effort, seed = defaultSeed, foot = noFoot, onBetter, onShare }: ShapesOptions,
): InSteps<ShapesResult> {
  const input = nestInputOf(pieces, inks, bounds, foot)
  const inkPx2 = input === null ? 0 : yield* inkAreaPx2(input)
  const boxesPx2 = pieces.reduce(
    (sum, piece) => sum + piece.widthPx * (piece.heightPx - foot.reservePx) * piece.count,
    0,
  )
  const isNestable = input !== null && inkPx2 <= mostFill * boxesPx2
  const efforts: Effort[] = effort === "best" ? ["balanced", "best"] : [effort]
  const boxesEffort = isNestable ? efforts[0] : effort
  // Boxes take as long as the shapes at the same effort, about.
  const parts = [boxesEffort, ...(isNestable ? efforts : [])].map((stageEffort) => nestSteps[stageEffort])
  const all = parts.reduce((sum, part) => sum + part, 0)
  let done = 0
  const noteShare = (share: number) => onShare?.((done + share * parts[0]) / all)
  const boxes = yield* layOutBoxes(pieces, bounds, boxesEffort, { seed, host, onShare: noteShare })
  if (boxes.kind === "too-large") return boxes
  const boxesLengthPx =
    boxesEffort === "quick" && seed === defaultSeed
      ? describeLayout(boxes.layout).lengthPx
      : yield* quickBoxesLengthPx(pieces, bounds, host)
  const violations: LayoutViolation[] = []
  let best = boxes.layout
  if (isNestable) {
    onBetter?.(best, boxesLengthPx, boxesPx2 / filmPx2(best))
    const noteBetter = (layout: Layout) => onBetter?.(layout, boxesLengthPx, inkPx2 / filmPx2(layout))
    const nestFrom = (start: Layout, film: SheetBounds, request: NestRequest) => {
      const search = {
        shapes: input.shapes,
        items: input.items.map(({ shape }) => shape),
        start: toSheets(start, input, film),
        toLayout: (sheets: readonly NestedSheet[]) => toLayout(sheets, input, pieces, film),
      }
      return searchNest(search, film, host, { seed, foot, ...request })
    }
    const isSound = function* (nested: Layout) {
      const problems = yield* checkLayoutInSteps({ pieces, inks, bounds, foot }, nested)
      violations.push(...problems)
      return problems.length === 0
    }
    for (const stageEffort of efforts) {
      done += parts.shift() ?? 0
      const request = { effort: stageEffort, onBetter: noteBetter, onShare: noteShare }
      const nested = yield* nestFrom(best, bounds, request)
      if (nested !== null && isBetter(nested.sheets, best.sheets) && (yield* isSound(nested))) best = nested
    }
    for (const stageEffort of efforts) {
      const order = { input, pieces, bounds, foot }
      for (;;) {
        const fewer = yield* onFewerSheets(best, order, host, { effort: stageEffort, seed })
        if (fewer === null || !(yield* isSound(fewer))) break
        best = fewer
        noteBetter(best)
      }
    }
  }
  const isNested = best !== boxes.layout
  return {
    kind: "laid-out",
    layout: best,
    nesting: isNested ? "shapes" : "boxes",
    boxesLengthPx,
    utilisation: (isNested ? inkPx2 : boxesPx2) / Math.max(1, filmPx2(best)),
    violations,
  }
}

/**
 * Returns the film that pieces take as boxes, packed by the quick search: the measure of nests. A
 * longer search for boxes would take as long as the nest. Every piece has to fit a sheet.
 */
export function* quickBoxesLengthPx(
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  host: LayoutHost | undefined,
): InSteps<number> {
  const boxes = yield* layOutBoxes(pieces, bounds, "quick", { host })
  if (boxes.kind === "too-large") throw new Error(`pieces ${boxes.pieces} lie on a sheet and fit none`)
  return describeLayout(boxes.layout).lengthPx
}

function filmPx2(layout: Layout): number {
  return layout.sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
