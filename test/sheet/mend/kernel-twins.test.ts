import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { type EdgeBlock, findForegrounds } from "../../../sheet/kernel/mend-climb.twin.ts"
import { coverRow } from "../../../sheet/kernel/mend-cover.twin.ts"
import { sharpenAround, sharpenRow } from "../../../sheet/kernel/mend-sharpen.twin.ts"
import { spreadEdges } from "../../../sheet/kernel/mend-spread.twin.ts"
import { EDGE, GROUND, KEPT, OUTSIDE } from "../../../sheet/mend/edge-state.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"

const host = await openNodeHost()
const REACH = { band: 5, climb: 6, search: 4 }
const MARGIN = REACH.band + REACH.climb + 2 * REACH.search + 2

type Random = () => number

/** Returns a pixel whose channels are those of two colours, mixed and with noise. */
function mixed(one: number, other: number, share: number, noise: number, random: Random): number {
  let pixel = random() < 0.05 ? Math.floor(random() * 256) << 24 : 255 << 24
  for (let shift = 0; shift < 24; shift += 8) {
    const code = ((one >>> shift) & 255) * (1 - share) + ((other >>> shift) & 255) * share
    const own = Math.round(code + (random() - 0.5) * 2 * noise)
    pixel |= Math.max(0, Math.min(255, own)) << shift
  }
  return pixel >>> 0
}

/** Draws soft discs of two colours over a third. */
function drawBlock(random: Random, noise: number): EdgeBlock & { rows: number } {
  const [stride, rows] = [2 * MARGIN + 30, 2 * MARGIN + 20]
  const [colour, fore, other] = [0, 0, 0].map(() => Math.floor(random() * 0x1000000))
  const [radius, soft] = [8 + 8 * random(), 0.5 + 6 * random()]
  const pixels = new Uint32Array(stride * rows)
  const states = new Uint8Array(stride * rows)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < stride; x++) {
      const away = Math.hypot(((x + 20) % 40) - 20, ((y + 20) % 40) - 20)
      const share = Math.max(0, Math.min(1, (radius - away) / soft + 0.5))
      const at = y * stride + x
      pixels[at] = mixed(colour, x % 3 === 0 ? other : fore, share, noise, random)
      states[at] = y < 3 ? OUTSIDE : share < 0.1 ? GROUND : KEPT
    }
  return { pixels, states, stride, rows, colour, noise, faint: noise === 0 ? 0 : 24 }
}

/** Returns the kept pixels beside ground that lie far enough within a block. */
function outlineOf({ states, stride, rows }: EdgeBlock & { rows: number }): Int32Array {
  const outline: number[] = []
  const within = MARGIN - REACH.band
  for (let y = within; y < rows - within; y++)
    for (let x = within; x < stride - within; x++) {
      const at = y * stride + x
      const beside = [at - 1, at + 1, at - stride, at + stride]
      if (states[at] === KEPT && beside.some((next) => states[next] === GROUND)) outline.push(at)
    }
  return Int32Array.from(outline)
}

test("foregrounds of edges, and how far these spread, equal their twins", () => {
  const random = randomFrom(41)
  for (let i = 0; i < 60; i++) {
    const block = drawBlock(random, [0, 0, 2, 6][i % 4])
    const outline = outlineOf(block)
    const room = block.pixels.length
    const kernel = openKernel(host, "measure")
    kernel.reserve(room * 17 + 4096)
    const place = (data: Uint32Array | Uint8Array | Int32Array | Float64Array) => {
      const pointer = kernel.allocate(data.byteLength)
      kernel.view(pointer, data.byteLength).set(new Uint8Array(data.buffer))
      return pointer
    }
    const [pixels, states] = [place(block.pixels), place(block.states)]
    const record = kernel.allocate(40)
    const { stride, rows, colour, noise, faint } = block
    new Uint32Array(kernel.calls.memory.buffer, record, 5).set([pixels, states, stride, rows, colour])
    new Float64Array(kernel.calls.memory.buffer, record + 24, 2).set([noise, faint])
    const queue = place(Int32Array.from({ length: room }, (_, k) => outline[k] ?? 0))
    const [known, fores] = [kernel.allocate(room * 4), kernel.allocate(room * 4)]
    kernel.calls.findForegrounds(record, queue, outline.length, REACH.climb, REACH.search, known, fores)
    const found = new Uint32Array(kernel.calls.memory.buffer, fores, room)
    const expected = findForegrounds(block, outline, REACH.climb, REACH.search)
    expect(outline.length).toBeGreaterThan(10)
    expect(
      Array.from(outline, (at) => found[at]),
      `block ${i}`,
    ).toEqual(expected)

    const twinFores = new Uint32Array(room)
    const ownStates = kernel.view(states, room)
    for (const [k, at] of outline.entries()) {
      twinFores[at] = expected[k]
      block.states[at] = EDGE
      ownStates[at] = EDGE
    }
    const places: number[] = [...outline]
    for (const state of [KEPT, GROUND]) {
      const count = kernel.calls.spreadEdges(
        ...([record, queue, outline.length, places.length] as const),
        ...([state, REACH.band, fores] as const),
      )
      places.push(...spreadEdges(block, outline, state, REACH.band, twinFores))
      const queued = new Int32Array(kernel.calls.memory.buffer, queue, count)
      expect([...queued], `block ${i}, state ${state}`).toEqual(places)
    }
    expect(ownStates).toEqual(block.states)
    expect(found).toEqual(twinFores)
    kernel.close()
  }
})

