import { expect, test } from "vitest"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { createKernelPacker } from "../../../sheet/layout/kernel-packer.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import { makeLayoutKernel } from "../../../sheet/layout/layout-kernel.ts"
import type { Target } from "../../../sheet/layout/packer.ts"
import { never } from "../../../sheet/layout/packing-log.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { createRectangles } from "../../../sheet/layout/rectangles.ts"
import { applyChange, drawChange, firstStepChanged } from "../../../sheet/layout/sequence-change.ts"
import { createPacker } from "../../../sheet/layout/skyline-packer.ts"

test("the kernel packs like its twin: places, log, work, given-up packings, resumed ones", () => {
  const instance = makeLayoutKernel(layoutHost)
  const random = createRandom(31)
  const below = (n: number) => Math.floor(random() * n)
  const randomSkyline = (width: number) => {
    const x = [...new Set([0, 4 + below(8), 12 + below(8), 20 + below(width - 21)])]
    return { x: Int32Array.from(x), y: Int32Array.from(x, (_, segment) => 10 * (segment % 2) + below(9)) }
  }
  let givenUp = 0
  let resumed = 0
  for (let round = 0; round < 120; round++) {
    const width = 30 + below(60)
    const sizes = Array.from({ length: 1 + below(30) }, () => ({
      width: 3 + below(18),
      height: 2 + below(18),
    }))
    const rectangles = createRectangles(sizes, width, 200, random() < 0.5)
    const copies = 1 + below(round % 10 === 0 ? 30 : 3)
    const sequence = Int32Array.from(sizes.flatMap((_, type) => Array<number>(copies).fill(2 * type)))
    const capacity = sequence.length + 5 + below(5)
    const twin = createPacker(rectangles, width, capacity)
    const kernel = createKernelPacker(instance, rectangles, width, capacity)
    const target: Target =
      round % 3 === 0
        ? { fullSheets: 0, fullHeight: 0, lastHeight: 40 + below(60), skyline: randomSkyline(width) }
        : { fullSheets: below(3), fullHeight: 20 + below(20), lastHeight: 20 + below(80) }
    kernel.pack(sequence, target, Number.POSITIVE_INFINITY)
    const whole = twin.pack(sequence, target, Number.POSITIVE_INFINITY)
    let log = twin.keep()
    kernel.keep()
    for (let step = 0; step < 40; step++) {
      const change = drawChange(sequence, random, twin.hasTurn)
      if (change === null) continue
      const first = firstStepChanged(rectangles, log, sequence, change)
      if (first === never) continue
      applyChange(sequence, change)
      const limit = random() < 0.5 ? whole * random() * 1.5 : Number.POSITIVE_INFINITY
      const leftOut = twin.pack(sequence, target, limit, first)
      expect(kernel.pack(sequence, target, limit, first)).toBe(leftOut)
      expect(kernel.work).toBe(twin.work)
      if (leftOut > limit) {
        givenUp++
        twin.pack(sequence, target, Number.POSITIVE_INFINITY)
        kernel.pack(sequence, target, Number.POSITIVE_INFINITY)
      } else if (first > 0) resumed++
      log = twin.keep()
      const kernelLog = kernel.keep()
      expect(kernel.placed().join()).toBe(twin.placed().join())
      expect([kernel.usedSheets, kernel.usedHeight]).toEqual([twin.usedSheets, twin.usedHeight])
      expect(kernelLog.stepOf.subarray(0, sequence.length).join()).toBe(
        log.stepOf.subarray(0, sequence.length).join(),
      )
      const steps = twin.placed().length / 4
      for (const list of ["turn", "fit", "segment", "room", "top", "tall", "short"] as const)
        expect(kernelLog[list].subarray(0, steps).join(), list).toBe(log[list].subarray(0, steps).join())
    }
  }
  expect(givenUp).toBeGreaterThan(300)
  expect(resumed).toBeGreaterThan(300)
})

test("an order is laid out the same with the kernel and without, also when searches share it in turn", () => {
  const random = createRandom(8)
  for (let round = 0; round < 25; round++) {
    const bounds = {
      widthPx: 500 + Math.floor(random() * 1500),
      maxLengthPx: 800 + Math.floor(random() * 3000),
      edgePx: 10,
      gapPx: Math.floor(random() * 20),
      rotate: random() < 0.7,
    }
    const pieces = Array.from({ length: 1 + Math.floor(random() * 20) }, () => ({
      widthPx: 20 + Math.floor(random() * 400),
      heightPx: 20 + Math.floor(random() * 400),
      count: 1 + Math.floor(random() * 10),
    }))
    const twin = layOutWithin(pieces, bounds, 400_000, { seed: round })
    expect(layOutWithin(pieces, bounds, 400_000, { seed: round, host: layoutHost })).toEqual(twin)
  }
  const many = [{ widthPx: 30, heightPx: 20, count: 5000 }]
  const roll = { widthPx: 6600, maxLengthPx: 200_000, edgePx: 75, gapPx: 75, rotate: true }
  expect(layOutWithin(many, roll, 100_000, { host: layoutHost })).toEqual(layOutWithin(many, roll, 100_000))
  expect(layOutWithin([], roll, 100_000, { host: layoutHost })).toEqual(layOutWithin([], roll, 100_000))
})
