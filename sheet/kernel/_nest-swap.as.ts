// Swaps: two items change places. In a tight layout no single move achieves that, because the item
// would lie on the other on its way.

import { CALL_STEPS, depthAt, descend, gather, lossAt, lossOf, NO_BOUND, relate, weightAt } from "./_nest-moves.as"
import { isPauseDue, Item, itemOf, Nest, shapeOf, turnAt, undo, yMaxOf, yMinOf } from "./_nest-state.as"

/** The largest ratio between the frames' areas of items that change places. */
const MOST_AREA_RATIO: i32 = 2

/**
 * Lets every overlapping item change places with the item that removes most overlap, if any does.
 * Returns false if it has to be called again.
 */
export function swapAll(nest: Nest): bool {
  for (let i = nest.swapItem; i < nest.itemCount; i++) {
    nest.swapItem = i
    if (itemOf(nest, i).hits == 0) continue
    if (!swapItem(nest, i)) return false
    nest.swapItem = i + 1
    if (isPauseDue(nest)) return false
  }
  nest.swapItem = 0
  nest.steps += <f64>(nest.itemCount + CALL_STEPS)
  return true
}

/** Returns false if the next call goes on from `swapPartner`. Items lie as before until then. */
function swapItem(nest: Nest, i: i32): bool {
  const item = itemOf(nest, i)
  const x = item.x
  const y = item.y
  const shape = item.shape
  const loss = lossOf(nest, i)
  if (nest.swapPartner == 0) {
    nest.mostGain = 0
    nest.partner = -1
  }
  for (let j = nest.swapPartner; j < nest.itemCount; j++) {
    nest.swapPartner = j
    if (isPauseDue(nest)) return false
    const steps = nest.steps
    const madeSteps = nest.madeSteps
    const other = itemOf(nest, j)
    if (other.firstTurn == item.firstTurn || !other.isPlaced || !areAlike(nest, shape, other.shape)) continue
    const both = <u64>load<u8>(depthAt(nest, i, j)) * <u64>load<u32>(weightAt(nest, i, j))
    const before = loss + lossOf(nest, j) - both
    other.isPlaced = 0
    descendInto(nest, i, other.x, other.y, other.shape)
    other.isPlaced = 1
    if (nest.isStarved) {
      undo(nest, steps, madeSteps, nest.seed)
      return false
    }
    const ownLoss = nest.foundLoss
    if (ownLoss >= before) continue
    const foundX = nest.foundX
    const foundY = nest.foundY
    const foundShape = nest.foundShape
    put(item, foundX, foundY, foundShape)
    descendInto(nest, j, x, y, shape)
    put(item, x, y, shape)
    if (nest.isStarved) {
      undo(nest, steps, madeSteps, nest.seed)
      return false
    }
    const left = before - ownLoss
    if (nest.foundLoss >= left || left - nest.foundLoss <= nest.mostGain) continue
    nest.mostGain = left - nest.foundLoss
    nest.partner = j
    nest.ownX = foundX
    nest.ownY = foundY
    nest.ownShape = foundShape
    nest.theirX = nest.foundX
    nest.theirY = nest.foundY
    nest.theirShape = nest.foundShape
  }
  nest.swapPartner = 0
  const partner = nest.partner
  if (partner < 0) return true
  // Every table that this uses was made on the way here.
  put(item, nest.ownX, nest.ownY, nest.ownShape)
  put(itemOf(nest, partner), nest.theirX, nest.theirY, nest.theirShape)
  relate(nest, i)
  relate(nest, partner)
  return true
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
    const yMin = yMinOf(nest, i, shape)
    const yMax = yMaxOf(nest, i, shape)
    if (shape.xMax < shape.xMin || yMax < yMin) continue
    const startX = max(shape.xMin, min(shape.xMax, x + ((place.width - shape.width) >> 1)))
    const startY = max(yMin, min(yMax, y + ((place.height - shape.height) >> 1)))
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