test("edges nearer to a block's border than they may reach are refused", () => {
  const kernel = openKernel(host, "measure")
  const [stride, rows] = [40, 40]
  const pixels = kernel.allocate(stride * rows * 4)
  const [record, queue] = [kernel.allocate(40), kernel.allocate(stride * rows * 4)]
  new Uint32Array(kernel.calls.memory.buffer, record, 5).set([pixels, pixels, stride, rows, 0])
  const call = (at: number) => {
    new Int32Array(kernel.calls.memory.buffer, queue, 1)[0] = at
    kernel.calls.findForegrounds(record, queue, 1, 6, 4, pixels, pixels)
  }
  call(15 * stride + 15)
  for (const at of [
    14 * stride + 15,
    15 * stride + 14,
    25 * stride + 15,
    15 * stride + 25,
    -1,
    stride * rows,
  ])
    expect(() => call(at), `${at}`).toThrow(WebAssembly.RuntimeError)
  kernel.close()
})

test("sharp edges equal their twin at every width and enlargement", () => {
  const random = randomFrom(43)
  for (const times of [1, 2, 3, 4])
    for (const width of [1, 2, 3, 7, 60, 131]) {
      const count = 2 * sharpenAround(times) + 1
      const [one, other] = [0, 0].map(() => Math.floor(random() * 0x1000000))
      const turn = random() * 7
      const rows = Array.from({ length: count }, (_, y) =>
        Uint32Array.from({ length: width }, (_, x) => {
          const way = ((x % 40) - 20) * Math.cos(turn) + (y - count / 2) * Math.sin(turn)
          const alpha = Math.max(0, Math.min(255, Math.round(128 + way * 20)))
          const share = Math.max(0, Math.min(1, 0.5 + way / (2 * times)))
          const pixel = mixed(one, other, share, x > 90 ? 20 : 0, random)
          return x % 80 < 40 ? pixel : ((pixel & 0xffffff) | (alpha << 24)) >>> 0
        }),
      )
      const kernel = openKernel(host, "measure")
      kernel.reserve((count + 4) * (width * 4 + 128))
      const pointers = kernel.allocate(count * 4)
      const target = kernel.allocate(width * 4)
      for (const [i, row] of rows.entries()) {
        const pointer = kernel.allocate(width * 4)
        new Uint32Array(kernel.calls.memory.buffer, pointer, width).set(row)
        new Uint32Array(kernel.calls.memory.buffer, pointers, count)[i] = pointer
      }
      kernel.calls.sharpenRow(pointers, width, times, target)
      expect(
        new Uint32Array(kernel.calls.memory.buffer, target, width),
        `${width} pixels, ${times} times`,
      ).toEqual(sharpenRow(rows, times))
      kernel.close()
    }
})

test("coverage equals its twin at every width", () => {
  const random = randomFrom(47)
  for (const width of [1, 2, 15, 16, 17, 33, 100])
    for (const [kind, isFilm] of [0, 1, 2].flatMap((i) => [false, true].map((is) => [i, is] as const))) {
      const alphaOf = [
        () => [0, 255, 160, 15, 16, 90][Math.floor(random() * 6)],
        () => Math.floor(random() * 256),
        () => (random() < 0.9 ? 0 : Math.floor(random() * 20)),
      ][kind]
      const rows = Array.from({ length: 5 }, () => Uint8Array.from({ length: width }, alphaOf))
      const kernel = openKernel(host, "measure")
      const stride = width + 4
      const alphas = kernel.allocate(5 * stride)
      const target = kernel.allocate(width + 64)
      for (const [i, row] of rows.entries()) kernel.view(alphas + ((i + 3) % 5) * stride + 2, width).set(row)
      kernel.view(target, width + 64).fill(7)
      kernel.calls.coverRow(alphas, stride, 0, width, isFilm ? 1 : 0, target)
      expect(kernel.view(target, width), `${width} pixels`).toEqual(coverRow(rows, isFilm))
      expect(kernel.view(target + width, 64).every((byte) => byte === 7)).toBe(true)
      kernel.close()
    }
})
