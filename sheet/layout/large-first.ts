import type { InSteps } from "../in-steps.ts"
import { fillGaps } from "./gap-filling.ts"
import { shortenLastSheet } from "./last-sheet-search.ts"
import { type Rectangles, totalArea } from "./rectangles.ts"
import { applyChange, drawChange } from "./sequence-change.ts"
import { anneal, type Candidate, isSpent, type Search, sortedStarts } from "./sequence-search.ts"

// Types are large if they together make up this share of the area. Searching for them alone pays
// if they are at most one in `fewLarge`.
const largeAreaShare = 0.97
const fewLarge = 8

// The least effort: a filling costs some thousand steps a rectangle, and few fillings would take all.
const leastStepsPerRectangle = 20_000

// The share of the steps spent on how short the large rectangles can be. The rest tries how well
// they leave room.
const aloneShare = 0.3
// A trial makes up to so many changes to the best sequence, and anneals with this patience.
const mostChanges = 6
const trialPatience = 1_000

/**
 * Packs orders where a few large rectangles decide the length and many small ones fill the gaps.
 * Packs the large ones alone, again and again, between their shortest length and the best so far,
 * and fills the small ones in. Returns turn, x, y of each, three numbers apiece. Null if sizes are too
 * even, `steps` too few or the sheet too short.
 */
export function* packLargeFirst(
  search: Search,
  entries: Int32Array,
  stripWidth: number,
  maxHeight: number,
  lowerBound: number,
  steps: number,
): InSteps<Int32Array | null> {
  const { rectangles, packer, random } = search
  if (steps < leastStepsPerRectangle * entries.length) return null
  const [large, small] = splitBySize(rectangles, entries)
  if (fewLarge * large.length > entries.length) return null
  const whole: Search = { ...search, endWork: packer.work + steps }
  const alone: Search = { ...search, endWork: packer.work + steps * aloneShare }

  const [sorted] = sortedStarts(large, rectangles.width, rectangles.height)
  const sheet = { fullSheets: 0, fullHeight: 0, lastHeight: maxHeight }
  if (packer.pack(sorted, sheet, Number.POSITIVE_INFINITY) > 0) return null
  const start = { lastHeight: packer.usedHeight, sequence: sorted }
  const startPlaced = packer.placed()
  const shortest = yield* shortenLastSheet(
    alone,
    rectangles,
    { ...start, placed: startPlaced },
    0,
    0,
    lowerBound,
  )

  let best: number[] | null = null
  let bestHeight = maxHeight + 1
  let { sequence } = shortest
  function* fill(packed: Int32Array, height: number): InSteps<boolean> {
    const placed = Array.from(packed).filter((_, index) => index % 4 !== 1)
    const end = Math.max(height, lowerBound)
    const filling = yield* fillGaps(rectangles, placed, small, stripWidth, end, bestHeight - 1)
    packer.work += filling.work
    if (!filling.isWhole) return false
    best = filling.placed
    bestHeight = heightOf(rectangles, best)
    return true
  }
  yield* fill(shortest.placed ?? startPlaced, shortest.lastHeight)
  const area = totalArea(rectangles, large)
  while (bestHeight > lowerBound && !isSpent(whole)) {
    const distance = Math.max(0, bestHeight - 1 - shortest.lastHeight)
    const lastHeight = shortest.lastHeight + Math.ceil(distance * random())
    const changed = changeSome(search, sequence)
    const target = { fullSheets: 0, fullHeight: 0, lastHeight }
    let trial: Candidate = {
      sequence: changed,
      leftOut: packer.pack(changed, target, Number.POSITIVE_INFINITY),
    }
    if (trial.leftOut > 0) trial = yield* anneal(whole, trial, area, target, trialPatience)
    if (trial.leftOut === 0 && (yield* fill(packer.placed(), lastHeight))) sequence = trial.sequence
  }
  return best === null ? null : Int32Array.from(best)
}

function changeSome({ packer, random }: Search, sequence: Int32Array): Int32Array {
  const changed = sequence.slice()
  for (let changes = 1 + Math.floor(mostChanges * random()); changes > 0; changes--) {
    const change = drawChange(changed, random, packer.hasTurn)
    if (change !== null) applyChange(changed, change)
  }
  return changed
}

function heightOf({ height }: Rectangles, placed: readonly number[]): number {
  let end = 0
  for (let i = 0; i < placed.length; i += 3) end = Math.max(end, placed[i + 2] + height[placed[i]])
  return end
}

function splitBySize({ types, width, height }: Rectangles, entries: Int32Array): [Int32Array, Int32Array] {
  const counts = new Int32Array(types)
  for (const entry of entries) counts[entry >> 1]++
  const areas = Array.from(counts, (_, type) => {
    const turn = width[2 * type] > 0 ? 2 * type : 2 * type + 1
    return width[turn] * height[turn]
  })
  const byArea = [...areas.keys()].sort((a, b) => areas[b] - areas[a] || a - b)
  const total = areas.reduce((sum, area, type) => sum + area * counts[type], 0)
  const isLarge = new Uint8Array(types)
  let sum = 0
  for (const type of byArea) {
    if (sum >= largeAreaShare * total) break
    isLarge[type] = 1
    sum += areas[type] * counts[type]
  }
  return [entries.filter((entry) => isLarge[entry >> 1]), entries.filter((entry) => !isLarge[entry >> 1])]
}
