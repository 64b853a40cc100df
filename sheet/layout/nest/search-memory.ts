import type { LayoutKernel } from "../layout-kernel.ts"
import type { Runs } from "./runs.ts"

/** The offsets of sheet/kernel/_nest-state.as.ts, in words of 32 bits from a search's address. */
const field = {
  shapeCount: 0,
  itemCount: 1,
  coarse: 2,
  fineShift: 3,
  stepPx: 4,
  seed: 5,
  shapes: 6,
  items: 7,
  pairs: 8,
  tables: 9,
  turns: 10,
  weights: 11,
  floors: 12,
  depths: 13,
  stride: 14,
  sequence: 15,
  near: 16,
  candidates: 17,
  codes: 18,
  deepest: 19,
  sums: 20,
  sumsBytes: 21,
  scratch: 22,
  scratchBytes: 23,
  top: 24,
  limit: 25,
  tablesMade: 26,
  isFull: 27,
  windows: 37,
  ties: 61,
  limits: 62,
  tieSlack: 63,
  tieNeck: 64,
  tieStep: 65,
  tieBase: 66,
  tieReach: 67,
  tieFrames: 68,
} as const

/** The offset of the steps in bytes from a search's address. */
const stepsAt = 112
const pauseAtAt = 160
const searchBytes = 320

/** The words of one Shape, Item, Pair, Near and Candidate. */
export const shapeWords = 10
export const itemWords = 7
const pairWords = 5
const nearWords = 8
const candidateWords = 4
const candidates = 4
const tieFrameWords = 5

/** The words of one item's ties: their count and as many indices as fit. */
export const tieWords = 8
/** The words of one item's limits along the film: see Limit in the kernel. */
export const limitWords = 2

/** One piece in one turn as the kernel reads it: `shapeWords` in this order. */
export type KernelShape = {
  width: number
  height: number
  runs: Runs
  xMin: number
  xMax: number
  yMin: number
  yMax: number
  startPx: number
  endPx: number
}

type SearchPlan = {
  shapes: readonly KernelShape[]
  /** Lists of allowed shapes, which items point into. */
  turns: Int32Array
  mostItems: number
  coarse: number
  fineShift: number
  stepPx: number
  seed: number
  codes: Uint8Array
  sumsBytes: number
  scratchBytes: number
  /** The most memory that the kernel may take in all. */
  limitBytes: number
  /** True to keep windows instead of whole tables, so items only move over short ways; see `windowDepth`. */
  isWindowed: boolean
  /** The rule of items that hang together, in steps of the grid; see the kernel's `tieSlack`. */
  tie?: TieRule
}

/**
 * The rule of items that hang together: at most `slack` steps apart, along `neck` steps. A step that is
 * missing costs `step`, the first one `base` more. The whole-strip search looks `reach` rows around.
 */
type TieRule = { slack: number; neck: number; step: number; base: number; reach: number }

/** The result of an unfinished kernel call: call again, with the same arguments. */
export const unfinished = -2

/** The depth in steps at which windows' codes end: they distinguish no deeper ones. */
export const windowDepth = 24

/** The part of `scratchBytes` that making a window needs. */
export const windowScratchBytes = 24_576

/**
 * A search's memory. Request views anew after every call, because tables let the memory grow.
 * Otherwise they are cached.
 */
type SearchMemory = {
  address: number
  shapes(): Int32Array
  items(): Int32Array
  /** Returns rows of `stride` numbers. */
  weights(): Uint32Array
  floors(): Uint32Array
  /** Returns `tieWords` numbers an item. Only with a rule. */
  ties(): Int32Array
  /** Returns `limitWords` numbers an item. Only with a rule. */
  limits(): Int32Array
  /** Sets how many items are in use and clears the known data of their pairs. The stride follows. */
  useItems(count: number): number
  isFull(): boolean
  steps(): number
  charge(steps: number): void
  /** Lets calls return `unfinished` once so many more steps are done. Without it they never do. */
  pauseAfter(steps: number): void
  isPauseDue(): boolean
  usedBytes(): number
}

