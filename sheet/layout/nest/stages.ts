import type { Resolution } from "./bitmap.ts"
import { estimateTables, type Film, type NestPiece } from "./level.ts"

/** How much is searched, and how finely. */
export type NestEffort = {
  /**
   * What part of the effort is used after so many steps of the kernel, from 0 to 1. Steps alone
   * repeat everywhere.
   */
  share(steps: number): number
  /**
   * `preview` searches coarse steps only, `long` soon halves them, `short` midway and where their
   * tables are cheap; all squeeze on finer ones at the end.
   */
  depth: "preview" | "short" | "long"
  /** Positions across the film on the coarsest steps, about. */
  across: number
  /** Sequences in which items are placed one by one to begin with. */
  sequences: number
}

/**
 * The part of the effort that a resolution gets, ending at `end`. Coarse steps learn fastest. The
 * finest only move what is there by hairs, which a moment of search has done: on windows of tables
 * or, for many items, on whole tables, which copies share.
 */
export type Stage = { resolution: Resolution; end: number; kind: "global" | "local" | "windowed" }

/** Items in the kernel at once, at most: every two of them take 9 bytes, and every pass looks at all. */
export const mostInUse = 800

/** Items up to which windows are made in less time than the tables of their pieces. */
export const mostWindowed = 250

/** Tables of finer steps that a second's search can afford: they cost it a tenth of its time. */
const cheapTablesBytes = 16_000_000

/** What the kernel needs beside its tables, about: items, bitmaps, sums. */
const besideTablesBytes = 4_000_000

/**
 * The stages for the wanted number of positions. They get coarser until the tables of every level
 * that searches the whole strip, and so comes to need all of them, fit the memory. Null where none
 * do.
 */
export function planStages(
  pieces: readonly NestPiece[],
  count: number,
  film: Film,
  { depth, across }: Pick<NestEffort, "depth" | "across">,
  limitBytes: number,
): Stage[] | null {
  const pairBytes = Math.min(count, mostInUse) ** 2 * 9
  const tables = ({ resolution, kind }: Stage) =>
    kind === "global" ? estimateTables(pieces, film, resolution) : 0
  for (let unit = Math.max(1, Math.round(film.widthPx / across / 8)); ; unit = Math.ceil(unit * 1.2)) {
    const stages = count > mostWindowed ? stagesOfMany(depth, unit) : stagesOf(depth, unit)
    if (Math.max(...stages.map(tables)) + pairBytes + besideTablesBytes > limitBytes) {
      if (stages[0].resolution.stepPx * 16 > film.widthPx) return null
      continue
    }
    if (depth !== "short" || count > mostWindowed) return stages
    const finer = finerStagesOf(unit)
    return Math.max(...finer.map(tables)) <= cheapTablesBytes ? finer : stages
  }
}

const coarsest = (unitPx: number): Resolution => ({ stepPx: 8 * unitPx, fineShift: 1, coarse: 4 })
const middle = (unitPx: number): Resolution => ({ stepPx: 4 * unitPx, fineShift: 2, coarse: 8 })
const fine = (unitPx: number): Resolution => ({ stepPx: 2 * unitPx, fineShift: 1, coarse: 8 })
const finest = (unitPx: number): Resolution => ({ stepPx: 2 * partOf(unitPx), fineShift: 1, coarse: 8 })

function stagesOf(depth: NestEffort["depth"], unitPx: number): Stage[] {
  if (depth === "preview")
    return [
      { resolution: coarsest(unitPx), end: 0.85, kind: "global" },
      { resolution: windowed(fine(unitPx)), end: 1, kind: "windowed" },
    ]
  if (depth === "short")
    return [
      { resolution: coarsest(unitPx), end: 0.86, kind: "global" },
      { resolution: windowed(middle(unitPx)), end: 0.9, kind: "windowed" },
      { resolution: windowed(fine(unitPx)), end: 0.95, kind: "windowed" },
      { resolution: windowed(finest(unitPx)), end: 1, kind: "windowed" },
    ]
  return [
    { resolution: coarsest(unitPx), end: 0.1, kind: "global" },
    { resolution: middle(unitPx), end: 0.96, kind: "global" },
    { resolution: windowed(fine(unitPx)), end: 0.98, kind: "windowed" },
    { resolution: windowed(finest(unitPx)), end: 1, kind: "windowed" },
  ]
}

// A second's search where the tables of finer steps are soon made.
function finerStagesOf(unitPx: number): Stage[] {
  return [
    { resolution: coarsest(unitPx), end: 0.4, kind: "global" },
    { resolution: middle(unitPx), end: 0.95, kind: "global" },
    { resolution: windowed(fine(unitPx)), end: 0.975, kind: "windowed" },
    { resolution: windowed(finest(unitPx)), end: 1, kind: "windowed" },
  ]
}

function stagesOfMany(depth: NestEffort["depth"], unitPx: number): Stage[] {
  if (depth === "preview") return [{ resolution: coarsest(unitPx), end: 1, kind: "global" }]
  if (depth === "short")
    return [
      { resolution: coarsest(unitPx), end: 0.8, kind: "global" },
      { resolution: middle(unitPx), end: 1, kind: "local" },
    ]
  return [
    { resolution: coarsest(unitPx), end: 0.1, kind: "global" },
    { resolution: middle(unitPx), end: 0.85, kind: "global" },
    { resolution: fine(unitPx), end: 1, kind: "local" },
  ]
}

// Windows are narrow: moves look half as far.
function windowed(resolution: Resolution): Resolution {
  return { ...resolution, coarse: resolution.coarse / 2 }
}

// The greatest number of pixels that a unit is a multiple of, at most half of it.
function partOf(unitPx: number): number {
  let part = Math.max(1, Math.floor(unitPx / 2))
  while (unitPx % part > 0) part--
  return part
}
