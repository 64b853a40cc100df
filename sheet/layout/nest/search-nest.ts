import { type InSteps, noting } from "../../in-steps.ts"
import type { Effort, Layout, SheetBounds } from "../layout.ts"
import { inLayoutKernel, type LayoutHost } from "../layout-kernel.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import type { NestPiece } from "./level.ts"
import { nestSheets } from "./nest-sheets.ts"
import type { Foot } from "./outline.ts"
import { coarsestResolution, type NestEffort } from "./stages.ts"

/**
 * Elementary steps of the kernel that a current desktop core makes in a millisecond. Measured over
 * the benchmark's gang sheets: 750,000 to 1,400,000.
 */
const nestStepsPerMs = 1_000_000

/**
 * The efforts: `quick` takes less than a tenth of a second, tables included; `balanced` about one
 * second, `best` ten.
 */
const efforts: Record<Effort, Omit<NestEffort, "share"> & { steps: number }> = {
  quick: { steps: 100 * nestStepsPerMs, depth: "preview", across: 160, sequences: 2 },
  balanced: { steps: 1_000 * nestStepsPerMs, depth: "short", across: 256, sequences: 4 },
  best: { steps: 10_000 * nestStepsPerMs, depth: "long", across: 256, sequences: 4 },
}

/** The number of copies from which a search gets its whole effort. Fewer need less. */
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

/** The kernel's steps at each effort. */
export const nestSteps: Record<Effort, number> = {
  quick: efforts.quick.steps,
  balanced: efforts.balanced.steps,
  best: efforts.best.steps,
}

/** Returns the effort of a search for so many copies. */
export function nestEffort(
  effort: Effort,
  copies: number,
): Omit<NestEffort, "share"> & { steps: number; limitBytes: number } {
  const { steps, ...search } = efforts[effort]
  const share = Math.min(1, copies / wholeEffortCopies)
  return { ...search, steps: steps * share, limitBytes: kernelLimitBytes[effort] }
}

/** Returns the coarsest steps of a search on a film of this width, unless its memory needs coarser ones. */
export function coarsestStepPx(widthPx: number, effort: Effort): number {
  return coarsestResolution(widthPx, efforts[effort].across).stepPx
}

/** The question to a search: shapes, the shape of each item, and sheets to begin with. */
export type NestQuestion = {
  shapes: readonly NestPiece[]
  items: readonly number[]
  start: readonly NestedSheet[]
  toLayout(sheets: readonly NestedSheet[]): Layout
}

type NestSearch = {
  effort: Effort
  seed: number
  foot: Foot
  /** Goes on from the start, see nestSheets. */
  goesOn?: boolean
  onBetter(layout: Layout): void
  onShare(share: number): void
}

/** Nests shapes for as long as the effort says. Null if the memory is too small. */
export function* searchNest(
  { shapes, items, start, toLayout }: NestQuestion,
  bounds: SheetBounds,
  host: LayoutHost,
  { effort, seed, foot, goesOn, onBetter, onShare }: NestSearch,
): InSteps<Layout | null> {
  const { steps, limitBytes, ...search } = nestEffort(effort, items.length)
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
    limitBytes,
    start,
    goesOn,
    onBetter(sheets: readonly NestedSheet[]) {
      if (isShorter(sheets, start)) onBetter(toLayout(sheets))
    },
  }
  const result = yield* inLayoutKernel(host, (kernel) =>
    noting(nestSheets(kernel, shapes, items, film, options), () => onShare(Math.min(1, doneShare))),
  )
  return result && toLayout(result.sheets)
}

type Sheets = readonly { lengthPx: number }[]

/** Returns whether sheets take less film, and are no more, than others. */
export function isShorter(sheets: Sheets, than: Sheets): boolean {
  const film = (list: Sheets) => list.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  return sheets.length <= than.length && film(sheets) < film(than)
}