/** Allocates a search from the beginning of the kernel's memory. An earlier search there ends. */
export function layOutMemory(kernel: LayoutKernel, plan: SearchPlan): SearchMemory {
  const { shapes, mostItems } = plan
  const stride = strideOf(mostItems)
  let top = (kernel.heapBase() + 15) & ~15
  const take = (bytes: number) => {
    const address = top
    top = (top + bytes + 15) & ~15
    return address
  }
  const address = take(searchBytes)
  const runs = shapes.reduce((sum, shape) => sum + shape.runs.ends.length, 0)
  const rowEnds = shapes.reduce((sum, shape) => sum + shape.runs.starts.length, 0)
  const at = {
    shapes: take(shapes.length * shapeWords * 4),
    items: take(mostItems * itemWords * 4),
    pairs: take(shapes.length * shapes.length * pairWords * 4),
    tables: take((shapes.length >> 2) * shapes.length * 4),
    turns: take(plan.turns.length * 4),
    weights: take(mostItems * stride * 4),
    floors: take(mostItems * stride * 4),
    depths: take(mostItems * stride),
    windows: plan.isWindowed ? take(mostItems * stride * 4) : 0,
    ties: plan.tie ? take(mostItems * tieWords * 4) : 0,
    limits: plan.tie ? take(mostItems * limitWords * 4) : 0,
    tieFrames: plan.tie ? take((tieWords - 1) * tieFrameWords * 4) : 0,
    sequence: take(mostItems * 4),
    near: take(mostItems * nearWords * 4),
    candidates: take(candidates * candidateWords * 4),
    codes: take(plan.codes.length),
    rows: take(rowEnds * 4 + runs * 4),
    sums: take(plan.sumsBytes),
    scratch: take(plan.scratchBytes),
  }
  if (top > plan.limitBytes)
    throw new RangeError(`a search of ${top} bytes is larger than ${plan.limitBytes}`)
  const missing = top + 64 - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65_536))
  new Uint8Array(kernel.memory.buffer, address, top - address).fill(0)

  const words = new Int32Array(kernel.memory.buffer)
  const head = words.subarray(address >> 2)
  head[field.shapeCount] = shapes.length
  head[field.coarse] = plan.coarse
  head[field.fineShift] = plan.fineShift
  head[field.stepPx] = plan.stepPx
  head[field.seed] = plan.seed | 1
  head[field.shapes] = at.shapes
  head[field.items] = at.items
  head[field.pairs] = at.pairs
  head[field.tables] = at.tables
  head[field.turns] = at.turns
  head[field.weights] = at.weights
  head[field.floors] = at.floors
  head[field.depths] = at.depths
  head[field.sequence] = at.sequence
  head[field.near] = at.near
  head[field.candidates] = at.candidates
  head[field.codes] = at.codes
  head[field.deepest] = plan.codes.length - 1
  head[field.sums] = at.sums
  head[field.sumsBytes] = plan.sumsBytes - 64
  head[field.scratch] = at.scratch
  head[field.scratchBytes] = plan.scratchBytes - 64
  head[field.top] = top
  head[field.limit] = plan.limitBytes
  head[field.windows] = at.windows
  head[field.ties] = at.ties
  head[field.limits] = at.limits
  head[field.tieFrames] = at.tieFrames
  if (plan.tie) {
    head[field.tieSlack] = plan.tie.slack
    head[field.tieNeck] = plan.tie.neck
    head[field.tieStep] = plan.tie.step
    head[field.tieBase] = plan.tie.base
    head[field.tieReach] = plan.tie.reach
  }
  new Float64Array(kernel.memory.buffer, address + pauseAtAt, 1)[0] = Number.POSITIVE_INFINITY
  words.set(plan.turns, at.turns >> 2)
  new Uint8Array(kernel.memory.buffer).set(plan.codes, at.codes)
  let rowEnd = at.rows
  let run = at.rows + rowEnds * 4
  shapes.forEach((shape, index) => {
    const { width, height, xMin, xMax, yMin, yMax, startPx, endPx } = shape
    const { starts, ends } = shape.runs
    words.set(
      [width, height, starts.length - 1, rowEnd, xMin, xMax, yMin, yMax, startPx, endPx],
      (at.shapes >> 2) + index * shapeWords,
    )
    for (const start of starts) {
      words[rowEnd >> 2] = run + start * 4
      rowEnd += 4
    }
    words.set(ends, run >> 2)
    run += ends.length * 4
  })

  // All views are made again when the memory has grown, and some of them when the number of items
  // changes.
  let views = viewsOf(kernel, address, at, shapes.length)
  const current = () => {
    if (views.buffer !== kernel.memory.buffer) views = viewsOf(kernel, address, at, shapes.length)
    return views
  }
  return {
    address,
    shapes: () => current().shapes,
    items: () => current().items,
    weights: () => current().weights,
    floors: () => current().floors,
    ties: () => current().ties,
    limits: () => current().limits,
    useItems(count) {
      if (count < 1 || count > mostItems) throw new RangeError(`${count} items, expected 1 to ${mostItems}`)
      const { head: words } = current()
      words[field.itemCount] = count
      words[field.stride] = strideOf(count)
      views = viewsOf(kernel, address, at, shapes.length)
      views.depths.fill(0)
      if (plan.isWindowed) {
        new Uint32Array(kernel.memory.buffer, at.windows, count * strideOf(count)).fill(0)
        words[field.top] = top
      }
      return strideOf(count)
    },
    isFull: () => current().head[field.isFull] !== 0,
    steps: () => current().steps[0],
    charge(steps) {
      current().steps[0] += steps
    },
    pauseAfter(steps) {
      const { steps: done, pauseAt } = current()
      pauseAt[0] = done[0] + steps
    },
    isPauseDue: () => current().steps[0] >= current().pauseAt[0],
    usedBytes: () => current().head[field.top],
  }
}

type Addresses = Record<"shapes" | "items" | "weights" | "floors" | "depths" | "ties" | "limits", number>

function viewsOf({ memory: { buffer } }: LayoutKernel, address: number, at: Addresses, shapes: number) {
  const head = new Int32Array(buffer, address, searchBytes >> 2)
  const items = head[field.itemCount]
  const pairs = items * head[field.stride]
  return {
    buffer,
    head,
    steps: new Float64Array(buffer, address + stepsAt, 1),
    pauseAt: new Float64Array(buffer, address + pauseAtAt, 1),
    shapes: new Int32Array(buffer, at.shapes, shapes * shapeWords),
    items: new Int32Array(buffer, at.items, items * itemWords),
    weights: new Uint32Array(buffer, at.weights, pairs),
    floors: new Uint32Array(buffer, at.floors, pairs),
    depths: new Uint8Array(buffer, at.depths, pairs),
    ties: new Int32Array(buffer, at.ties, at.ties === 0 ? 0 : items * tieWords),
    limits: new Int32Array(buffer, at.limits, at.limits === 0 ? 0 : items * limitWords),
  }
}

function strideOf(items: number): number {
  return (items + 15) & ~15
}
