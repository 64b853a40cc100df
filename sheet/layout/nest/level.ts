import { createPace, type InSteps } from "../../in-steps.ts"
import type { LayoutKernel } from "../layout-kernel.ts"
import {
  type Bitmap,
  frameSteps,
  makeBitmaps,
  marginSteps,
  type Resolution,
  type Surroundings,
} from "./bitmap.ts"
import type { Outline } from "./outline.ts"
import { type PinnedPiece, pinnedBitmaps } from "./pinned-bitmap.ts"
import { areaOf, noRuns } from "./runs.ts"
import {
  itemWords,
  type KernelShape,
  layOutMemory,
  limitWords,
  shapeWords,
  tieWords,
  unfinished,
  windowDepth,
  windowScratchBytes,
} from "./search-memory.ts"
import { one16, root16 } from "./whole-roots.ts"

/**
 * A piece and its allowed quarter turns, clockwise. A pinned one never moves, has one item and one
 * turn, and only the size of its outline counts.
 */
export type NestPiece = { outline: Outline; turns: readonly number[]; pinned?: PinnedPiece }

/**
 * The film. Ink may lie on `widthPx` across and at most `maxLengthPx` along, `gapPx` apart. Strips
 * may reach beyond that.
 */
export type Film = Surroundings & { widthPx: number; maxLengthPx: number }

/** The factor of the longest sheet within which items may lie while a sheet is being shortened. */
export const reachShare = 1.5

/**
 * The places of items' ink boxes. Four numbers an item: x and y in pixels, quarter turns, 1 if it is
 * placed.
 */
export type Positions = Int32Array
export const positionWords = 4

/**
 * One resolution of one search: all pieces in the kernel, and some items (copies of pieces) in use.
 * Lengths along the film count to the end of the ink.
 */
export type Level = {
  resolution: Resolution
  /** Steps across that frames may take, and the margin among them on either side. */
  columns: number
  marginSteps: number
  /**
   * Per piece: the area of its grown ink in square steps, its unturned ink box in pixels, its
   * allowed turns.
   */
  areas: Float64Array
  inks: readonly { width: number; height: number }[]
  turnsOf(piece: number): readonly number[]
  /** Returns a pinned piece's end along the film, in pixels; null for pieces that move. */
  pinnedEndPx(piece: number): number | null
  /**
   * Takes these items (a piece each) into use. None but the pinned ones is placed, and the film has
   * full length.
   */
  useItems(pieces: readonly number[]): void
  /** Returns the pieces of the items in use. */
  pieces(): readonly number[]
  read(): Positions
  /** Puts items at these positions, to the nearest step. Returns the total overlap. */
  write(positions: Positions): InSteps<number>
  /** Lets items lie so far along the film, if that is beyond its full length. */
  reachTo(lengthPx: number): void
  /** Cuts the film: items beyond the new end are moved inside, which may make them overlap. */
  setLength(lengthPx: number): void
  /** Returns the end of the ink that lies last along the film. */
  lengthPx(): number
  /**
   * Puts one more item on the free position that is first along the film, by its end or its
   * beginning. Returns false if there is none.
   */
  place(item: number, lastPx: number, isByStart: boolean): InSteps<boolean>
  moveAll(isGlobal: boolean): InSteps<number>
  /**
   * Lets items hang together and keeps them within rows, from the next `relate` on. Only with `ties`.
   */
  tie(ties: Ties): void
  /** Lets overlapping items change places with others. Only on a level without windows. */
  swapAll(): InSteps<void>
  relate(): InSteps<number>
  updateWeights(): void
  resetWeights(): void
  isFull(): boolean
  steps(): number
  /** Counts work outside of the kernel, in its steps. */
  charge(steps: number): void
  usedBytes(): number
}

/**
 * Pairs of items that hang together. An item's ink ends at `endFromPx` or further along the film, and
 * begins at `startToPx` or before.
 */
type Ties = {
  pairs: readonly (readonly [number, number])[]
  endFromPx: readonly number[]
  startToPx: readonly number[]
}

/** Boxes hang together if they are at most `slackPx` further apart than the gap, along `alongPx`. */
export type TieSizes = { slackPx: number; alongPx: number }

/** The cost of the first step by which boxes are apart, of every further one, and the search's reach. */
const tieBase = 24
const tieStep = 8
/** The reach of the whole-strip search around a partner, as a multiple of the length along which they lie. */
const tieReach = 4

/**
 * The most that overlap grows per step of depth. It grows with depth^(7/8), so the first steps
 * weigh most.
 */
const mostCodePerStep = 20
/** The greatest depth in fifths of a step. Deeper counts the same. */
const mostDepth = 4_000
/** The weight of a unit of depth between two pieces of mean size. */
export const weightOne = 4_096

