import type { InSteps } from "../../in-steps.ts"
import type { Resolution } from "./bitmap.ts"
import { estimateTables, type Film, type NestPiece } from "./level.ts"

/** The amount of a search, and its fineness. */
export type NestEffort = {
  /**
   * Returns the share of the effort used after so many kernel steps, from 0 to 1. Only counted steps
   * repeat everywhere.
   */
  share(steps: number): number
  /**
   * `preview` searches coarse steps only. `long` halves them early, `short` midway and if their
   * tables are cheap. All squeeze on finer steps at the end.
   */
  depth: "preview" | "short" | "long"
  /** The positions across the film on the coarsest steps, about. */
  across: number
  /** The sequences in which items are first placed one by one. */
  sequences: number
}

/**
 * The part of the effort of one resolution, up to `end`. Coarse steps learn fastest. The finest
 * only move items by hairs, which takes a moment of search, on windows of tables. For many items it
 * uses whole tables, which copies share.
 */
export type Stage = { resolution: Resolution; end: number; kind: "global" | "local" | "windowed" }

/**
 * The most items in the kernel at once: a pair takes 9 bytes, and every pass looks at all pairs.
 */
export const mostInUse = 800

/** The number of items up to which making windows takes less time than making their pieces' tables. */
export const mostWindowed = 250

/**
 * The bytes of finer steps' tables that a one-second search can afford: they cost a tenth of its time.
 */
const cheapTablesBytes = 16_000_000

/** The bytes that the kernel needs beside its tables, about: items, bitmaps, sums. */
const besideTablesBytes = 4_000_000

/**
 * Plans the stages for the requested number of positions. Steps get coarser until all tables fit the
 * memory, for every level that searches the whole strip, because such a level comes to need all of
 * them. Null if no steps fit.
 */
export function* planStages(
  pieces: readonly NestPiece[],
  count: number,
  film: Film,
  { depth, across }: Pick<NestEffort, "depth" | "across">,
  limitBytes: number,
): InSteps<Stage[] | null> {
  const pairBytes = Math.min(count, mostInUse) ** 2 * 9
  function* mostTables(stages: readonly Stage[]): InSteps<number> {
    let most = 0
    for (const { resolution, kind } of stages)
      if (kind === "global") most = Math.max(most, yield* estimateTables(pieces, film, resolution))
    return most
  }
  for (let unit = unitOf(film.widthPx, across); ; unit = Math.ceil(unit * 1.2)) {
    const stages = count > mostWindowed ? stagesOfMany(depth, unit) : stagesOf(depth, unit)
    if ((yield* mostTables(stages)) + pairBytes + besideTablesBytes > limitBytes) {
      if (stages[0].resolution.stepPx * 16 > film.widthPx) return null
      continue
    }
    if (depth !== "short" || count > mostWindowed) return stages
    const finer = finerStagesOf(unit)
    return (yield* mostTables(finer)) <= cheapTablesBytes ? finer : stages
  }
}

/** Returns the coarsest resolution of a search whose tables fit the memory. */
export function coarsestResolution(widthPx: number, across: number): Resolution {
  return coarsest(unitOf(widthPx, across))
}

function unitOf(widthPx: number, across: number): number {
  return Math.max(1, Math.round(widthPx / across / 8))
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

// Returns the finer stages of a one-second search, if their tables are cheap.
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

// Returns a resolution for windows, which are narrow, so moves look half as far.
function windowed(resolution: Resolution): Resolution {
  return { ...resolution, coarse: resolution.coarse / 2 }
}

// Returns the greatest divisor of a number of pixels, at most half of it.
function partOf(unitPx: number): number {
  let part = Math.max(1, Math.floor(unitPx / 2))
  while (unitPx % part > 0) part--
  return part
}
