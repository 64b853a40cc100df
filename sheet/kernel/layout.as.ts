// The layout kernel, as WASM SIMD: packs rectangles (_pack.as.ts) and nests silhouettes
// (_nest-*.as.ts: pair tables, whole-strip sums, moves). All its data about a packing or a search
// lies in memory that the host laid out from heapBase() on (see _nest-state.as.ts). Every call
// checks its pointers.

import * as moves from "./_nest-moves.as"
import { enter, UNFINISHED } from "./_nest-state.as"
import { swapAll as swapItems } from "./_nest-swap.as"
import { Packing, packSequence } from "./_pack.as"
import { reach } from "./_raster-reach.as"

/** Returns the first byte of memory free for the host. */
export function heapBase(): usize {
  return __heap_base
}

/**
 * Recomputes all depths of overlap, after the host moved, added or removed items. Returns the total
 * overlap, or UNFINISHED: each of these calls may return in between, once the search's `pauseAt` is
 * passed.
 */
export function relate(address: usize): f64 {
  const nest = enter(address)
  return moves.relateAll(nest) ? <f64>moves.totalLoss(nest) : <f64>UNFINISHED
}

/**
 * Moves every overlapping item once: nearby or, if tables are whole, anywhere on the strip.
 * Returns the total remaining overlap, or UNFINISHED.
 */
export function moveAll(address: usize, isGlobal: bool): f64 {
  const nest = enter(address)
  return moves.moveAll(nest, isGlobal) ? <f64>moves.totalLoss(nest) : <f64>UNFINISHED
}

/**
 * Lets overlapping items change places with others if that removes overlap. Only with whole tables.
 * Returns 0 or UNFINISHED.
 */
export function swapAll(address: usize): i32 {
  const nest = enter(address)
  if (nest.windows) unreachable()
  return swapItems(nest) ? 0 : UNFINISHED
}

/** Raises the weights of overlapping items and lowers all others. */
export function updateWeights(address: usize): void {
  moves.updateWeights(enter(address))
}

/** Puts an item on a free position. Returns the end of its ink, in pixels, −1 without room, or UNFINISHED. */
export function place(address: usize, item: i32, lastPx: i32, isByStart: bool): i32 {
  const nest = enter(address)
  if (item < 0 || item >= nest.itemCount || nest.windows) unreachable()
  return moves.place(nest, item, lastPx, isByStart)
}

/** Packs rectangles under a skyline; `address` is a Packing's. Returns the area left out (_pack.as.ts). */
export function pack(address: usize, limit: f64): f64 {
  reach(address, offsetof<Packing>())
  return packSequence(changetype<Packing>(address), limit)
}
