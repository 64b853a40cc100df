import { createPace, type InSteps } from "../../in-steps.ts"
import type { Outline } from "./outline.ts"
import { halfTurned, noRuns, quarterTurned, type Runs, uniteRuns } from "./runs.ts"
import { wholeRootUp } from "./whole-roots.ts"

/** One resolution of the search. Bitmaps are finer than positions, so only positions are coarse. */
export type Resolution = {
  /** Pixels between neighbouring positions, a multiple of 2^fineShift. */
  stepPx: number
  /** log2 of the bitmap rows and columns per step. */
  fineShift: number
  /** Steps per cell of the whole-strip search. */
  coarse: number
}

/**
 * One piece in one quarter turn, its ink grown by half the gap, in a frame of whole steps:
 *
 *     frame ┌──────────────┐
 *           │  ╭────────╮  │   ink box from inkX, inkY (pixels from the frame's corner),
 *           │  │  ink   │  │   widthPx × heightPx
 *           │  ╰────────╯  │   runs holds the columns of every bitmap row
 *           └──────────────┘
 */
export type Bitmap = {
  turn: number
  runs: Runs
  /** In steps. */
  width: number
  height: number
  inkX: number
  inkY: number
  widthPx: number
  heightPx: number
}

/** The free space around pieces: the gap between inks, and the part of their strips beyond them. */
export type Surroundings = { gapPx: number; stripBeyondPx?: number }

/** Returns the steps of margin that a frame leaves around the ink, for half the gap and for its strip. */
export function marginSteps({ gapPx, stripBeyondPx = 0 }: Surroundings, stepPx: number): number {
  return Math.ceil(Math.max(gapPx, 2 * stripBeyondPx) / (2 * stepPx))
}

/** Returns the frame's side in steps for an ink box of this side. */
export function frameSteps(sidePx: number, around: Surroundings, stepPx: number): number {
  return Math.ceil(sidePx / stepPx) + 2 * marginSteps(around, stepPx)
}

/** The ends of runs grown before a pause. */
const endsAtOnce = 200_000

/** Every quarter turn. */
const allTurns = [0, 1, 2, 3]

/**
 * Returns the four quarter turns of an outline, clockwise, each grown by half the gap with a round
 * brush and rounded outwards. If two bitmaps do not meet, ink is at least the gap apart in every
 * direction, and strips are clear of everything. The bitmaps of a finer resolution whose step divides
 * this one's lie inside these. Turns that are not requested come without runs.
 */
export function* makeBitmaps(
  outline: Outline,
  around: Surroundings,
  resolution: Resolution,
  wanted: readonly number[] = allTurns,
): InSteps<Bitmap[]> {
  const { stepPx, fineShift } = resolution
  const unitPx = stepPx >> fineShift
  const margin = marginSteps(around, stepPx) * stepPx
  const { widthPx, heightPx } = outline
  const width = frameSteps(widthPx, around, stepPx)
  const height = frameSteps(heightPx, around, stepPx)
  const columns = width << fineShift
  const rows = height << fineShift
  const upright = yield* grow(outline, around.gapPx, margin / unitPx, unitPx, columns, rows)
  const isLying = wanted.some((turn) => turn % 2 === 1)
  const lying = isLying ? quarterTurned(upright, columns) : noRuns
  const right = width * stepPx - margin - widthPx
  const below = height * stepPx - margin - heightPx
  const onEnd = { width: height, height: width, widthPx: heightPx, heightPx: widthPx }
  const onFoot = { width, height, widthPx, heightPx }
  return [
    { turn: 0, runs: upright, inkX: margin, inkY: margin, ...onFoot },
    { turn: 1, runs: lying, inkX: below, inkY: margin, ...onEnd },
    {
      turn: 2,
      runs: wanted.includes(2) ? halfTurned(upright, columns) : noRuns,
      inkX: right,
      inkY: below,
      ...onFoot,
    },
    {
      turn: 3,
      runs: wanted.includes(3) ? halfTurned(lying, rows) : noRuns,
      inkX: margin,
      inkY: right,
      ...onEnd,
    },
  ]
}

/**
 * Returns all points nearer than half the gap to the ink, and the strip as it is. The ink starts
 * `margin` units down and right in the frame. A band k rows away is at least k − 1 units away, so its
 * runs reach √(r² − (k − 1)²) further. In half pixels, so that half of an odd gap is a whole number.
 */
function* grow(
  { bands: bandsOf, strip, widthPx }: Outline,
  gapPx: number,
  margin: number,
  unitPx: number,
  columns: number,
  rows: number,
): InSteps<Runs> {
  const { starts, ends } = bandsOf(unitPx)
  const bands = starts.length - 1
  const stripTop = strip ? margin + Math.floor(strip.top / unitPx) : rows
  const stripBottom = strip ? margin + Math.ceil(strip.bottom / unitPx) : rows
  const reaches: number[] = []
  for (let k = 0; k === 0 || 2 * (k - 1) * unitPx < gapPx; k++) {
    const away = 2 * Math.max(0, k - 1) * unitPx
    reaches.push(wholeRootUp(gapPx * gapPx - away * away))
  }
  const isPauseDue = createPace(endsAtOnce)
  const grown = uniteRuns(columns, rows)
  const marginHalfPx = 2 * margin * unitPx
  const unitHalfPx = 2 * unitPx
  for (let y = 0; y < rows; y++) {
    const first = Math.max(0, y - margin - reaches.length + 1)
    const last = Math.min(bands - 1, y - margin + reaches.length - 1)
    for (let k = first; k <= last; k++) {
      if (isPauseDue(starts[k + 1] - starts[k])) yield
      const reach = reaches[Math.abs(y - margin - k)]
      for (let i = starts[k]; i < starts[k + 1]; i += 2) {
        const from = Math.floor((marginHalfPx + 2 * ends[i] - reach) / unitHalfPx)
        const to = Math.ceil((marginHalfPx + 2 * ends[i + 1] + reach) / unitHalfPx)
        grown.add(Math.max(0, from), Math.min(columns, to))
      }
    }
    if (y >= stripTop && y < stripBottom) grown.add(margin, margin + Math.ceil(widthPx / unitPx))
    grown.endRow()
  }
  return grown.runs()
}
