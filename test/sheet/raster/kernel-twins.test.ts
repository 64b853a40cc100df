import { inflateRawSync } from "node:zlib"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { artworkLike } from "../../../harness/raw-pictures.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import * as inkBitsTwin from "../../../sheet/kernel/ink-bits.twin.ts"
import * as inkDetailTwin from "../../../sheet/kernel/ink-detail.twin.ts"
import * as inkDistanceTwin from "../../../sheet/kernel/ink-distance.twin.ts"
import * as inkShrinkTwin from "../../../sheet/kernel/ink-shrink.twin.ts"
import * as deflateTwin from "../../../sheet/kernel/raster-deflate.twin.ts"
import * as expandTwin from "../../../sheet/kernel/raster-expand.twin.ts"
import * as pixelsTwin from "../../../sheet/kernel/raster-pixels.twin.ts"
import * as planesTwin from "../../../sheet/kernel/raster-planes.twin.ts"
import * as resampleTwin from "../../../sheet/kernel/raster-resample.twin.ts"
import * as unfilterTwin from "../../../sheet/kernel/raster-unfilter.twin.ts"
import { openKernel, type RasterKernel } from "../../../sheet/raster/raster-kernel.ts"
import { lanczosWindows } from "../../../sheet/raster/resample.ts"

const host = await openNodeHost()

/** Puts data into the kernel at an odd address, as rows come there, with noise behind it. */
function place(kernel: RasterKernel, data: Uint8Array | Int16Array | Int32Array): number {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const pointer = kernel.allocate(bytes.length + 64)
  kernel.view(pointer, bytes.length + 64).fill(0xa5)
  kernel.view(pointer, bytes.length).set(bytes)
  return pointer
}

function withKernel(use: (kernel: RasterKernel) => void): void {
  const kernel = openKernel(host, "measure")
  // Enough for every allocation below, so that no view is detached by growth.
  const mark = kernel.mark()
  kernel.allocate(4 << 20)
  kernel.rewind(mark)
  use(kernel)
  kernel.close()
}

/**
 * Kernels may store whole vectors across the end of a row, but no further than this (PAD there).
 */
const PAD_BYTES = 32

/** Room for a row and what may be stored behind it, with a guard behind that. */
function guarded(kernel: RasterKernel, length: number): { pointer: number; expectGuard(): void } {
  const pointer = kernel.allocate(length + 2 * PAD_BYTES)
  const guard = kernel.view(pointer + length + PAD_BYTES, PAD_BYTES).fill(0xa5)
  return { pointer, expectGuard: () => expect(guard.every((byte) => byte === 0xa5)).toBe(true) }
}

test("unfilter equals its twin for every filter, pixel size and width", () => {
  const random = seeded(1)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (const step of [1, 2, 3, 4, 6, 8]) {
      for (const pixels of [...Array.from({ length: 40 }, (_, i) => i + 1), 64, 101]) {
        for (let filter = 0; filter <= 4; filter++) {
          const filtered = randomBytes(pixels * step, random)
          const above = randomBytes(pixels * step, random)
          const { length } = filtered
          const { pointer, expectGuard } = guarded(kernel, length)
          const [from, upper] = [place(kernel, filtered), place(kernel, above)]
          kernel.calls.unfilter(filter, from, upper, pointer, length, step)
          const expected = unfilterTwin.unfilter(filter, filtered, above, step)
          const isSame = Buffer.compare(kernel.view(pointer, length), expected) === 0
          expect(isSame, `filter ${filter}, ${pixels} pixels of ${step} bytes`).toBe(true)
          expectGuard()
          kernel.rewind(mark)
        }
      }
    }
  })
})

