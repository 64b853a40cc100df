import { expect, test } from "vitest"
import { never, sequenceAsPlaced } from "../../../sheet/layout/packing-log.ts"
import { createRandom, type Random } from "../../../sheet/layout/random.ts"
import { createRectangles } from "../../../sheet/layout/rectangles.ts"
import { applyChange, drawChange, firstStepChanged } from "../../../sheet/layout/sequence-change.ts"
import { createPacker } from "../../../sheet/layout/skyline-packer.ts"

const width = 60

function randomRectangles(random: Random, types: number) {
  const sizes = new Map<string, { width: number; height: number }>()
  while (sizes.size < types) {
    // Few sizes, so that many fit exactly or end level.
    const size = { width: 3 + Math.floor(random() * 18), height: 2 + Math.floor(random() * 18) }
    // A size and its turn are one type.
    if (!sizes.has(`${size.height}x${size.width}`)) sizes.set(`${size.width}x${size.height}`, size)
  }
  return createRectangles([...sizes.values()], width, 200, random() < 0.5)
}

test("a packing resumed where a change first shows is the packing made anew, on one sheet and on several", () => {
  const random = createRandom(77)
  let resumed = 0
  let untouched = 0
  for (let round = 0; round < 150; round++) {
    const rectangles = randomRectangles(random, 4 + Math.floor(random() * 20))
    const counts = Array.from({ length: rectangles.types }, () => 1 + Math.floor(random() * 3))
    const sequence = Int32Array.from(counts.flatMap((count, type) => Array<number>(count).fill(2 * type)))
    const target = { fullSheets: Math.floor(random() * 3), fullHeight: 30, lastHeight: 40 }
    const packer = createPacker(rectangles, width, sequence.length)
    const anew = createPacker(rectangles, width, sequence.length)
    packer.pack(sequence, target, Number.POSITIVE_INFINITY)
    let log = packer.keep()
    for (let step = 0; step < 60; step++) {
      const change = drawChange(sequence, random, packer.hasTurn)
      if (change === null) continue
      const first = firstStepChanged(rectangles, log, sequence, change)
      applyChange(sequence, change)
      const leftOut = anew.pack(sequence, target, Number.POSITIVE_INFINITY)
      if (first === never) {
        untouched++
        if (change.kind !== "turn") applyChange(log.stepOf, change)
      } else {
        resumed += first > 0 ? 1 : 0
        expect(packer.pack(sequence, target, Number.POSITIVE_INFINITY, first)).toBe(leftOut)
        log = packer.keep()
      }
      expect(packer.placed().join()).toBe(anew.placed().join())
      expect(packer.usedSheets).toBe(anew.usedSheets)
      expect(packer.usedHeight).toBe(anew.usedHeight)
    }
    // Items left out stay out: the sequence in the order of placing is the same packing.
    const leftOut = anew.pack(sequence, target, Number.POSITIVE_INFINITY)
    const placed = anew.placed().join()
    const inOrder = sequenceAsPlaced(anew.keep(), sequence)
    expect(inOrder.length).toBe(sequence.length)
    expect(anew.pack(inOrder, target, Number.POSITIVE_INFINITY)).toBe(leftOut)
    expect(anew.placed().join()).toBe(placed)
  }
  expect(resumed).toBeGreaterThan(1000)
  expect(untouched).toBeGreaterThan(1000)
})
