import { expect, test } from "vitest"
import { finish } from "../../../sheet/in-steps.ts"
import { packEndAnew } from "../../../sheet/layout/end-search.ts"
import type { Target } from "../../../sheet/layout/packer.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { createRectangles } from "../../../sheet/layout/rectangles.ts"
import { type Candidate, type Search, sortedStarts } from "../../../sheet/layout/sequence-search.ts"
import { skylineOver } from "../../../sheet/layout/skyline.ts"
import { createPacker } from "../../../sheet/layout/skyline-packer.ts"

const stripWidth = 300

function searchOver(count: number, seed: number) {
  const random = createRandom(seed)
  const sizes = new Map<string, { width: number; height: number }>()
  while (sizes.size < count) {
    const size = { width: 5 + Math.floor(random() * 40), height: 5 + Math.floor(random() * 30) }
    sizes.set(`${size.width}x${size.height}`, size)
  }
  const rectangles = createRectangles([...sizes.values()], stripWidth, 10_000, false)
  const entries = Int32Array.from({ length: count }, (_, type) => 2 * type)
  const packer = createPacker(rectangles, stripWidth, count)
  const search: Search = { rectangles, packer, random, endWork: 60_000_000 }
  const [sequence] = sortedStarts(entries, rectangles.width, rectangles.height)
  return { search, sequence }
}

// The target with `less` taken from the height at which everything fits, and what that leaves out.
function startBelow({ search, sequence }: ReturnType<typeof searchOver>, fullSheets: number, less: number) {
  const target: Target = { fullSheets, fullHeight: 60, lastHeight: 10_000 }
  search.packer.pack(sequence, target, Number.POSITIVE_INFINITY)
  target.lastHeight = search.packer.usedHeight - less
  const leftOut = search.packer.pack(sequence, target, Number.POSITIVE_INFINITY)
  const start: Candidate = { sequence, leftOut }
  return { target, start }
}

function overlaps(placed: Int32Array, width: Int32Array, height: Int32Array): boolean {
  for (let i = 0; i < placed.length; i += 4)
    for (let j = 0; j < i; j += 4) {
      const isApart =
        placed[i + 1] !== placed[j + 1] ||
        placed[i + 2] >= placed[j + 2] + width[placed[j]] ||
        placed[j + 2] >= placed[i + 2] + width[placed[i]] ||
        placed[i + 3] >= placed[j + 3] + height[placed[j]] ||
        placed[j + 3] >= placed[i + 3] + height[placed[i]]
      if (!isApart) return true
    }
  return false
}

test("the end of a packing is packed anew until all ends lower, and what was placed first stays", () => {
  for (const fullSheets of [0, 1]) {
    let shortened = 0
    for (const seed of [1, 2, 3, 4, 5]) {
      const made = searchOver(150, seed)
      const { packer, rectangles } = made.search
      const { target, start } = startBelow(made, fullSheets, 4)
      const first = packer
        .placed()
        .slice(0, 4 * 70)
        .join()
      const result = finish(packEndAnew(made.search, start, target, 100, 10_000_000))
      if (result === null) continue
      shortened++
      const placed = result.placed!
      expect(placed.length).toBe(4 * 150)
      expect(placed.slice(0, 4 * 70).join()).toBe(first)
      expect(placed.filter((_, i) => i % 4 === 0).sort()).toEqual(made.sequence.slice().sort())
      expect(result.sequence.slice().sort()).toEqual(made.sequence.slice().sort())
      expect(overlaps(placed, rectangles.width, rectangles.height)).toBe(false)
      let end = 0
      for (let i = 0; i < placed.length; i += 4) {
        expect(placed[i + 2] + rectangles.width[placed[i]]).toBeLessThanOrEqual(stripWidth)
        const low = placed[i + 3] + rectangles.height[placed[i]]
        if (placed[i + 1] === fullSheets) end = Math.max(end, low)
        else expect(low).toBeLessThanOrEqual(60)
      }
      expect(end).toBe(result.lastHeight)
      expect(end).toBeLessThanOrEqual(target.lastHeight)
    }
    expect(shortened).toBeGreaterThan(2)
  }
})

test("what cannot fit, and what is too little to have an end, stays open, in about the steps given", () => {
  const made = searchOver(150, 9)
  const { target, start } = startBelow(made, 0, 100)
  const before = made.search.packer.work
  expect(finish(packEndAnew(made.search, start, target, 100, 1_000_000))).toBe(null)
  expect(made.search.packer.work - before).toBeGreaterThan(1_000_000)
  expect(made.search.packer.work - before).toBeLessThan(20_000_000)

  const few = searchOver(20, 9)
  const below = startBelow(few, 0, 1)
  expect(finish(packEndAnew(few.search, below.start, below.target, 100, 1_000_000))).toBe(null)
})

test("a skyline follows the tops of what is placed, level neighbours joined", () => {
  const sizes = [
    { width: 10, height: 5 },
    { width: 20, height: 8 },
    { width: 25, height: 2 },
  ]
  const rectangles = createRectangles(sizes, 50, 100, false)
  expect(skylineOver(rectangles, new Int32Array(0), 50)).toEqual({ x: Int32Array.of(0), y: Int32Array.of(0) })
  const placed = [
    [0, 0, 0, 0],
    [2, 0, 30, 0],
    [4, 0, 5, 8],
    [0, 0, 30, 5],
  ].flat()
  expect(skylineOver(rectangles, Int32Array.from(placed), 50)).toEqual({
    x: Int32Array.of(0, 5, 40),
    y: Int32Array.of(5, 10, 8),
  })
})