test("expanding samples to pixels equals its twins", () => {
  const random = seeded(2)
  for (const width of [...Array.from({ length: 34 }, (_, i) => i + 1), 100]) {
    withKernel((kernel) => {
      const { calls } = kernel
      const { pointer: target, expectGuard } = guarded(kernel, width * 4)
      const pixels = () => kernel.view(target, width * 4)
      for (const depth of [1, 2, 4]) {
        const packed = randomBytes(Math.ceil((width * depth) / 8), random)
        calls.unpackBits(place(kernel, packed), target, width, depth)
        expect(kernel.view(target, width)).toEqual(expandTwin.unpackBits(packed, width, depth))
      }
      const table = randomBytes(1024, random)
      const indices = randomBytes(width, random)
      const indexed = expandTwin.expandIndexed(indices, table)
      expect(calls.expandIndexed(place(kernel, indices), target, width, place(kernel, table))).toBe(
        indexed.largest,
      )
      expect(pixels()).toEqual(indexed.pixels)
      const greyAlpha = randomBytes(width * 2, random)
      calls.expandGreyAlpha(place(kernel, greyAlpha), target, width)
      expect(pixels()).toEqual(expandTwin.expandGreyAlpha(greyAlpha))
      const rgb = randomBytes(width * 3, random)
      for (const key of [-1, rgb[0] | (rgb[1] << 8) | (rgb[2] << 16)]) {
        calls.expandRgb(place(kernel, rgb), target, width, key)
        expect(pixels()).toEqual(expandTwin.expandRgb(rgb, key))
      }
      for (const channels of [1, 2, 3, 4]) {
        const deep = randomBytes(width * channels * 2, random)
        const sample = (c: number) => BigInt((deep[c * 2] << 8) | deep[c * 2 + 1])
        const key = channels < 3 ? sample(0) : sample(0) | (sample(1) << 16n) | (sample(2) << 32n)
        for (const used of [null, key]) {
          calls.expandDeep(place(kernel, deep), target, width, channels, used === null ? 0 : 1, used ?? 0n)
          expect(pixels()).toEqual(expandTwin.expandDeep(deep, channels, used))
        }
      }
      expectGuard()
    })
  }
})

test("passes over pixels equal their twins", () => {
  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 2],
    [5, 4],
    [6, 2],
    [7, 3],
    [8, 3],
    [17, 9],
    [130, 33],
  ]) {
    withKernel((kernel) => {
      const { calls } = kernel
      const picture = artworkLike(width, height, width * 31 + height)
      const source = place(kernel, picture)
      const row = picture.subarray(0, width * 4)
      const result = kernel.allocate(16)
      for (let y = 0; y < height; y++) {
        calls.scanAlpha(source + y * width * 4, width, result)
        const [first, end, inked, soft] = new Int32Array(calls.memory.buffer, result, 4)
        const twin = pixelsTwin.scanAlpha(picture.subarray(y * width * 4, (y + 1) * width * 4))
        expect({ first, end, inked, soft }).toEqual(twin)
        const rows = [y - 1, y, y + 1].map((near) => Math.min(height - 1, Math.max(0, near)))
        const [above, middle, below] = rows.map((near) => source + near * width * 4)
        const [upper, own, lower] = rows.map((near) =>
          picture.subarray(near * width * 4, (near + 1) * width * 4),
        )
        expect(calls.countSoft(above, middle, below, width)).toBe(pixelsTwin.countSoft(upper, own, lower))
      }
      const target = kernel.allocate(picture.length + height)
      calls.mirrorRow(source, target, width)
      expect(kernel.view(target, width * 4)).toEqual(pixelsTwin.mirrorRow(row))
      const under = randomBytes(width * 4, seeded(width + 1))
      const onto = place(kernel, under)
      calls.copyInk(onto, width * 4, source, width * 4, width, 1)
      expect(kernel.view(onto, width * 4)).toEqual(pixelsTwin.copyInk(under, row))
      const count = Math.ceil(width / 2)
      calls.turnColumns(source, height, width, width - count, count, target)
      const turned = pixelsTwin.turnColumns(picture, width, width - count, count)
      expect(kernel.view(target, turned.length)).toEqual(turned)
      const above = randomBytes(width * 4, seeded(width))
      const rows = kernel.allocate(picture.length + above.length) + above.length
      kernel.view(rows - above.length, above.length).set(above)
      kernel.view(rows, picture.length).set(picture)
      calls.filterRows(rows, width * 4, height, target)
      const filtered = kernel.view(target, picture.length + height).slice()
      expect(filtered).toEqual(pixelsTwin.filterRows(picture, above))
      kernel.view(rows, picture.length).fill(0)
      calls.unfilterRows(place(kernel, filtered), width * 4, height, rows)
      expect(kernel.view(rows, picture.length)).toEqual(picture)
      expect(pixelsTwin.unfilterRows(filtered, above)).toEqual(picture)
    })
  }
})

