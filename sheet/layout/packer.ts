import type { PackingLog } from "./packing-log.ts"
import type { Rectangles } from "./rectangles.ts"

/**
 * A skyline's segments from left to right: the start of each, 0 first, and its height. Neighbours
 * differ in height.
 */
export type Skyline = { x: Int32Array; y: Int32Array }

/**
 * The room to pack: `fullSheets` sheets of one height, then a last one. Without full sheets the last
 * one may start filled up to a `skyline`. That has at most two segments more than the packer's
 * capacity leaves beside the sequence.
 */
export type Target = { fullSheets: number; fullHeight: number; lastHeight: number; skyline?: Skyline }

/**
 * A packing of all rectangles on `fullSheets` full sheets and a last one that ends at `lastHeight`
 * (0 if empty). `placed` holds turn, sheet, x, y of each, four numbers apiece, or null for the
 * packing that the search was given. `sequence` is the packed sequence.
 */
export type SheetsPacking = { lastHeight: number; placed: Int32Array | null; sequence: Int32Array }

/**
 * A packer of sequences of rectangles under a skyline. One packer serves one search, so its working
 * memory is allocated once. `placed()` copies out the latest packing: turn, sheet, x, y of each
 * rectangle in the order of placing. `usedSheets` and `usedHeight` say on which sheet, and where on
 * it, the packing ends. `work` counts elementary steps over all packings.
 *
 * `keep()` returns the latest packing's log and keeps it until the next `keep()`. A later packing
 * repeats the kept log's first `replayed` steps without deciding anew. That is for a sequence that
 * changes nothing before that step, to the same target. The caller may reorder the kept log's
 * `stepOf` along with the sequence.
 */
export type Packer = {
  pack(sequence: Int32Array, target: Target, limit: number, replayed?: number): number
  keep(): PackingLog
  placed(): Int32Array
  hasTurn(turn: number): boolean
  stripWidth: number
  usedSheets: number
  usedHeight: number
  work: number
  /** See `isPauseDue`. */
  pauseAt: number
}

/** The steps (see `effort.ts`) from one pause of a search to the next: about three milliseconds. */
export const stepsPerPiece = 900_000

/**
 * Returns whether the search has packed long enough since its last pause. `besides` is other work
 * since the last call, in steps too.
 */
export function isPauseDue(packer: Packer, besides = 0): boolean {
  packer.pauseAt -= besides
  if (packer.work < packer.pauseAt) return false
  packer.pauseAt = packer.work + stepsPerPiece
  return true
}

/** A maker of packers for a strip `stripWidth` wide and sequences of at most `capacity` entries. */
export type MakePacker = (rectangles: Rectangles, stripWidth: number, capacity: number) => Packer
