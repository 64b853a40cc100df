import type { InSteps } from "../../in-steps.ts"
import { rectangleStencil } from "../hand/stencil.ts"
import { maxSidePx } from "../lay-out.ts"
import type { Effort, Layout, PieceType, SheetBounds } from "../layout.ts"
import type { LayoutHost } from "../layout-kernel.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import { type NestPiece, positionWords } from "./level.ts"
import { type NestInput, toLayout, toSheets } from "./nest-input.ts"
import { boxOutline, type Foot } from "./outline.ts"
import type { PinnedPiece } from "./pinned-bitmap.ts"
import { leastCopies } from "./repeat-sheets.ts"
import { coarsestStepPx, type NestQuestion, searchNest } from "./search-nest.ts"

type RollOrder = { input: NestInput; pieces: readonly PieceType[]; bounds: SheetBounds; foot: Foot }

/**
 * The share of the fewer sheets' film up to which sheets may become fewer: of 68 prints of 30 large pieces
 * none did beyond 1.11.
 */
const nearlyFewer = 1.15

/**
 * Nests the pieces of a layout on one sheet less. The fewer sheets lie below each other on one film, and bars
 * that never move keep them apart, so a piece can go from any sheet to any other. The last sheet's pieces begin
 * beyond them:
 *
 *     ┌───────┐
 *     │   1   │
 *     ├═══════┤ a bar, with half the gap on either side
 *     │   2   │
 *     ├╌╌╌╌╌╌╌┤ the end of the fewer sheets
 *     │   3   │
 *     └───────┘
 *
 * Returns null if that would need far less film than the layout takes, or does not succeed.
 */
export function* onFewerSheets(
  layout: Layout,
  order: RollOrder,
  host: LayoutHost,
  { effort, seed }: { effort: Effort; seed: number },
): InSteps<Layout | null> {
  const { bounds, foot } = order
  if (!mayBeFewer(layout, bounds)) return null
  const roll = rollOf(layout, order, effort)
  // Repeats know nothing of bars.
  const isRepeated = layout.sheets.length > 2 && roll.question.items.length >= leastCopies
  if (isRepeated || roll.bounds.maxLengthPx > maxSidePx) return null
  const request = { effort, seed, foot, onBetter: () => {}, onShare: () => {} }
  const nested = yield* searchNest(roll.question, roll.bounds, host, request)
  if (nested === null || nested.sheets.length >= layout.sheets.length) return null
  return nested.sheets.every(({ lengthPx }) => lengthPx <= bounds.maxLengthPx) ? nested : null
}

function mayBeFewer({ sheets }: Layout, { maxLengthPx, edgePx, gapPx }: SheetBounds): boolean {
  const innerPx = (lengthPx: number) => lengthPx - 2 * edgePx + gapPx
  const filmPx = sheets.reduce((sum, { lengthPx }) => sum + innerPx(lengthPx), 0)
  return sheets.length > 1 && filmPx <= nearlyFewer * (sheets.length - 1) * innerPx(maxLengthPx)
}

function rollOf(layout: Layout, { input, pieces, bounds: given, foot }: RollOrder, effort: Effort) {
  const { edgePx, gapPx } = given
  const widthPx = given.widthPx - 2 * edgePx
  const sheetPx = given.maxLengthPx - 2 * edgePx
  const reachPx = Math.max(Math.ceil(gapPx / 2), foot.stripPx - foot.reservePx)
  // Each sheet begins on a step of the search.
  const stepPx = coarsestStepPx(widthPx, effort)
  const pitchPx = Math.ceil((sheetPx + 2 * reachPx + 1) / stepPx) * stepPx
  const count = layout.sheets.length - 1
  const bars = Array.from({ length: count - 1 }, (_, k) =>
    barOf(k * pitchPx + sheetPx + reachPx, widthPx, pitchPx - sheetPx - 2 * reachPx),
  )
  const { length } = input.items
  const start = toSheets(layout, input, given)
  const question: NestQuestion = {
    shapes: [...input.shapes, ...bars],
    items: [...input.items.map(({ shape }) => shape), ...bars.map((_, k) => input.shapes.length + k)],
    start: [
      {
        items: [...start.flatMap(({ items }) => items), ...bars.map((_, k) => length + k)],
        positions: Int32Array.from([
          ...start.flatMap(({ positions }, k) => [...movedDown(positions, k * pitchPx)]),
          ...bars.flatMap(({ pinned }) => [0, pinned.y, 0, 1]),
        ]),
        lengthPx: count * pitchPx + start[count].lengthPx,
      },
    ],
    toLayout(nested) {
      const sheets = nested.flatMap((sheet) => sheetsOn(sheet, input, pitchPx))
      return toLayout(sheets, input, pieces, given)
    },
  }
  return { question, bounds: { ...given, maxLengthPx: (count + 1) * pitchPx + 2 * edgePx } }
}

function barOf(y: number, widthPx: number, heightPx: number): NestPiece & { pinned: PinnedPiece } {
  const stencil = rectangleStencil({ left: 0, top: 0, right: widthPx, bottom: heightPx })
  const pinned = { x: 0, y, widthPx, heightPx, parts: [{ stencil, x: 0, y }] }
  return { outline: boxOutline(widthPx, heightPx), turns: [0], pinned }
}

function movedDown(positions: Int32Array, byPx: number): Int32Array {
  return positions.map((value, at) => (at % positionWords === 1 ? value + byPx : value))
}

/** Returns the sheets that lie below each other on one film, without the bars between them. */
function sheetsOn({ items, positions }: NestedSheet, input: NestInput, pitchPx: number): NestedSheet[] {
  const sheets = new Map<number, { items: number[]; positions: number[]; topPx: number; endPx: number }>()
  items.forEach((item, i) => {
    if (item >= input.items.length) return
    const [x, y, turn, isPlaced] = positions.subarray(i * positionWords, (i + 1) * positionWords)
    const index = Math.floor(y / pitchPx)
    const sheet = sheets.get(index) ?? { items: [], positions: [], topPx: y, endPx: 0 }
    sheets.set(index, sheet)
    const { heightPx, widthPx } = input.shapes[input.items[item].shape].outline
    sheet.items.push(item)
    sheet.positions.push(x, y, turn, isPlaced)
    sheet.topPx = Math.min(sheet.topPx, y)
    sheet.endPx = Math.max(sheet.endPx, y + (turn % 2 === 0 ? heightPx : widthPx))
  })
  return [...sheets.keys()]
    .sort((a, b) => a - b)
    .flatMap((index) => sheets.get(index) ?? [])
    .map(({ items: own, positions: places, topPx, endPx }) => ({
      items: own,
      positions: movedDown(Int32Array.from(places), -topPx),
      lengthPx: endPx - topPx,
    }))
}