test("Adler-32 equals its twin over every length and carried state", () => {
  withKernel((kernel) => {
    const bytes = randomBytes(40_000, seeded(5)).fill(255, 100, 39_000)
    const pointer = place(kernel, bytes)
    for (const length of [0, 1, 15, 16, 17, 1000, 32_768, 32_785, 40_000]) {
      const half = length >> 1
      const first = kernel.calls.adler32(pointer, half, 1)
      const whole = kernel.calls.adler32(pointer + half, length - half, first) >>> 0
      expect(whole).toBe(pixelsTwin.adler32(bytes.subarray(0, length), 1))
    }
  })
})

test("resampling equals its twins, shrinking and growing", () => {
  for (const [from, to] of [
    [40, 40],
    [97, 31],
    [31, 97],
    [1, 9],
    [2, 5],
    [9, 1],
    [300, 7],
    [1700, 760],
    [2600, 3],
  ]) {
    withKernel((kernel) => {
      const { calls } = kernel
      const row = artworkLike(from, 1, from + to)
      const source = place(kernel, row)
      const windows = lanczosWindows(from, to, 2)
      const target = kernel.allocate(to * 8)
      const { starts, coefficients, taps, near } = windows
      calls.resampleAcross(
        source,
        from,
        kernel.allocate(Math.max(1024, taps) * 8),
        target,
        to,
        place(kernel, starts),
        place(kernel, coefficients),
        taps,
        place(kernel, near),
      )
      const across = resampleTwin.resampleAcross(row, starts, coefficients, taps, near)
      expect(new Int16Array(calls.memory.buffer, target, to * 4)).toEqual(across)
    })
  }
  const random = seeded(8)
  for (const [taps, nearFrom, nearTo] of [
    [2, 0, 2],
    [2, 1, 2],
    [6, 2, 4],
    [14, 5, 9],
    [14, 0, 14],
  ]) {
    withKernel((kernel) => {
      const width = 133
      const rows = Array.from({ length: taps }, (_, t) =>
        resampleTwin.premultiply(artworkLike(width, 1, t + taps)),
      )
      const { coefficients } = lanczosWindows(taps * 3, 5)
      const window = coefficients.slice(0, taps)
      for (let i = 0; i < taps; i++) window[i] += random(5) - 2
      const pointers = Int32Array.from(rows, (row) => place(kernel, row))
      const target = kernel.allocate(width * 4)
      const weights = place(kernel, window)
      kernel.calls.resampleDown(place(kernel, pointers), weights, taps, nearFrom, nearTo, target, width)
      const twin = resampleTwin.resampleDown(rows, window, nearFrom, nearTo)
      expect(kernel.view(target, width * 4)).toEqual(twin)
    })
  }
})

