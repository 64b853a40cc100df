import { expect, test } from "vitest"
import { packEndAnew } from "../../../sheet/layout/end-search.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { createRectangles } from "../../../sheet/layout/rectangles.ts"
import { type Candidate, type Search, sortedStarts } from "../../../sheet/layout/sequence-search.ts"
import { createPacker } from "../../../sheet/layout/skyline-packer.ts"

const width = 300

function searchOver(count: number, seed: number) {
  const random = createRandom(seed)
  const sizes = new Map<string, { width: number; height: number }>()
  while (sizes.size < count) {
    const size = { width: 5 + Math.floor(random() * 40), height: 5 + Math.floor(random() * 30) }
    sizes.set(`${size.width}x${size.height}`, size)
  }
  const rectangles = createRectangles([...sizes.values()], width, 10_000, false)
  const entries = Int32Array.from({ length: count }, (_, type) => 2 * type)
  const packer = createPacker(rectangles, width, count)
  const search: Search = { rectangles, packer, random, endWork: 60_000_000 }
  const [sequence] = sortedStarts(entries, rectangles.width, rectangles.height)
  packer.pack(sequence, { fullSheets: 0, fullHeight: 0, lastHeight: 10_000 }, Number.POSITIVE_INFINITY)
  return { search, sequence, height: packer.usedHeight }
}

test("the end of a packing is packed anew until all ends lower, and what was placed first stays", () => {
  let shortened = 0
  for (const seed of [1, 2, 3, 4, 5]) {
    const { search, sequence, height } = searchOver(150, seed)
    const { packer } = search
    const target = { fullSheets: 0, fullHeight: 0, lastHeight: height - 4 }
    const start: Candidate = {
      sequence,
      leftOut: packer.pack(sequence, target, Number.POSITIVE_INFINITY),
    }
    const first = packer
      .placed()
      .slice(0, 4 * 75)
      .join()
    const candidate = packEndAnew(search, start, target, 100, 10_000_000)
    if (candidate === start) continue
    shortened++
    expect(candidate.leftOut).toBe(0)
    expect(packer.placed().length).toBe(4 * 150)
    expect(
      packer
        .placed()
        .slice(0, 4 * 75)
        .join(),
    ).toBe(first)
    expect(packer.usedHeight).toBeLessThanOrEqual(height - 4)
    expect(candidate.sequence.slice().sort().join()).toBe(sequence.slice().sort().join())
  }
  expect(shortened).toBeGreaterThan(2)
})

test("what cannot fit, and what is too little to have an end, is handed back, in about the steps given", () => {
  const { search, sequence, height } = searchOver(150, 9)
  const target = { fullSheets: 0, fullHeight: 0, lastHeight: Math.floor(height / 2) }
  const start: Candidate = { sequence, leftOut: 1 }
  const before = search.packer.work
  expect(packEndAnew(search, start, target, 100, 1_000_000)).toBe(start)
  expect(search.packer.work - before).toBeGreaterThan(1_000_000)
  expect(search.packer.work - before).toBeLessThan(10_000_000)

  const few = searchOver(20, 9)
  const low = { fullSheets: 0, fullHeight: 0, lastHeight: few.height - 1 }
  const startOfFew: Candidate = { sequence: few.sequence, leftOut: 1 }
  expect(packEndAnew(few.search, startOfFew, low, 100, 1_000_000)).toBe(startOfFew)
})
