import { expect, test } from "vitest"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { polygonOutline } from "../../../harness/nest/polygon.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { finish } from "../../../sheet/in-steps.ts"
import {
  depthOf,
  moveAll,
  place,
  swapAll,
  type TwinSearch,
  totalLoss,
  updateWeights,
} from "../../../sheet/kernel/nest.twin.ts"
import { type LayoutKernel, makeLayoutKernel } from "../../../sheet/layout/layout-kernel.ts"
import { makeBitmaps } from "../../../sheet/layout/nest/bitmap.ts"
import type { Runs } from "../../../sheet/layout/nest/runs.ts"
import {
  itemWords,
  layOutMemory,
  limitWords,
  tieWords,
  unfinished,
  windowDepth,
} from "../../../sheet/layout/nest/search-memory.ts"

const film = { widthPx: 440, maxLengthPx: 1200, gapPx: 7 }
const resolution = { stepPx: 8, fineShift: 1, coarse: 4 }

function rowsOf({ starts, ends }: Runs): Int32Array[] {
  return [...starts.subarray(1)].map((end, row) => ends.subarray(starts[row], end))
}

/** The rule of items that hang together, and the items that do. */
const tieRule = { slack: 2, neck: 9, step: 3, base: 8, reach: 20 }
const tied = [[1, 3], [0, 2], [1], [0], [5], [4], [], []]
/** The rows that items keep to. */
const limits = tied.map((_, i) => (i < 6 ? { endFrom: 0, startTo: 40 } : { endFrom: 45, startTo: 150 }))

/** Returns a kernel whose calls return as early as possible and are repeated until they have finished. */
function inParts(kernel: LayoutKernel, memory: ReturnType<typeof layOutMemory>): LayoutKernel {
  const finished = (call: () => number) => {
    for (let calls = 1; ; calls++) {
      memory.pauseAfter(1)
      const result = call()
      mostCalls = Math.max(mostCalls, calls)
      if (result !== unfinished) return result
    }
  }
  return {
    ...kernel,
    relate: (search) => finished(() => kernel.relate(search)),
    moveAll: (search, isGlobal) => finished(() => kernel.moveAll(search, isGlobal)),
    swapAll: (search) => finished(() => kernel.swapAll(search)),
    place: (search, ...rest) => finished(() => kernel.place(search, ...rest)),
  }
}

let mostCalls = 0

/**
 * Runs a search in the kernel and in its twin, for odd seeds in as many calls as possible. Items are
 * copies of three pieces in all four turns.
 */
function givenSearch(seed: number, isWindowed = false, isTied = false) {
  const isPausing = seed % 2 === 1
  const { stepPx, fineShift, coarse } = resolution
  const pieces = gangSheet(seed).items.slice(0, 3)
  const shapes = pieces.flatMap(({ polygon }) => {
    const corners = polygon.map(([x, y]) => [Math.round(x * 20), Math.round(y * 20)] as const)
    return finish(makeBitmaps(polygonOutline(corners), film, resolution)).map((bitmap) => ({
      ...bitmap,
      rows: rowsOf(bitmap.runs),
      xMin: -Math.floor(bitmap.inkX / stepPx),
      xMax: Math.floor((film.widthPx - bitmap.inkX - bitmap.widthPx) / stepPx),
      yMin: -Math.floor(bitmap.inkY / stepPx),
      yMax: Math.floor((film.maxLengthPx - bitmap.inkY - bitmap.heightPx) / stepPx),
      startPx: bitmap.inkY,
      endPx: bitmap.inkY + bitmap.heightPx,
    }))
  })
  const copies = [0, 1, 2, 0, 1, 2, 0, 1]
  const codes = Uint8Array.from({ length: isWindowed ? 5 * windowDepth + 1 : 300 }, (_, depth) =>
    Math.min(255, Math.ceil(depth * 1.3)),
  )
  const whole = makeLayoutKernel(layoutHost)
  const memory = layOutMemory(whole, {
    shapes,
    turns: Int32Array.from(shapes, (_, shape) => shape),
    mostItems: copies.length,
    coarse,
    fineShift,
    stepPx,
    seed,
    codes,
    sumsBytes: 1 << 16,
    scratchBytes: 1 << 20,
    limitBytes: 1 << 24,
    isWindowed,
    ...(isTied ? { tie: tieRule } : {}),
  })
  const stride = memory.useItems(copies.length)
  copies.forEach((piece, i) => {
    memory.items().set([0, 0, 4 * piece, 0, 4 * piece, 4, 0], i * itemWords)
    copies.forEach((other, j) => {
      memory.floors()[i * stride + j] = 1000 + 700 * (piece + other)
    })
  })
  memory.weights().set(memory.floors())
  if (isTied) {
    for (const [i, others] of tied.entries()) {
      memory.ties().set([others.length, ...others], i * tieWords)
      memory.limits().set([limits[i].endFrom, limits[i].startTo], i * limitWords)
    }
  }
  const rows = (values: Uint32Array) =>
    copies.map((_, i) => copies.map((__, j) => BigInt(values[i * stride + j])))
  const twin: TwinSearch = {
    shapes,
    items: copies.map((piece) => ({
      x: 0,
      y: 0,
      shape: 4 * piece,
      isPlaced: false,
      turns: [0, 1, 2, 3].map((turn) => 4 * piece + turn),
    })),
    coarse,
    fineShift,
    stepPx,
    seed: seed | 1,
    codes,
    weights: rows(memory.weights()),
    floors: rows(memory.floors()),
    ...(isTied ? { ties: { rule: tieRule, of: tied }, limits } : {}),
  }
  const items = () => copies.map((_, i) => [...memory.items().subarray(i * itemWords, i * itemWords + 4)])
  const twinItems = () => twin.items.map(({ x, y, shape, isPlaced }) => [x, y, shape, isPlaced ? 1 : 0])
  const weights = () => rows(memory.weights())
  const kernel = isPausing ? inParts(whole, memory) : whole
  return { kernel, memory, twin, items, twinItems, weights, count: copies.length }
}