test("planes of pixels equal their twins", () => {
  const random = seeded(12)
  for (const [width, height] of [
    [1, 1],
    [3, 5],
    [5, 2],
    [15, 4],
    [16, 3],
    [17, 9],
    [130, 33],
  ]) {
    withKernel((kernel) => {
      const { calls } = kernel
      const picture = artworkLike(width, height, width * 37 + height)
      const source = place(kernel, picture)
      const pixels = width * height
      const mark = kernel.mark()
      const colours = guarded(kernel, pixels * 3)
      calls.takeColours(source, pixels, colours.pointer)
      expect(kernel.view(colours.pointer, pixels * 3)).toEqual(planesTwin.takeColours(picture))
      colours.expectGuard()

      const filtered = randomBytes((width * 3 + 1) * height, random)
      const above = randomBytes(width * 4, random)
      const rgba = guarded(kernel, width * 4 * (height + 1))
      kernel.view(rgba.pointer, width * 4).set(above)
      const alphasAt = place(kernel, planesTwin.takeAlphas(picture))
      const rows = rgba.pointer + width * 4
      calls.joinPlanes(place(kernel, filtered), alphasAt, width, height, rows)
      const expected = planesTwin.joinPlanes(filtered, planesTwin.takeAlphas(picture), above)
      expect(kernel.view(rows, pixels * 4)).toEqual(expected)
      rgba.expectGuard()

      for (let radius = 0; radius <= 5; radius++) {
        kernel.rewind(mark)
        // Zeros around the picture, as far as the radius.
        const stride = width + 2 * radius
        const padded = kernel.allocate(stride * (height + 2 * radius) + 2 * radius)
        const first = padded + radius * stride + radius
        calls.takeAlphas(source, width, height, first, stride)
        for (let y = 0; y < height; y++) kernel.view(first + y * stride + width, 2 * radius).fill(0)
        const alphas = planesTwin.takeAlphas(picture)
        const white = planesTwin.choke(alphas, width, radius)
        for (let y = 0; y < height; y++) {
          expect(kernel.view(first + y * stride, width)).toEqual(alphas.subarray(y * width, (y + 1) * width))
          const row = guarded(kernel, width)
          calls.chokeRow(first + y * stride, stride, width, radius, row.pointer)
          const expected = white.subarray(y * width, (y + 1) * width)
          expect(kernel.view(row.pointer, width), `row ${y}, radius ${radius}`).toEqual(expected)
          row.expectGuard()
        }
        const five = guarded(kernel, pixels * 5)
        calls.addWhite(source, place(kernel, white), pixels, five.pointer)
        const joined = planesTwin.addWhite(picture, white)
        expect(kernel.view(five.pointer, pixels * 5)).toEqual(joined)
        five.expectGuard()
        const differed = guarded(kernel, pixels * 5)
        calls.differRows(five.pointer, width * 5, height, 5, differed.pointer)
        expect(kernel.view(differed.pointer, pixels * 5)).toEqual(planesTwin.differRows(joined, width * 5, 5))
        differed.expectGuard()
      }
    })
  }
})

test("deflate equals its twin and inflates to its input", () => {
  const random = seeded(11)
  for (let round = 0; round < 60; round++) {
    withKernel((kernel) => {
      const rowBytes = 1 + random(400)
      const rows = 1 + random(12)
      const input = deflateInput(rowBytes * rows, round % 4, random)
      const spans = someSpans(rowBytes, input, rows, random)
      const isLast = round % 2 === 0
      const pixelBytes = 1 + (round % 5)
      const spanTable = place(kernel, Int32Array.from(spans.flatMap((s) => [s.from, s.to, s.distance])))
      const source = place(kernel, input)
      const tokens = kernel.allocate(input.length * 2)
      const target = kernel.allocate(input.length * 2 + 1024)
      const length = kernel.calls.deflateRows(
        source,
        rowBytes,
        rows,
        pixelBytes,
        spanTable,
        spans.length,
        tokens,
        target,
        isLast ? 1 : 0,
      )
      const bytes = kernel.view(target, length).slice()
      expect(bytes).toEqual(deflateTwin.deflateRows(input, rowBytes, pixelBytes, spans, isLast))
      expect(length).toBeLessThanOrEqual(input.length * 1.5 + 1024)
      // A segment that is not the last ends on a byte, so that a final empty block may follow.
      const whole = isLast ? bytes : Uint8Array.from([...bytes, 3, 0])
      expect(new Uint8Array(inflateRawSync(whole))).toEqual(input)
    })
  }
})

