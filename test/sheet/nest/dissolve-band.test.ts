import { expect, test } from "vitest"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { polygonOutline } from "../../../harness/nest/polygon.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { makeLayoutKernel } from "../../../sheet/layout/layout-kernel.ts"
import { dissolveBand } from "../../../sheet/layout/nest/dissolve-band.ts"
import { openLevel, positionWords } from "../../../sheet/layout/nest/level.ts"
import { createRandom } from "../../../sheet/layout/random.ts"

const square = [
  [0, 0],
  [200, 0],
  [200, 200],
  [0, 200],
] as const

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, y) => [0, 1, 2, 3].map((x) => [x, y] as const)).flat()
}

/** Returns squares on a film that is four of them wide, at these places in squares. */
function levelOf(places: readonly (readonly [number, number])[]) {
  const film = { widthPx: 800, maxLengthPx: 8_000, gapPx: 0 }
  const resolution = { stepPx: 8, fineShift: 1, coarse: 4 }
  const piece = { outline: polygonOutline(square), turns: [0] }
  const kernel = makeLayoutKernel(layoutHost)
  const { length } = places
  const level = finish(openLevel(kernel, [piece], film, resolution, length, 24_000_000, 1, false))
  level.useItems(places.map(() => 0))
  const positions = places.flatMap(([x, y]) => [200 * x, 200 * y, 0, 1])
  expect(finish(level.write(Int32Array.from(positions)))).toBe(0)
  return level
}

test("of some bands the emptiest one's items go to free places, and all others stay", async () => {
  await buildKernels()
  // Ten full rows with a hole of four places, and a square by itself at the end.
  const isHole = (x: number, y: number) => (x === 1 || x === 2) && (y === 4 || y === 5)
  const full = rowsOf(10).filter(([x, y]) => !isHole(x, y))
  const level = levelOf([...full, [0, 12]])
  const before = level.read()
  let asked = 0
  finish(dissolveBand(level, 13 * 200, () => [0.1, 0.99, 0.5][asked++ % 3]))
  const after = level.read()
  const last = full.length * positionWords
  expect(after.subarray(0, last)).toEqual(before.subarray(0, last))
  const [x, y, turn, isPlaced] = after.subarray(last)
  expect([turn, isPlaced]).toEqual([0, 1])
  expect(x).toBeGreaterThanOrEqual(200)
  expect(x + 200).toBeLessThanOrEqual(600)
  expect(y).toBeGreaterThanOrEqual(800)
  expect(y + 200).toBeLessThanOrEqual(1_200)
})

test("what finds no free place lies somewhere in its band again, inside the film", async () => {
  await buildKernels()
  for (let seed = 1; seed <= 5; seed++) {
    const level = levelOf(rowsOf(10))
    level.setLength(2_000)
    const before = level.read()
    finish(dissolveBand(level, 2_000, createRandom(seed)))
    const after = level.read()
    expect(after).not.toEqual(before)
    for (let p = 0; p < after.length; p += positionWords) {
      expect(after[p + 3]).toBe(1)
      expect(after[p]).toBeGreaterThanOrEqual(0)
      expect(after[p] + 200).toBeLessThanOrEqual(800)
      expect(after[p + 1] + 200).toBeLessThanOrEqual(2_000)
    }
  }
})
