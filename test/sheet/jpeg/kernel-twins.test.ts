import { expect, test } from "vitest"
import { decode, fixture, host, largestDifference } from "../../../harness/jpeg-pictures.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { inverseBlock } from "../../../sheet/kernel/jpeg-idct.twin.ts"
import * as rows from "../../../sheet/kernel/jpeg-rows.twin.ts"
import { openJpegKernel } from "../../../sheet/raster/jpeg/jpeg-kernel.ts"
import { decodeByTwins } from "./reference-decoder.ts"

/** A kernel and a way to put bytes into it, with spare room around them. */
function givenKernel() {
  const kernel = openJpegKernel(host)
  const put = (bytes: Uint8Array) => {
    const pointer = kernel.allocate(bytes.length + 64) + 32
    kernel.view(pointer, bytes.length).set(bytes)
    return pointer
  }
  return { kernel, put, calls: kernel.calls }
}

function randomBytes(random: () => number, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}

test("blocks of any coefficients transform alike", () => {
  const random = randomFrom(11)
  for (let round = 0; round < 400; round++) {
    const { kernel, put, calls } = givenKernel()
    // From a lone mean to full blocks of the largest numbers, which overflow on purpose.
    const share = [0, 0.02, 0.2, 1][round % 4]
    const size = [40, 300, 2000, 65_535][(round >> 2) % 4]
    const coefficients = Int16Array.from({ length: 128 }, (_, i) =>
      i % 64 === 0 || random() < share ? Math.round((random() - 0.5) * size) : 0,
    )
    const quant = Int16Array.from(
      { length: 64 },
      () => 1 + Math.floor(random() * (round % 3 === 0 ? 65_535 : 60)),
    )
    const block = put(new Uint8Array(coefficients.buffer))
    const plane = kernel.allocate(16 * 8)
    calls.inverseBlocks(block, 2, put(new Uint8Array(quant.buffer)), plane, 16, 2, 1)
    const samples = kernel.view(plane, 128)
    for (let k = 0; k < 2; k++) {
      const expected = inverseBlock(coefficients.subarray(k * 64, k * 64 + 64), quant)
      for (let y = 0; y < 8; y++) {
        expect([...samples.subarray(y * 16 + k * 8, y * 16 + k * 8 + 8)]).toEqual([
          ...expected.subarray(y * 8, y * 8 + 8),
        ])
      }
    }
    expect(kernel.view(block, 256).every((byte) => byte === 0)).toBe(true)
    kernel.close()
  }
})

test("rows of any length are interpolated, converted and turned alike", () => {
  const random = randomFrom(12)
  for (let round = 0; round < 120; round++) {
    const { kernel, put, calls } = givenKernel()
    const width = 1 + Math.floor(random() * 70)
    const [a, b, c, d] = [0, 1, 2, 3].map(() => randomBytes(random, width))
    const [pa, pb, pc, pd] = [a, b, c, d].map(put)
    const out = kernel.allocate(width * 4 + 64)
    const same = (expected: Uint8Array) =>
      expect([...kernel.view(out, expected.length)]).toEqual([...expected])
    const bias = 1 + (round % 2)
    calls.upsampleH2V1(pa, out, width)
    same(rows.upsampleH2V1(a))
    calls.upsampleH2V2(pa, pb, out, width)
    same(rows.upsampleH2V2(a, b))
    calls.upsampleH1V2(pa, pb, out, width, bias)
    same(rows.upsampleH1V2(a, b, bias))
    calls.replicate(pa, out, width, 4)
    same(rows.replicate(a, 4))
    calls.yccToRgba(pa, pb, pc, out, width)
    same(rows.yccToRgba(a, b, c))
    calls.greyToRgba(pa, out, width)
    same(rows.planesToRgba(a, a, a))
    calls.planesToRgba(pa, pb, pc, out, width)
    const rgba = rows.planesToRgba(a, b, c)
    same(rgba)
    calls.joinBlack(out, pd, width, round & 1, (round >> 1) & 1)
    same(rows.joinBlack(rgba, d, (round & 1) === 1, ((round >> 1) & 1) === 1))
    const before = kernel.view(out, width * 4).slice()
    calls.reverseRow(out, width)
    const pixels = Array.from({ length: width }, (_, x) => [...before.subarray(x * 4, x * 4 + 4)])
    same(Uint8Array.from(pixels.reverse().flat()))
    kernel.close()
  }
})

test("every pair of chroma samples is converted alike", () => {
  const { kernel, put, calls } = givenKernel()
  const blue = Uint8Array.from({ length: 65_536 }, (_, i) => i & 255)
  const red = Uint8Array.from({ length: 65_536 }, (_, i) => i >> 8)
  const [pointerToBlue, pointerToRed] = [put(blue), put(red)]
  for (const light of [0, 100, 255]) {
    const grey = new Uint8Array(65_536).fill(light)
    const pointerToGrey = put(grey)
    const out = kernel.allocate(65_536 * 4)
    calls.yccToRgba(pointerToGrey, pointerToBlue, pointerToRed, out, 65_536)
    const expected = rows.yccToRgba(grey, blue, red)
    expect(Buffer.compare(kernel.view(out, 65_536 * 4), expected)).toBe(0)
  }
  kernel.close()
})

test("columns of a strip become rows, downwards and upwards", () => {
  const random = randomFrom(13)
  for (const [width, height, columns] of [
    [1, 1, 1],
    [20, 9, 16],
    [7, 40, 3],
  ]) {
    for (const isReversed of [0, 1]) {
      const { kernel, put, calls } = givenKernel()
      const strip = randomBytes(random, width * height * 4)
      const out = kernel.allocate(columns * height * 4)
      calls.turnColumns(put(strip), width * 4, height, columns, out, isReversed)
      const turned = kernel.view(out, columns * height * 4)
      for (let x = 0; x < columns; x++) {
        for (let y = 0; y < height; y++) {
          const from = ((isReversed ? height - 1 - y : y) * width + x) * 4
          const to = (x * height + y) * 4
          expect([...turned.subarray(to, to + 4)]).toEqual([...strip.subarray(from, from + 4)])
        }
      }
      kernel.close()
    }
  }
})

test.for([
  "baseline-2x2",
  "baseline-1x2",
  "baseline-4x1",
  "progressive-1x1",
  "progressive-2x1",
  "progressive-2x2",
  "restart-each-mcu",
  "restart-progressive",
  "separate-scans",
  "scans-96",
  "grey-progressive",
])("%s decodes by the twins to the kernel's bytes", async (name) => {
  const bytes = fixture(`${name}.jpg`)
  expect(largestDifference((await decode(bytes)).rgba, decodeByTwins(bytes))).toBe(0)
})