test("deflate inflates to its input at every length, to the last byte of its rows and buffers", () => {
  const random = seeded(13)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (let rowBytes = 1; rowBytes <= 90; rowBytes++) {
      for (const [rows, kind] of [1, 2, 3].flatMap((count) => [0, 1, 2, 3].map((k) => [count, k]))) {
        const input = deflateInput(rowBytes * rows, kind, random)
        const { length } = input
        // A stretch that ends with its row, or just before.
        const spans = rowBytes > 8 && kind > 1 ? endSpan(rowBytes, input, rows, random) : []
        const table = place(kernel, Int32Array.from(spans.flatMap((s) => [s.from, s.to, s.distance])))
        const tokens = guarded(kernel, length * 2)
        const target = guarded(kernel, length + (length >> 1) + 1024)
        const source = place(kernel, input)
        const { deflateRows } = kernel.calls
        const bytes = deflateRows(
          source,
          rowBytes,
          rows,
          1 + (rowBytes % 5),
          table,
          spans.length,
          tokens.pointer,
          target.pointer,
          1,
        )
        const inflated = inflateRawSync(kernel.view(target.pointer, bytes))
        expect(Buffer.compare(inflated, input), `${rows} rows of ${rowBytes}, kind ${kind}`).toBe(0)
        tokens.expectGuard()
        target.expectGuard()
        kernel.rewind(mark)
      }
    }
  })
})

test("kernels trap on sizes that leave the memory", () => {
  withKernel((kernel) => {
    const { calls } = kernel
    const end = calls.memory.buffer.byteLength
    expect(() => calls.unfilter(5, 0, 0, 0, 4, 4)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.unfilter(1, end - 8, 0, 0, 8, 4)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.resampleAcross(0, 8, end - 16, 0, 8, 0, 0, 2, 0)).toThrow(WebAssembly.RuntimeError)
    const [pixels, scratch, target] = [64, 8192, 64].map((bytes) => kernel.allocate(bytes))
    const across = (starts: number[], near: number[]) => {
      const [from, nearest] = [starts, near].map((table) => place(kernel, Int32Array.from(table)))
      return () => calls.resampleAcross(pixels, 8, scratch, target, 2, from, pixels, 2, nearest)
    }
    expect(across([2, 4], [2, 4, 4, 8])).not.toThrow()
    // A window that begins before the one to its left; nearest pixels that are none, or beyond the
    // row.
    for (const [starts, near] of [
      [
        [4, 2],
        [2, 4, 4, 8],
      ],
      [
        [2, 4],
        [2, 4, 4, 4],
      ],
      [
        [2, 4],
        [-1, 4, 4, 8],
      ],
      [
        [2, 4],
        [2, 4, 4, 9],
      ],
    ])
      expect(across(starts, near)).toThrow(WebAssembly.RuntimeError)
    for (const [from, to] of [
      [-1, 1],
      [1, 1],
      [0, 3],
    ])
      expect(() => calls.resampleDown(pixels, pixels, 2, from, to, target, 4)).toThrow(
        WebAssembly.RuntimeError,
      )
    expect(() => calls.copyRows(0, 4, 0, 4, 8, 1)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.copyRows(0, 1 << 30, 0, 1 << 30, 8, 1 << 30)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.scanAlpha(0, -1, 0)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.countSoft(0, 0, end - 16, 4)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.deflateRows(0, 1 << 20, 1 << 20, 4, 0, 0, 0, 0, 1)).toThrow(WebAssembly.RuntimeError)
    const spans = place(kernel, Int32Array.of(2, 9, 5))
    const buffer = kernel.allocate(4096)
    expect(() => calls.deflateRows(buffer, 16, 1, 4, spans, 1, buffer, buffer, 1)).toThrow(
      WebAssembly.RuntimeError,
    )
    expect(() => calls.deflateRows(buffer, 16, 1, 6, spans, 0, buffer, buffer, 1)).toThrow(
      WebAssembly.RuntimeError,
    )
    expect(() => calls.takeColours(end - 16, 8, buffer)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.takeAlphas(buffer, 8, 1, buffer, 4)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.addWhite(buffer, end - 4, 8, buffer)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.chokeRow(buffer, 64, 8, 6, buffer)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.chokeRow(100, 64, 8, 5, buffer)).toThrow(WebAssembly.RuntimeError)
    expect(() => calls.differRows(buffer, 4, 1, 5, buffer)).toThrow(WebAssembly.RuntimeError)
  })
})

