// The layout kernel, as WASM SIMD: packing rectangles (_pack.as.ts) and nesting silhouettes
// (_nest-*.as.ts: pair tables, whole-strip sums and moves). All that it knows about a packing or a
// search stands in the memory that the host laid out from heapBase() on (see _nest-state.as.ts).
// Every call checks where that points.

import * as moves from "./_nest-moves.as"
import { enter } from "./_nest-state.as"
import { swapAll as swapItems } from "./_nest-swap.as"
import { Packing, packSequence } from "./_pack.as"
import { reach } from "./_raster-reach.as"

/** First byte of memory free for the host. */
export function heapBase(): usize {
  return __heap_base
}

/**
 * After the host has moved, added or taken items away: how deep they are in each other, anew. Tells
 * the total overlap.
 */
export function relate(address: usize): f64 {
  const nest = enter(address)
  moves.relateAll(nest)
  return <f64>moves.totalLoss(nest)
}

/**
 * Moves every overlapping item once, close by or, where tables are whole, anywhere on the strip.
 * Tells the total overlap that is left.
 */
export function moveAll(address: usize, isGlobal: bool): f64 {
  const nest = enter(address)
  moves.moveAll(nest, isGlobal)
  return <f64>moves.totalLoss(nest)
}

/**
 * Overlapping items change places with others, where that takes overlap away. Only where tables are
 * whole.
 */
export function swapAll(address: usize): void {
  const nest = enter(address)
  if (nest.windows) unreachable()
  swapItems(nest)
}

/** Weights of overlapping items grow, all others fall back. */
export function updateWeights(address: usize): void {
  moves.updateWeights(enter(address))
}

/** Puts an item on a free position and tells where its ink ends, in pixels; −1 where there is no room. */
export function place(address: usize, item: i32, lastPx: i32, isByStart: bool): i32 {
  const nest = enter(address)
  if (item < 0 || item >= nest.itemCount || nest.windows) unreachable()
  return moves.place(nest, item, lastPx, isByStart)
}

/** Packs rectangles under a skyline; the address is a Packing's. Tells the area left out, see _pack.as.ts. */
export function pack(address: usize, limit: f64): f64 {
  reach(address, offsetof<Packing>())
  return packSequence(changetype<Packing>(address), limit)
}
