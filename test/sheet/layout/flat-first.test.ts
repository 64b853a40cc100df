import { expect, test } from "vitest"
import { longTest } from "../../../harness/long-test.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { beginFlat } from "../../../sheet/layout/flat-beginnings.ts"
import { packFlatFirst } from "../../../sheet/layout/flat-first.ts"
import { createKernelPacker } from "../../../sheet/layout/kernel-packer.ts"
import { makeLayoutKernel } from "../../../sheet/layout/layout-kernel.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { createRectangles } from "../../../sheet/layout/rectangles.ts"
import { type Search, sortedStarts } from "../../../sheet/layout/sequence-search.ts"
import { skylineOver } from "../../../sheet/layout/skyline.ts"

const stripWidth = 300

// Some sizes twice, as orders repeat them.
function searchOver(count: number, seed: number, rotate: boolean) {
  const random = createRandom(seed)
  const sizes = new Map<string, { width: number; height: number }>()
  while (sizes.size < count / 2) {
    const size = { width: 10 + Math.floor(random() * 70), height: 10 + Math.floor(random() * 60) }
    if (!rotate || size.width > size.height) sizes.set(`${size.width}x${size.height}`, size)
  }
  const rectangles = createRectangles([...sizes.values()], stripWidth, 10_000, rotate)
  const entries = Int32Array.from({ length: count }, (_, slot) => 2 * (slot >> 1))
  const packer = createKernelPacker(makeLayoutKernel(layoutHost), rectangles, stripWidth, count)
  const search: Search = { rectangles, packer, random, endWork: 3_000_000_000 }
  const [sequence] = sortedStarts(entries, rectangles.width, rectangles.height)
  packer.pack(sequence, { fullSheets: 0, fullHeight: 0, lastHeight: 10_000 }, Number.POSITIVE_INFINITY)
  return { search, sequence, height: packer.usedHeight }
}

function typesOf(turns: Int32Array): string {
  return turns
    .map((turn) => turn >> 1)
    .sort()
    .join()
}

// Turn, x, y of each, three numbers apiece: inside the strip, apart, none above `end`.
function isPacked({ rectangles }: Search, packed: Int32Array, end: number): boolean {
  const { width, height } = rectangles
  for (let i = 0; i < packed.length; i += 3) {
    const [turn, x, y] = packed.subarray(i, i + 3)
    const isInside = x >= 0 && y >= 0 && x + width[turn] <= stripWidth && y + height[turn] <= end
    if (width[turn] === 0 || !isInside) return false
    for (let j = 0; j < i; j += 3) {
      const [other, left, low] = packed.subarray(j, j + 3)
      const isBeside = x >= left + width[other] || left >= x + width[turn]
      if (!isBeside && y < low + height[other] && low < y + height[turn]) return false
    }
  }
  return true
}

test("beginnings are packed apart below the end, leave the rest whole and waste next to nothing", () => {
  for (const rotate of [false, true])
    for (const seed of [1, 2, 3]) {
      const { search, sequence, height } = searchOver(80, seed, rotate)
      const { rectangles } = search
      const before = search.packer.work
      const beginnings = finish(beginFlat(search, sequence, height, 30, 20))
      expect(search.packer.work).toBeGreaterThan(before)
      expect(beginnings.length).toBeGreaterThan(0)
      expect(beginnings.length).toBeLessThanOrEqual(20)
      expect(new Set(beginnings.map(({ placed }) => placed.join())).size).toBe(beginnings.length)
      expect(beginnings[0].rest.length).toBeGreaterThanOrEqual(30)
      for (const { placed, skyline, rest } of beginnings) {
        const packed = placed.filter((_, i) => i % 4 !== 1)
        expect(isPacked(search, packed, height)).toBe(true)
        const turns = placed.filter((_, i) => i % 4 === 0)
        expect(typesOf(Int32Array.of(...turns, ...rest))).toBe(typesOf(sequence))
        // Raised where nothing was to go, never lower than what is placed.
        const tops = skylineOver(rectangles, placed, stripWidth)
        const heightAt = ({ x, y }: typeof skyline, at: number) => y[x.findLastIndex((left) => left <= at)]
        let covered = 0
        let isUnder = true
        for (let at = 0; at < stripWidth; at++) {
          covered += heightAt(skyline, at)
          isUnder &&= heightAt(tops, at) <= heightAt(skyline, at)
        }
        expect(isUnder).toBe(true)
        let area = 0
        for (const turn of turns) area += rectangles.width[turn] * rectangles.height[turn]
        expect(area).toBeGreaterThan(0.95 * covered)
      }
    }
})

longTest("beginnings and ends are put together whole and shorter", () => {
  const { search, sequence, height } = searchOver(60, 4, true)
  const steps = 600_000_000
  const before = search.packer.work
  const packed = finish(packFlatFirst(search, sequence, height, 1, steps))!
  expect(isPacked(search, packed, height - 1)).toBe(true)
  expect(typesOf(packed.filter((_, i) => i % 3 === 0))).toBe(typesOf(sequence))
  expect(search.packer.work - before).toBeGreaterThan(0.7 * steps)
  expect(search.packer.work - before).toBeLessThan(steps)
})

test("few rectangles, very many, and short searches are left to the search over all", () => {
  for (const [count, steps] of [
    [30, 600_000_000],
    [310, 600_000_000],
    [80, 300_000_000],
  ]) {
    const { search, sequence, height } = searchOver(count, 5, false)
    const before = search.packer.work
    expect(finish(packFlatFirst(search, sequence, height, 1, steps))).toBe(null)
    expect(search.packer.work).toBe(before)
  }
})