function deflateInput(length: number, kind: number, random: (below: number) => number): Uint8Array {
  if (kind === 0) return randomBytes(length, random)
  if (kind === 1) return new Uint8Array(length)
  // Skewed values force codes beyond the limit; runs and repeated pixels make matches.
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; ) {
    const run = 1 + random(kind === 2 ? 3 : 40)
    const value = Math.min(random(256), random(256), random(256), random(256))
    for (let k = 0; k < run && i < length; k++, i++) bytes[i] = random(3) > 0 && i >= 4 ? bytes[i - 4] : value
  }
  return bytes
}

/** A stretch at the end of every row that repeats what stands before it, as far as that goes. */
function endSpan(rowBytes: number, input: Uint8Array, rows: number, random: (below: number) => number) {
  const to = rowBytes - random(3)
  const from = 1 + random(to - 1)
  const distance = 1 + random(from)
  for (let y = 0; y < rows; y++) {
    for (let i = from; i < to; i++) input[y * rowBytes + i] = input[y * rowBytes + i - distance]
  }
  return [{ from, to, distance }]
}

/** Up to three stretches, some of which really repeat and some of which do not. */
function someSpans(rowBytes: number, input: Uint8Array, rows: number, random: (below: number) => number) {
  const spans: deflateTwin.RepeatSpan[] = []
  for (let free = 1; spans.length < 3 && free < rowBytes - 2; ) {
    const from = free + random(rowBytes - free - 1)
    const to = from + 1 + random(rowBytes - from)
    const distance = 1 + random(from)
    if (random(3) > 0) {
      for (let y = 0; y < rows; y++) {
        for (let i = from; i < to; i++) input[y * rowBytes + i] = input[y * rowBytes + i - distance]
      }
    }
    spans.push({ from, to, distance })
    free = to
  }
  return spans
}

test("planes of ink and of a colour equal their twins at every width", () => {
  const random = seeded(31)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (let width = 1; width <= 100; width++) {
      const row = randomBytes(width * 4, random)
      // Colours near the one that is looked for.
      for (let i = 0; i < row.length; i += 4)
        if (random(2) === 0) row.set([100 + random(30), 200, 31, 250], i)
      const words = Math.ceil(width / 32)
      const from = place(kernel, row)
      const alphas = kernel.allocate(width)
      const bits = kernel.allocate(words * 4 * inkBitsTwin.planeAlphas.length)
      const above = kernel.allocate(words * 4 * inkBitsTwin.planeAlphas.length)
      const twin = inkBitsTwin.inkBits(row)
      const hasHalf = row.some((alpha, i) => i % 4 === 3 && alpha >= 16 && alpha < 240) ? 2 : 0
      const differs = twin.some((word) => word !== 0) ? 1 : 0
      expect(kernel.calls.inkBits(from, width, alphas, bits, words * 4, above)).toBe(hasHalf | differs)
      expect(kernel.calls.inkBits(from, width, alphas, above, words * 4, bits)).toBe(hasHalf)
      expect([...new Uint32Array(kernel.calls.memory.buffer, bits, twin.length)]).toEqual([...twin])
      expect(kernel.view(alphas, width)).toEqual(row.filter((_, i) => i % 4 === 3))
      const colour = 110 | (200 << 8) | (30 << 16)
      const coloured = inkBitsTwin.colourBits(row, colour, 12)
      const count = [...coloured].reduce((sum, word) => sum + word.toString(2).replaceAll("0", "").length, 0)
      expect(kernel.calls.colourBits(from, width, colour, 12, bits)).toBe(count)
      expect([...new Uint32Array(kernel.calls.memory.buffer, bits, words)]).toEqual([...coloured])
      kernel.rewind(mark)
    }
  })
})