test("the kernel places, moves and weighs items as its twin does", async () => {
  await buildKernels()
  for (const seed of [1, 6, 9]) {
    const { kernel, memory, twin, items, twinItems, weights, count } = givenSearch(seed)
    const { address } = memory
    let endPx = 0
    for (let i = 0; i < count; i++) {
      const end = kernel.place(address, i, endPx, i % 3 === 1)
      expect(place(twin, i, endPx, i % 3 === 1)).toBe(end)
      endPx = Math.max(endPx, end)
    }
    expect(items()).toEqual(twinItems())
    expect(kernel.relate(address)).toBe(0)

    // Everything moves up, so that items overlap.
    for (let i = 0; i < count; i++) {
      const y = Math.floor(twin.items[i].y * 0.7) || 0
      twin.items[i].y = y
      memory.items()[i * itemWords + 1] = y
    }
    const start = kernel.relate(address)
    expect(start).toBeGreaterThan(0)
    expect(totalLoss(twin)).toBe(start)
    for (let pass = 0; pass < 6; pass++) {
      const isGlobal = pass % 3 !== 2
      const loss = kernel.moveAll(address, isGlobal)
      expect(moveAll(twin, isGlobal)).toBe(loss)
      expect(items()).toEqual(twinItems())
      kernel.updateWeights(address)
      updateWeights(twin)
      // The diagonal is of no use to either, and decays in both.
      expect(weights()).toEqual(twin.weights)
    }
    expect(memory.isFull()).toBe(false)
    expect(depthOf(twin, 0, 0, 0, 0, 0, 0)).toBeGreaterThan(0)
  }
  // A table or an item at a time.
  expect(mostCalls).toBeGreaterThan(10)
})

test("in the kernel items change places as in its twin, and only where overlap goes", async () => {
  await buildKernels()
  let swaps = 0
  for (const seed of [1, 6, 9]) {
    const { kernel, memory, twin, items, twinItems, count } = givenSearch(seed)
    const { address } = memory
    let endPx = 0
    for (let i = 0; i < count; i++) endPx = Math.max(endPx, place(twin, i, endPx, false))
    twin.items.forEach((item, i) => {
      item.y = Math.floor(item.y * 0.7) || 0
      memory.items().set([item.x, item.y, item.shape, 1], i * itemWords)
    })
    kernel.relate(address)
    for (let pass = 0; pass < 3; pass++) {
      const [before, loss] = [items(), totalLoss(twin)]
      kernel.swapAll(address)
      swapAll(twin)
      expect(items()).toEqual(twinItems())
      const swapped = items().filter((item, i) => `${item}` !== `${before[i]}`).length
      swaps += swapped
      // All weights are still those of their sizes.
      if (swapped > 0) expect(totalLoss(twin)).toBeLessThan(loss)
      else expect(totalLoss(twin)).toBe(loss)
      expect(kernel.relate(address)).toBe(totalLoss(twin))
      expect(moveAll(twin, false)).toBe(kernel.moveAll(address, false))
    }
  }
  expect(swaps).toBeGreaterThan(0)
})

