import { finish, type InSteps, noting } from "../../in-steps.ts"
import { checkLayoutInSteps } from "../check/check-layout.ts"
import type { LayoutViolation } from "../check/violation.ts"
import { layOutBoxes } from "../lay-out-boxes.ts"
import type { Effort, Layout, LayoutResult, PieceType, SheetBounds } from "../layout.ts"
import { inLayoutKernel, type LayoutHost } from "../layout-kernel.ts"
import { describeLayout } from "../utilisation.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import { inkAreaPx2, type NestInput, nestInputOf, toLayout, toSheets } from "./nest-input.ts"
import { nestSheets } from "./nest-sheets.ts"
import { type Foot, noFoot } from "./outline.ts"
import type { PrintedInk } from "./printed-ink.ts"
import type { NestEffort } from "./stages.ts"

/**
 * Elementary steps of the kernel that a current desktop core makes in a millisecond. Measured over
 * the benchmark's gang sheets: 750,000 to 1,400,000.
 */
const nestStepsPerMs = 1_000_000

/**
 * `quick` takes less than a tenth of a second, tables included; `balanced` about one second,
 * `best` ten.
 */
const nestEfforts: Record<Effort, Omit<NestEffort, "share"> & { steps: number }> = {
  quick: { steps: 100 * nestStepsPerMs, depth: "preview", across: 160, sequences: 2 },
  balanced: { steps: 1_000 * nestStepsPerMs, depth: "short", across: 256, sequences: 4 },
  best: { steps: 10_000 * nestStepsPerMs, depth: "long", across: 256, sequences: 4 },
}

/** From this many copies on a search gets its whole effort. Fewer need less. */
const wholeEffortCopies = 20

/**
 * The kernel's memory limit: half of a Worker's 128 MB, less the host's own share. Shorter searches
 * take less.
 */
const kernelLimitBytes: Record<Effort, number> = {
  quick: 24_000_000,
  balanced: 24_000_000,
  best: 56_000_000,
}

/** Ink that fills more of its boxes than this leaves nothing to nest into. */
const mostFill = 0.97

const defaultSeed = 1

/**
 * `utilisation` is the share of the film that is ink for shapes, or boxes of artwork for boxes.
 * `violations` says why a nest failed the check and was given up for boxes. It should always be
 * empty.
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

type ShapesOptions = {
  effort: Effort
  seed?: number
  /** The strip at every piece's foot. Its reserve is part of the piece's height. */
  foot?: Foot
  /** Called with the boxes, then with every better layout. These are not checked yet. */
  onBetter?: (layout: Layout, boxesLengthPx: number, utilisation: number) => void
  /** Called at every pause with the share of the search that is done, 0 to 1. */
  onShare?: (share: number) => void
}

/**
 * `layOut` for pieces with silhouettes. `inks[piece]` is null for a piece that is ink all over.
 * Boxes are laid out first, and kept wherever nesting needs as much film, or more sheets. A nest
 * that fails the independent check falls back to boxes. `best` goes on from what `balanced` finds,
 * so it never takes more film. The same input, effort and seed give the same layout in every
 * runtime.
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

/** `layOutShapes` in steps. Searches that take turns each hold a kernel of their own. */
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
  const parts = [boxesEffort, ...(isNestable ? efforts : [])].map((each) => nestEfforts[each].steps)
  const all = parts.reduce((sum, part) => sum + part, 0)
  let done = 0
  const noteShare = (share: number) => onShare?.((done + share * parts[0]) / all)
  const boxes = yield* layOutBoxes(pieces, bounds, boxesEffort, { seed, host, onShare: noteShare })
  if (boxes.kind === "too-large") return boxes
  const boxesLengthPx = describeLayout(boxes.layout).lengthPx
  const violations: LayoutViolation[] = []
  let best = boxes.layout
  if (isNestable) {
    onBetter?.(best, boxesLengthPx, boxesPx2 / filmPx2(best))
    for (const each of efforts) {
      done += parts.shift() ?? 0
      const nested = yield* nest(input, pieces, bounds, host, {
        effort: each,
        seed,
        foot,
        start: best,
        onBetter: (layout) => onBetter?.(layout, boxesLengthPx, inkPx2 / filmPx2(layout)),
        onShare: noteShare,
      })
      if (nested === null || !isShorter(nested.sheets, best.sheets)) continue
      const found = yield* checkLayoutInSteps({ pieces, inks, bounds, foot }, nested)
      if (found.length === 0) best = nested
      violations.push(...found)
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

type NestSearch = {
  effort: Effort
  seed: number
  foot: Foot
  start: Layout
  onBetter(layout: Layout): void
  onShare(share: number): void
}

// Nests the shapes. Null where the memory is too small.
function* nest(
  input: NestInput,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  host: LayoutHost,
  { effort, seed, foot, start, onBetter, onShare }: NestSearch,
): InSteps<Layout | null> {
  const { steps: wholeSteps, ...search } = nestEfforts[effort]
  const steps = wholeSteps * Math.min(1, input.items.length / wholeEffortCopies)
  const startSheets = toSheets(start, input, bounds)
  const items = input.items.map(({ shape }) => shape)
  const film = {
    widthPx: bounds.widthPx - 2 * bounds.edgePx,
    maxLengthPx: bounds.maxLengthPx - 2 * bounds.edgePx,
    gapPx: bounds.gapPx,
    stripBeyondPx: foot.stripPx - foot.reservePx,
  }
  let doneShare = 0
  const share = (done: number) => {
    doneShare = done / steps
    return doneShare
  }
  const options = {
    effort: { ...search, share },
    seed,
    limitBytes: kernelLimitBytes[effort],
    start: startSheets,
    onBetter(sheets: readonly NestedSheet[]) {
      if (isShorter(sheets, startSheets)) onBetter(toLayout(sheets, input, pieces, bounds))
    },
  }
  const result = yield* inLayoutKernel(host, (kernel) =>
    noting(nestSheets(kernel, input.shapes, items, film, options), () => onShare(Math.min(1, doneShare))),
  )
  return result && toLayout(result.sheets, input, pieces, bounds)
}

type Sheets = readonly { lengthPx: number }[]

function isShorter(sheets: Sheets, than: Sheets): boolean {
  const film = (list: Sheets) => list.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  return sheets.length <= than.length && film(sheets) < film(than)
}

function filmPx2(layout: Layout): number {
  return layout.sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
}