test("the runs of planes, and planes that are narrowed, equal their twins at every width", () => {
  const random = seeded(34)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (let width = 1; width <= 100; width++) {
      const words = Math.ceil(width / 32)
      // Bits beyond the last pixel are 0.
      const plane = (share: number) => {
        const bits = new Uint32Array(words)
        for (let x = 0; x < width; x++) if (random(share) > 0) bits[x >>> 5] |= 1 << (x & 31)
        return bits
      }
      for (const share of [2, 9, 400]) {
        const [bits, without] = [plane(share), plane(share).map((word) => ~word)]
        const [from, less] = [bits, without].map((words) => place(kernel, new Int32Array(words.buffer)))
        for (const isClear of [false, true]) {
          const runs = kernel.allocate((width + 1) * 4)
          const twin = inkBitsTwin.findRuns(bits, width, isClear)
          expect(kernel.calls.findRuns(from, width, isClear ? 1 : 0, runs)).toBe(twin.length)
          expect([...new Int32Array(kernel.calls.memory.buffer, runs, twin.length)]).toEqual(twin)
        }
        for (const times of [0, 1, 4]) {
          const { pointer, expectGuard } = guarded(kernel, words * 4)
          const twin = inkBitsTwin.narrowBits(bits, without, width, times)
          const isLeft = twin.some((word) => word !== 0) ? 1 : 0
          expect(kernel.calls.narrowBits(from, less, width, times, pointer)).toBe(isLeft)
          expect(kernel.view(pointer, words * 4)).toEqual(new Uint8Array(twin.buffer))
          expectGuard()
        }
        kernel.rewind(mark)
      }
    }
  })
})

test("light, edges and steps of rows equal their twins at every width", () => {
  const random = seeded(35)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (let width = 1; width <= 120; width++) {
      // Slopes of any steepness, or gentle ones about as long as an edge may be; level parts, and holes without ink.
      const isGentle = width % 2 === 1
      const row = new Uint8Array(width * 4)
      for (let x = 0, value = 128, slope = 0, end = 0; x < width; x++) {
        if (x === end) {
          slope = isGentle ? (value > 128 ? -1 : 1) * (4 + random(2)) : random(3) * (random(121) - 60)
          end = x + 1 + (isGentle ? 19 + random(9) : random(12))
        }
        value = Math.max(0, Math.min(255, value + slope))
        const blue = isGentle ? value : 255 - value
        const alpha = random(40) === 0 ? random(256) : width % 3 === 0 ? value : 255
        row.set([value, value, blue, alpha], x * 4)
      }
      const from = place(kernel, row)
      const [alphas, lights] = [kernel.allocate(width * 2), kernel.allocate(width * 2)]
      const twin = inkDetailTwin.lightRow(row)
      const hasInk = twin.alphas.some((alpha) => alpha > 0) ? 1 : 0
      expect(kernel.calls.lightRow(from, width, alphas, lights)).toBe(hasInk)
      const lineAt = (pointer: number) => [...new Int16Array(kernel.calls.memory.buffer, pointer, width)]
      expect(lineAt(alphas)).toEqual([...twin.alphas])
      expect(lineAt(lights)).toEqual([...twin.lights])
      for (const line of [twin.alphas, twin.lights]) {
        const expected = inkDetailTwin.countEdges(line)
        const widths = kernel.allocate(expected.length * 4)
        const all = expected.reduce((sum, count) => sum + count, 0)
        expect(kernel.calls.countEdges(place(kernel, line), width, widths)).toBe(all)
        expect([...new Uint32Array(kernel.calls.memory.buffer, widths, expected.length)]).toEqual([
          ...expected,
        ])
      }
      const { pointer, expectGuard } = guarded(kernel, width * 4)
      kernel.view(pointer, width * 4).fill(0)
      kernel.calls.countSteps(from, width, pointer)
      expect([...new Uint32Array(kernel.calls.memory.buffer, pointer, width)]).toEqual([
        ...inkDetailTwin.countSteps(row),
      ])
      expectGuard()
      kernel.rewind(mark)
    }
  })
})

