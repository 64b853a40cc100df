// Swaps: two items change places. Where pieces lie tight no single move gets there, because on its
// way the item would lie on the other.

import { CALL_STEPS, depthAt, descend, gather, lossAt, lossOf, NO_BOUND, relate, weightAt } from "./_nest-moves.as"
import { Item, itemOf, Nest, shapeOf, turnAt } from "./_nest-state.as"

/** Items that change places have frames whose areas differ by this factor at most. */
const MOST_AREA_RATIO: i32 = 2

/** Every overlapping item changes places with the item that removes most overlap, if any does. */
export function swapAll(nest: Nest): void {
  for (let i = 0; i < nest.itemCount; i++) {
    if (itemOf(nest, i).hits > 0) swapItem(nest, i)
  }
  nest.steps += <f64>(nest.itemCount + CALL_STEPS)
}

function swapItem(nest: Nest, i: i32): void {
  const item = itemOf(nest, i)
  const x = item.x
  const y = item.y
  const shape = item.shape
  const loss = lossOf(nest, i)
  let mostGain: u64 = 0
  let partner = -1
  let ownX = 0
  let ownY = 0
  let ownShape = 0
  let theirX = 0
  let theirY = 0
  let theirShape = 0
  for (let j = 0; j < nest.itemCount; j++) {
    const other = itemOf(nest, j)
    if (other.firstTurn == item.firstTurn || !other.isPlaced || !areAlike(nest, shape, other.shape)) continue
    const both = <u64>load<u8>(depthAt(nest, i, j)) * <u64>load<u32>(weightAt(nest, i, j))
    const before = loss + lossOf(nest, j) - both
    other.isPlaced = 0
    descendInto(nest, i, other.x, other.y, other.shape)
    other.isPlaced = 1
    const ownLoss = nest.foundLoss
    if (ownLoss >= before) continue
    const foundX = nest.foundX
    const foundY = nest.foundY
    const foundShape = nest.foundShape
    put(item, foundX, foundY, foundShape)
    descendInto(nest, j, x, y, shape)
    put(item, x, y, shape)
    const left = before - ownLoss
    if (nest.foundLoss >= left || left - nest.foundLoss <= mostGain) continue
    mostGain = left - nest.foundLoss
    partner = j
    ownX = foundX
    ownY = foundY
    ownShape = foundShape
    theirX = nest.foundX
    theirY = nest.foundY
    theirShape = nest.foundShape
  }
  if (partner < 0) return
  put(item, ownX, ownY, ownShape)
  put(itemOf(nest, partner), theirX, theirY, theirShape)
  relate(nest, i)
  relate(nest, partner)
}

@inline
function put(item: Item, x: i32, y: i32, shape: i32): void {
  item.x = x
  item.y = y
  item.shape = shape
}

function areAlike(nest: Nest, a: i32, b: i32): bool {
  const first = shapeOf(nest, a)
  const second = shapeOf(nest, b)
  const area = first.width * first.height
  const otherArea = second.width * second.height
  return area <= MOST_AREA_RATIO * otherArea && otherArea <= MOST_AREA_RATIO * area
}

/**
 * Descends with item i, in the turn that overlaps least, from where its frame's middle meets that
 * of shape `s` at (x, y).
 */
function descendInto(nest: Nest, i: i32, x: i32, y: i32, s: i32): void {
  const item = itemOf(nest, i)
  const place = shapeOf(nest, s)
  let bestX = 0
  let bestY = 0
  let bestShape = 0
  let best = NO_BOUND
  for (let k = 0; k < item.turnCount; k++) {
    const t = turnAt(nest, item.firstTurn + k)
    const shape = shapeOf(nest, t)
    if (shape.xMax < shape.xMin || shape.yMax < shape.yMin) continue
    const startX = max(shape.xMin, min(shape.xMax, x + ((place.width - shape.width) >> 1)))
    const startY = max(shape.yMin, min(shape.yMax, y + ((place.height - shape.height) >> 1)))
    const loss = lossAt(nest, gather(nest, i, t, startX, startX, startY, startY), startX, startY, best)
    if (loss >= best) continue
    best = loss
    bestX = startX
    bestY = startY
    bestShape = t
  }
  nest.foundLoss = best
  if (best == NO_BOUND) return
  descend(nest, i, bestShape, bestX, bestY)
  nest.foundShape = bestShape
}