/** The pairs of pieces estimated before a pause. */
const pairsAtOnce = 20_000

/** Estimates the bytes that the kernel needs if the search asks for every table of these pieces. */
export function* estimateTables(
  pieces: readonly NestPiece[],
  around: Surroundings,
  resolution: Resolution,
): InSteps<number> {
  const { stepPx, coarse } = resolution
  const frames = pieces.map(({ outline, turns, pinned }) => ({
    isPinned: pinned !== undefined,
    width: frameSteps(outline.widthPx, around, stepPx),
    height: frameSteps(outline.heightPx, around, stepPx),
    upright: turns.filter((turn) => turn % 2 === 0).length,
    lying: turns.filter((turn) => turn % 2 === 1).length,
  }))
  const fine = (width: number, height: number) => width * height
  const strip = (width: number, height: number) =>
    Math.ceil((Math.ceil(width / coarse) + 9) * Math.ceil(height / coarse)) + 16
  const isPauseDue = createPace(pairsAtOnce)
  let bytes = 0
  for (const [i, a] of frames.entries()) {
    if (isPauseDue(frames.length)) yield
    frames.forEach((b, j) => {
      if (a.isPinned && b.isPinned) return
      const straight = [a.width + b.width - 1, a.height + b.height - 1] as const
      const crossed = [a.width + b.height - 1, a.height + b.width - 1] as const
      const isCrossed = a.upright * b.lying + a.lying * b.upright > 0
      if (j >= i) bytes += 2 * fine(...straight) + (isCrossed ? 2 * fine(...crossed) : 0)
      bytes += (a.upright * b.upright + a.lying * b.lying) * strip(...straight)
      bytes += (a.upright * b.lying + a.lying * b.upright) * strip(...crossed)
    })
  }
  return bytes
}

/** The kernel's steps from one pause to the next: about three milliseconds. */
const stepsPerPiece = 3_000_000

/**
 * Puts the pieces into the kernel and takes over its memory. `mostItems` is the most that is ever
 * in use at once. A level on windows only moves items, over short ways, and neither places nor
 * turns them. It needs little memory however fine it is.
 */