test("items that hang together, within rows, are placed, moved and swapped as by the twin", async () => {
  await buildKernels()
  let pulled = 0
  for (const [seed, isWindowed] of [
    [1, false],
    [6, false],
    [9, false],
    [2, true],
  ] as const) {
    const { kernel, memory, twin, items, twinItems, weights, count } = givenSearch(seed, isWindowed, true)
    const { address } = memory
    let endPx = 0
    for (let i = 0; i < count; i++) {
      const end = place(twin, i, endPx, false)
      if (isWindowed) memory.items().set([...twinItems()[i]], i * itemWords)
      else expect(kernel.place(address, i, endPx, false)).toBe(end)
      endPx = Math.max(endPx, end)
    }
    expect(items()).toEqual(twinItems())
    // Items far from each other, so that those that hang together have a way to go.
    for (let i = 0; i < count; i++) {
      twin.items[i].y = i < 6 ? 5 * i : 60 + 10 * i
      twin.items[i].x = 4 * (i % 4)
      twin.items[i].isPlaced = true
      memory.items().set([...twinItems()[i]], i * itemWords)
    }
    const start = kernel.relate(address)
    expect(totalLoss(twin)).toBe(start)
    let last = start
    for (let pass = 0; pass < 8; pass++) {
      const isGlobal = !isWindowed && pass % 3 !== 2
      if (isGlobal && pass % 2 === 1) {
        kernel.swapAll(address)
        swapAll(twin)
        expect(items()).toEqual(twinItems())
      }
      last = kernel.moveAll(address, isGlobal)
      expect(moveAll(twin, isGlobal)).toBe(last)
      expect(items()).toEqual(twinItems())
      kernel.updateWeights(address)
      updateWeights(twin)
      expect(weights()).toEqual(twin.weights)
    }
    if (last < start) pulled++
  }
  expect(pulled).toBe(4)
})

test("with windows instead of whole tables the kernel moves items as its twin does", async () => {
  await buildKernels()
  for (const seed of [2, 6, 9]) {
    const { kernel, memory, twin, items, twinItems, weights, count } = givenSearch(seed, true)
    const { address } = memory
    let endPx = 0
    for (let i = 0; i < count; i++) endPx = Math.max(endPx, place(twin, i, endPx, false))
    // First a little, then so far that items leave some windows and overlap deeper than any
    // records.
    for (const share of [0.93, 0.5]) {
      twin.items.forEach((item, i) => {
        item.y = Math.floor(item.y * share) || 0
        memory.items().set([item.x, item.y, item.shape, 1], i * itemWords)
      })
      const start = kernel.relate(address)
      expect(start).toBeGreaterThan(0)
      expect(totalLoss(twin)).toBe(start)
      for (let pass = 0; pass < 6; pass++) {
        const loss = kernel.moveAll(address, false)
        expect(moveAll(twin, false)).toBe(loss)
        expect(items()).toEqual(twinItems())
        kernel.updateWeights(address)
        updateWeights(twin)
        expect(weights()).toEqual(twin.weights)
      }
    }
    expect(memory.isFull()).toBe(false)
    expect(() => kernel.place(address, 0, 0, false)).toThrow(WebAssembly.RuntimeError)
    expect(() => kernel.swapAll(address)).toThrow(WebAssembly.RuntimeError)
  }
})

test("a search that points outside of its memory traps, and one without room for tables says so", async () => {
  await buildKernels()
  const { kernel, memory } = givenSearch(2)
  const words = new Int32Array(kernel.memory.buffer, memory.address)
  for (const [field, value] of [
    [1, 1 << 20],
    [6, 0x7ffffff0],
    [13, -16],
    [14, 3],
    [21, 0x7fffffff],
  ]) {
    const kept = words[field]
    words[field] = value
    expect(() => kernel.relate(memory.address)).toThrow(WebAssembly.RuntimeError)
    words[field] = kept
  }
  expect(() => kernel.place(memory.address, 99, 0, false)).toThrow(WebAssembly.RuntimeError)
  words[25] = words[24] + 64
  for (let i = 0; i < 3; i++) kernel.place(memory.address, i, 0, false)
  expect(memory.isFull()).toBe(true)
})
