import type { BoolReader } from "./bool-reader.ts"
import { spreadMeans } from "./vp8-blocks.ts"
import type { Vp8Header } from "./vp8-header.ts"
import { type Context, FILLED, type Macroblock, readSquare } from "./vp8-macroblock.ts"

/** The types of squares: luma without its means, the means, chroma, and luma. */
const TYPE = { rest: 0, means: 1, chroma: 2, luma: 3 } as const
const MEANS = 8

const means = new Int16Array(16)

/** Reads a macroblock's coefficients, or notes that it has none. */
export function readResidue(
  reader: BoolReader,
  { chances, steps }: Vp8Header,
  { filledAbove, filledLeft }: Context,
  column: number,
  block: Macroblock,
): void {
  const { coefficients, fill, isParted } = block
  const above = column * FILLED
  fill.fill(0)
  block.hasResidue = false
  if (block.isSkipped) {
    const kept = isParted ? MEANS : FILLED
    filledAbove.fill(0, above, above + kept)
    filledLeft.fill(0, 0, kept)
    return
  }
  coefficients.fill(0)
  const { y, y2, uv } = steps[block.segment]
  const from = isParted ? 0 : 1
  if (!isParted) {
    means.fill(0)
    const context = filledAbove[above + MEANS] + filledLeft[MEANS]
    const end = readSquare(reader, chances, TYPE.means, context, y2, 0, means, 0)
    filledAbove[above + MEANS] = end > 0 ? 1 : 0
    filledLeft[MEANS] = end > 0 ? 1 : 0
    spreadMeans(means, coefficients)
  }

  function readSquares(
    first: number,
    side: number,
    place: number,
    type: number,
    dq: [number, number],
    skipped: number,
  ): void {
    for (let i = 0; i < side * side; i++) {
      const top = above + place + (i % side)
      const left = place + Math.floor(i / side)
      const at = (first + i) * 16
      const end = readSquare(
        reader,
        chances,
        type,
        filledAbove[top] + filledLeft[left],
        dq,
        skipped,
        coefficients,
        at,
      )
      filledAbove[top] = end > skipped ? 1 : 0
      filledLeft[left] = end > skipped ? 1 : 0
      fill[first + i] = end > 1 ? 2 : coefficients[at] !== 0 ? 1 : 0
      if (fill[first + i] > 0) block.hasResidue = true
    }
  }

  readSquares(0, 4, 0, isParted ? TYPE.luma : TYPE.rest, y, from)
  readSquares(16, 2, 4, TYPE.chroma, uv, 0)
  readSquares(20, 2, 6, TYPE.chroma, uv, 0)
}