export function* openLevel(
  kernel: LayoutKernel,
  pieces: readonly NestPiece[],
  film: Film,
  resolution: Resolution,
  mostItems: number,
  limitBytes: number,
  seed: number,
  isWindowed: boolean,
  ties?: TieSizes,
): InSteps<Level> {
  const { stepPx, fineShift, coarse } = resolution
  const margin = marginSteps(film, stepPx)
  const bitmaps: Bitmap[] = []
  for (const { outline, turns, pinned } of pieces) {
    const wanted = isWindowed ? turns : undefined
    if (pinned) {
      bitmaps.push(...pinnedBitmaps(pinned, resolution))
      yield
    } else bitmaps.push(...(yield* makeBitmaps(outline, film, resolution, wanted)))
  }
  const fits = (bitmap: Bitmap) => bitmap.widthPx <= film.widthPx && bitmap.heightPx <= film.maxLengthPx
  const turns: number[] = []
  const first = pieces.map((piece, index) => {
    const start = turns.length
    for (const turn of piece.turns) if (fits(bitmaps[4 * index + turn])) turns.push(4 * index + turn)
    if (turns.length === start) throw new RangeError(`piece ${index} does not fit the film`)
    return start
  })
  const turnCount = pieces.map((_, index) => (first[index + 1] ?? turns.length) - first[index])

  const shapes = bitmaps.map((bitmap, index): KernelShape => {
    const { pinned } = pieces[index >> 2]
    const startPx = bitmap.inkY
    const endPx = bitmap.inkY + bitmap.heightPx
    if (pinned) {
      const { width, height, runs, inkX, inkY } = bitmap
      const x = (pinned.x - inkX) / stepPx
      const y = (pinned.y - inkY) / stepPx
      return { width, height, runs, xMin: x, xMax: x, yMin: y, yMax: y, startPx, endPx }
    }
    return {
      width: bitmap.width,
      height: bitmap.height,
      runs: bitmap.runs,
      xMin: -Math.floor(bitmap.inkX / stepPx),
      xMax: Math.floor((film.widthPx - bitmap.inkX - bitmap.widthPx) / stepPx),
      yMin: -Math.floor(bitmap.inkY / stepPx),
      yMax: lastRow(film.maxLengthPx, endPx),
      startPx,
      endPx,
    }
  })
  function lastRow(lengthPx: number, endPx: number): number {
    return Math.floor((lengthPx - endPx) / stepPx)
  }
  const sides = bitmaps.map(({ width, height }, index) =>
    pieces[index >> 2].pinned ? 1 : Math.min(width, height),
  )
  const widest = Math.max(...bitmaps.map((bitmap) => bitmap.width))
  const tallest = Math.max(...bitmaps.map((bitmap) => bitmap.height))
  const cells = (steps: number) => Math.ceil(steps / coarse) + 10
  const columns = cells(Math.ceil(film.widthPx / stepPx) + 2 * margin) + 24
  const rows = cells(Math.ceil((reachShare * film.maxLengthPx) / stepPx) + 2 * margin) + 16
  const memory = layOutMemory(kernel, {
    shapes,
    turns: Int32Array.from(turns),
    mostItems,
    coarse,
    fineShift,
    stepPx,
    seed: Math.imul(seed, 7919) + 1,
    codes: isWindowed ? depthCodes(windowDepth, 5 * windowDepth) : depthCodes(Math.max(...sides), mostDepth),
    sumsBytes: isWindowed ? 256 : columns * rows * 2 + 256,
    scratchBytes: isWindowed
      ? windowScratchBytes
      : (2 * tallest + 2) * (2 * widest + 18) * 2 + 2 * widest * 4 + 256,
    limitBytes,
    isWindowed,
    tie: ties && {
      slack: Math.floor(ties.slackPx / stepPx),
      neck: 2 * margin + Math.ceil(ties.alongPx / stepPx),
      step: tieStep,
      base: tieBase,
      reach: Math.ceil((tieReach * ties.alongPx) / stepPx),
    },
  })
  const unitsPerStep = 1 << (2 * fineShift)
  const areas = Float64Array.from(pieces, (_, index) => areaOf(bitmaps[4 * index].runs) / unitsPerStep)
  const inks = pieces.map(({ outline }) => ({ width: outline.widthPx, height: outline.heightPx }))
  for (const bitmap of bitmaps) bitmap.runs = noRuns
  let inUse: readonly number[] = []

  function setFloors(stride: number): void {
    const mean = inUse.reduce((sum, piece) => sum + areas[piece], 0) / inUse.length
    // (area / mean)^(3/8): large pieces are harder to move, so their overlaps count for more.
    const share = inUse.map((piece) => {
      const ratio = Math.min(one16 * 1024, Math.max(16, Math.floor((areas[piece] * one16) / mean)))
      const fourth = root16(root16(ratio))
      return Math.floor((fourth * root16(fourth)) / one16)
    })
    const floors = memory.floors()
    floors.fill(0)
    share.forEach((a, i) => {
      share.forEach((b, j) => {
        floors[i * stride + j] = Math.max(1, Math.floor((Math.floor((a * b) / one16) * weightOne) / one16))
      })
    })
    // Copies that a hand put side by side may touch on a coarse grid, and stay there.
    const pinned = [...inUse.keys()].filter((i) => pieces[inUse[i]].pinned)
    for (const i of pinned) for (const j of pinned) floors[i * stride + j] = 0
  }

  memory.pauseAfter(stepsPerPiece)
  // Calls the kernel until it has finished.
  function* pausing(call: () => number): InSteps<number> {
    for (;;) {
      const result = call()
      if (result === unfinished || memory.isPauseDue()) {
        yield
        memory.pauseAfter(stepsPerPiece)
      }
      if (result !== unfinished) return result
    }
  }

  function setLastRows(lengthPx: number): void {
    const view = memory.shapes()
    shapes.forEach(({ endPx }, index) => {
      if (pieces[index >> 2].pinned) return
      view[index * shapeWords + 7] = lastRow(lengthPx, endPx)
    })
  }

  function clampAll(): void {
    const items = memory.items()
    const shapeView = memory.shapes()
    const limits = memory.limits()
    for (let at = 0, limit = 0; at < items.length; at += itemWords, limit += limitWords) {
      const shape = items[at + 2] * shapeWords
      items[at] = Math.max(shapeView[shape + 4], Math.min(shapeView[shape + 5], items[at]))
      let [first, last] = [shapeView[shape + 6], shapeView[shape + 7]]
      if (ties) {
        first = Math.max(first, limits[limit] - shapeView[shape + 1])
        last = Math.min(last, limits[limit + 1])
      }
      items[at + 1] = Math.max(first, Math.min(last, items[at + 1]))
    }
  }

  const level: Level = {
    resolution,
    columns: Math.ceil(film.widthPx / stepPx) + 2 * margin,
    marginSteps: margin,
    areas,
    inks,
    pinnedEndPx(piece) {
      const { pinned } = pieces[piece]
      return pinned ? pinned.y + pinned.heightPx : null
    },
    turnsOf: (piece) => turns.slice(first[piece], first[piece] + turnCount[piece]).map((shape) => shape & 3),
    useItems(list) {
      inUse = list
      setLastRows(film.maxLengthPx)
      const stride = memory.useItems(list.length)
      const items = memory.items()
      items.fill(0)
      list.forEach((piece, i) => {
        items[i * itemWords + 2] = turns[first[piece]]
        items[i * itemWords + 4] = first[piece]
        items[i * itemWords + 5] = turnCount[piece]
        if (!pieces[piece].pinned) return
        items[i * itemWords] = shapes[4 * piece].xMin
        items[i * itemWords + 1] = shapes[4 * piece].yMin
        items[i * itemWords + 3] = 1
      })
      if (ties) level.tie({ pairs: [], endFromPx: list.map(() => 0), startToPx: list.map(() => Infinity) })
      setFloors(stride)
      level.resetWeights()
    },
    pieces: () => inUse,
    read() {
      const items = memory.items()
      const positions = new Int32Array(inUse.length * positionWords)
      for (let i = 0; i < inUse.length; i++) {
        const at = i * itemWords
        const to = i * positionWords
        const bitmap = bitmaps[items[at + 2]]
        positions[to] = items[at] * stepPx + bitmap.inkX
        positions[to + 1] = items[at + 1] * stepPx + bitmap.inkY
        positions[to + 2] = bitmap.turn
        positions[to + 3] = items[at + 3]
      }
      return positions
    },
    *write(positions) {
      const items = memory.items()
      for (let i = 0; i < inUse.length; i++) {
        const at = i * itemWords
        const from = i * positionWords
        const shape = 4 * inUse[i] + positions[from + 2]
        items[at] = Math.round((positions[from] - bitmaps[shape].inkX) / stepPx)
        items[at + 1] = Math.round((positions[from + 1] - bitmaps[shape].inkY) / stepPx)
        items[at + 2] = shape
        items[at + 3] = positions[from + 3]
      }
      clampAll()
      return yield* level.relate()
    },
    tie({ pairs, endFromPx, startToPx }) {
      const tied = memory.ties()
      tied.fill(0)
      for (const [a, b] of pairs) {
        for (const [own, other] of [
          [a, b],
          [b, a],
        ]) {
          const count = tied[own * tieWords]
          if (count + 1 === tieWords) continue
          tied[own * tieWords] = count + 1
          tied[own * tieWords + 1 + count] = other
        }
      }
      const limits = memory.limits()
      // Ink begins a margin below its frame, or a step more, as frames are whole steps.
      endFromPx.forEach((px, i) => {
        limits[i * limitWords] = px <= 0 ? 0 : Math.ceil(px / stepPx) + margin + 1
        const last = Math.min(startToPx[i], reachShare * film.maxLengthPx)
        limits[i * limitWords + 1] = Math.max(1 - margin, Math.floor(last / stepPx) - margin - 1)
      })
      clampAll()
    },
    reachTo(lengthPx) {
      if (lengthPx > film.maxLengthPx) setLastRows(lengthPx + stepPx)
    },
    setLength(lengthPx) {
      setLastRows(lengthPx)
      clampAll()
    },
    lengthPx() {
      const items = memory.items()
      let length = 0
      for (let at = 0; at < items.length; at += itemWords) {
        if (items[at + 3] === 0) continue
        length = Math.max(length, items[at + 1] * stepPx + shapes[items[at + 2]].endPx)
      }
      return length
    },
    *place(item, lastPx, isByStart) {
      return (yield* pausing(() => kernel.place(memory.address, item, lastPx, isByStart))) >= 0
    },
    moveAll: (isGlobal) => pausing(() => kernel.moveAll(memory.address, isGlobal)),
    *swapAll() {
      yield* pausing(() => kernel.swapAll(memory.address))
    },
    relate: () => pausing(() => kernel.relate(memory.address)),
    updateWeights: () => kernel.updateWeights(memory.address),
    resetWeights: () => memory.weights().set(memory.floors()),
    isFull: memory.isFull,
    steps: memory.steps,
    charge: memory.charge,
    usedBytes: memory.usedBytes,
  }
  return level
}

// Returns the kernel's code of every depth in fifths of a step up to the last. 255 stands for a depth
// of `steps` steps.
function depthCodes(steps: number, last: number): Uint8Array {
  const power = (depth: number) => {
    const half = root16(depth * one16)
    const fourth = root16(half)
    const eighth = root16(fourth)
    return Math.floor((Math.floor((half * fourth) / one16) * eighth) / one16)
  }
  const step = power(5)
  const deepest = power(5 * steps)
  const codes = new Uint8Array(last + 1)
  for (let depth = 1; depth <= last; depth++) {
    const code = Math.floor(
      Math.min((255 * power(depth)) / deepest, (mostCodePerStep * power(depth)) / step) + 0.5,
    )
    codes[depth] = Math.max(1, Math.min(255, code))
  }
  return codes
}