test("rows in squares equal their twin for every width and factor", () => {
  const random = seeded(36)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (const factor of [1, 2, 3, 5, 8])
      for (const width of [...Array.from({ length: 40 }, (_, i) => i + 1), 97]) {
        const columns = Math.ceil(width / factor)
        const above = randomBytes(columns * 4, random)
        const rows = Array.from({ length: width % 4 === 0 && factor > 1 ? factor - 1 : factor }, () =>
          randomBytes(width * 4, random),
        )
        // Squares that are empty, full, or of a few alphas.
        for (const row of rows)
          for (let x = 0; x < width; x++)
            row[x * 4 + 3] = [0, 255, random(3) * 127, random(256)][Math.floor(x / (4 * factor)) % 4]
        const { pointer, expectGuard } = guarded(kernel, columns * 4)
        kernel.view(pointer, columns * 4).set(above)
        const sums = kernel.allocate(columns * 4)
        for (const [i, row] of rows.entries())
          kernel.calls.shrinkRow(place(kernel, row), width, factor, i === 0 ? 1 : 0, sums, pointer)
        kernel.calls.endShrunk(width, factor, rows.length, sums, pointer)
        const expected = inkShrinkTwin.shrinkRows(rows, factor, above)
        const isSame = Buffer.compare(kernel.view(pointer, columns * 4), expected) === 0
        expect(isSame, `${width} pixels in squares of ${factor}`).toBe(true)
        expectGuard()
        kernel.rewind(mark)
      }
  })
})

test("thin parts of masks, and the distances behind them, equal their twins", () => {
  const random = seeded(32)
  withKernel((kernel) => {
    const mark = kernel.mark()
    for (const [side, finer, farthest] of [
      [5, 1, 3],
      [12, 2, 5],
      [21, 3, 9],
      [40, 1, 40],
    ] as const) {
      for (const density of [2, 6, 200]) {
        const block = Uint8Array.from({ length: (side + 2) ** 2 }, () =>
          random(density) === 0 ? random(256) : 255,
        )
        const width = side * finer
        const isFilm = density === 2
        const mask = inkDistanceTwin.splitFiner(block, side, finer, isFilm)
        const target = kernel.allocate(width * width)
        kernel.calls.splitFiner(place(kernel, block), side, finer, isFilm ? 1 : 0, target)
        expect(kernel.view(target, width * width)).toEqual(mask)
        const [centre, covered] = [Math.ceil((farthest - 1) ** 2 / 2), farthest * farthest]
        const twin = inkDistanceTwin.thinPixels(mask, width, farthest, centre, covered)
        const inside = kernel.allocate(2 * width * width)
        const scratch = kernel.allocate(4 * width * width + 2 * (width + 2 * farthest + 16))
        const thin = kernel.allocate(width * width)
        expect(kernel.calls.thinPixels(target, width, farthest, centre, covered, inside, scratch, thin)).toBe(
          twin.count,
        )
        expect(kernel.view(thin, width * width)).toEqual(twin.thin)
        expect([...new Uint16Array(kernel.calls.memory.buffer, inside, width * width)]).toEqual([
          ...twin.inside,
        ])
        kernel.rewind(mark)
      }
    }
  })
})

test("the squares of distances are those of the nearest pixel outside", () => {
  const random = seeded(33)
  const side = 24
  for (const density of [2, 8, 60]) {
    const mask = Uint8Array.from({ length: side * side }, () => (random(density) === 0 ? 0 : 1))
    const squares = inkDistanceTwin.nearSquares(mask, side, 40)
    for (let i = 0; i < mask.length; i++) {
      let least = 41 ** 2
      for (let j = 0; j < mask.length; j++)
        if (mask[j] === 0)
          least = Math.min(
            least,
            ((i % side) - (j % side)) ** 2 + (Math.floor(i / side) - Math.floor(j / side)) ** 2,
          )
      expect(squares[i]).toBe(least)
    }
  }
})
