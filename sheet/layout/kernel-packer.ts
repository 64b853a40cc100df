import type { LayoutKernel } from "./layout-kernel.ts"
import type { Packer, Target } from "./packer.ts"
import { createPackingIndex } from "./packing-index.ts"
import type { PackingLog } from "./packing-log.ts"
import type { Rectangles } from "./rectangles.ts"

// Word offsets in the kernel's Packing (kernel/_pack.as.ts).
const logPlace = 29
const keptPlace = 30
const countPlace = 31
const writtenPlace = 37
const usedSheetsPlace = 38
const usedHeightPlace = 39
const workPlace = 40
const places = 41

/**
 * Creates a packer as `createPacker` does, by the kernel, with the same numbers. It takes over the
 * kernel's memory, so an earlier search in it must be over.
 */
export function createKernelPacker(
  kernel: LayoutKernel,
  rectangles: Rectangles,
  stripWidth: number,
  capacity: number,
): Packer {
  const index = createPackingIndex(rectangles, stripWidth, capacity)
  const steps = 3 * capacity + 3
  const slots = index.blocks << index.blockBits
  const given = [
    rectangles.width,
    rectangles.height,
    index.wide.start,
    index.wide.turns,
    index.tall.start,
    index.tall.turns,
    index.area,
    index.narrowest,
    index.flattest,
    index.byNarrowest,
    index.byFlattest,
    rankOf(index.byNarrowest),
    rankOf(index.byFlattest),
  ]
  // Lists of the kernel: slotWidth, blockWidth, head, next, segmentX, segmentY, numbers, sequence,
  // startX, startY, two logs.
  const made = [
    slots,
    index.blocks,
    rectangles.types,
    capacity,
    capacity + 3,
    capacity + 3,
    4 * capacity,
    capacity,
    capacity + 3,
    capacity + 3,
    7 * steps + capacity,
    7 * steps + capacity,
  ]
  let end = align(kernel.heapBase())
  const take = (bytes: number) => {
    const address = end
    end = align(end + bytes)
    return address
  }
  const packing = take(4 * places)
  const givenAt = given.map((list) => take(list.byteLength))
  const madeAt = made.map((length) => take(4 * length))
  const missing = end + spareBytes - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65_536))
  const { buffer } = kernel.memory
  given.forEach((list, i) => {
    if (list instanceof Float64Array) new Float64Array(buffer, givenAt[i], list.length).set(list)
    else new Int32Array(buffer, givenAt[i], list.length).set(list)
  })
  const state = new Int32Array(buffer, packing, places)
  state.set([
    rectangles.types,
    stripWidth,
    index.blockBits,
    index.maxTallness,
    capacity,
    steps,
    ...givenAt,
    ...madeAt,
  ])

  const [numbersAt, sequenceAt, startXAt, startYAt, firstLogAt, secondLogAt] = madeAt.slice(6)
  const numbers = new Int32Array(buffer, numbersAt, 4 * capacity)
  const sequenceThere = new Int32Array(buffer, sequenceAt, capacity)
  const startX = new Int32Array(buffer, startXAt, capacity + 3)
  const startY = new Int32Array(buffer, startYAt, capacity + 3)
  let log = viewLog(buffer, firstLogAt, steps, capacity)
  let kept = viewLog(buffer, secondLogAt, steps, capacity)
  let logAt = firstLogAt
  let keptAt = secondLogAt

  const packer: Packer = {
    pack(sequence: Int32Array, target: Target, limit: number, replayed = 0): number {
      sequenceThere.set(sequence)
      state[logPlace] = logAt
      state[keptPlace] = keptAt
      state[countPlace] = sequence.length
      state[countPlace + 1] = replayed
      // No sheet stays empty, so there are at most as many sheets as rectangles.
      state[countPlace + 2] = Math.min(target.fullSheets, capacity)
      state[countPlace + 3] = target.fullHeight
      state[countPlace + 4] = target.lastHeight
      const { skyline } = target
      state[countPlace + 5] = skyline === undefined ? 0 : skyline.x.length
      if (skyline !== undefined) {
        startX.set(skyline.x)
        startY.set(skyline.y)
      }
      const leftOut = kernel.pack(packing, limit)
      packer.usedSheets = state[usedSheetsPlace]
      packer.usedHeight = state[usedHeightPlace]
      packer.work += state[workPlace]
      return leftOut
    },
    keep(): PackingLog {
      ;[log, kept] = [kept, log]
      ;[logAt, keptAt] = [keptAt, logAt]
      return kept
    },
    hasTurn: (turn: number) => rectangles.width[turn ^ 1] > 0,
    stripWidth,
    placed: () => numbers.slice(0, state[writtenPlace]),
    usedSheets: 0,
    usedHeight: 0,
    work: 0,
    pauseAt: 0,
  }
  return packer
}

// The free bytes that the kernel's entry check demands behind every buffer.
const spareBytes = 64

function align(address: number): number {
  return (address + 15) & ~15
}

// Returns the rank of each type in a ranking.
function rankOf(ranking: Int32Array): Int32Array {
  const rank = new Int32Array(ranking.length)
  ranking.forEach((type, place) => {
    rank[type] = place
  })
  return rank
}

function viewLog(buffer: ArrayBuffer, address: number, steps: number, capacity: number): PackingLog {
  const list = (place: number) => new Int32Array(buffer, address + 4 * steps * place, steps)
  return {
    turn: list(0),
    fit: list(1),
    segment: list(2),
    room: list(3),
    top: list(4),
    tall: list(5),
    short: list(6),
    stepOf: new Int32Array(buffer, address + 4 * steps * 7, capacity),
  }
}
