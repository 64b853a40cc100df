import type { Rect } from "./turned-rect.ts"

/**
 * Rectangles below boxes that hold them, two by two: node 1 is the root, the children of node `i`
 * are `2i` and `2i + 1`, and the `leaves` rectangles are the last nodes. Left, top, right and
 * bottom of node `i` are `boxes[4i]` to `boxes[4i + 3]`.
 */
export type InkTree = { leaves: number; boxes: Int32Array }

/** Makes a tree. Neighbours in the list should be neighbours on film: the boxes are tight then. */
export function inkTree(rects: readonly Rect[]): InkTree {
  const leaves = rects.length
  const boxes = new Int32Array(8 * leaves)
  rects.forEach(({ left, top, right, bottom }, i) => {
    boxes.set([left, top, right, bottom], 4 * (leaves + i))
  })
  for (let node = leaves - 1; node > 0; node--) {
    const [at, child] = [4 * node, 8 * node]
    boxes[at] = Math.min(boxes[child], boxes[child + 4])
    boxes[at + 1] = Math.min(boxes[child + 1], boxes[child + 5])
    boxes[at + 2] = Math.max(boxes[child + 2], boxes[child + 6])
    boxes[at + 3] = Math.max(boxes[child + 3], boxes[child + 7])
  }
  return { leaves, boxes }
}

/** The pairs of nodes that wait at once: each step opens one of them, so the depths of both trees. */
const maxWaiting = 512

/**
 * A meter of distances between inks. `squared` is the squared distance of `a` at x, y from `b` at the
 * origin, if that is below `limit`; else `limit`. If rectangles cross, the result is the depth of the
 * first crossing met, negative. `takeLooks` returns the number of pairs of boxes compared since its last
 * call.
 */
export type InkMeter = {
  squared(a: InkTree, b: InkTree, x: number, y: number, limit: number): number
  takeLooks(): number
}

export function inkMeter(): InkMeter {
  const waiting = new Int32Array(2 * maxWaiting)
  let looks = 0
  function squared(a: InkTree, b: InkTree, x: number, y: number, limit: number): number {
    if (a.leaves === 0 || b.leaves === 0) return limit
    const [aBoxes, bBoxes] = [a.boxes, b.boxes]
    let nearest = limit
    let count = 2
    waiting[0] = 1
    waiting[1] = 1
    while (count > 0) {
      const nodeB = waiting[--count]
      const nodeA = waiting[--count]
      looks++
      const atA = 4 * nodeA
      const atB = 4 * nodeB
      const left = aBoxes[atA] + x
      const top = aBoxes[atA + 1] + y
      const right = aBoxes[atA + 2] + x
      const bottom = aBoxes[atA + 3] + y
      const across = Math.max(bBoxes[atB] - right, left - bBoxes[atB + 2])
      const down = Math.max(bBoxes[atB + 1] - bottom, top - bBoxes[atB + 3])
      const isCrossing = across < 0 && down < 0
      const apart = Math.max(0, across) ** 2 + Math.max(0, down) ** 2
      if (!isCrossing && apart >= nearest) continue
      const isLeafA = nodeA >= a.leaves
      const isLeafB = nodeB >= b.leaves
      if (isLeafA && isLeafB) {
        if (isCrossing) return Math.max(across, down)
        nearest = apart
        continue
      }
      // The larger box is opened.
      const sizeA = right - left + bottom - top
      const sizeB = bBoxes[atB + 2] - bBoxes[atB] + bBoxes[atB + 3] - bBoxes[atB + 1]
      const opensA = !isLeafA && (isLeafB || sizeA >= sizeB)
      waiting[count++] = opensA ? 2 * nodeA : nodeA
      waiting[count++] = opensA ? nodeB : 2 * nodeB
      waiting[count++] = opensA ? 2 * nodeA + 1 : nodeA
      waiting[count++] = opensA ? nodeB : 2 * nodeB + 1
    }
    return nearest
  }
  function takeLooks(): number {
    const taken = looks
    looks = 0
    return taken
  }
  return { squared, takeLooks }
}
