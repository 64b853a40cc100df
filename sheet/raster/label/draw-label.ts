import { LABEL_EM, labelGlyphs } from "./label-face.ts"
import { fitLabel, labelWidth } from "./label-text.ts"

/** A text at the foot of a piece, in sheet pixels. It is turned and mirrored with its piece. */
export type SheetLabel = {
  text: string
  /** The box that it must stay in, as placed. */
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  mirror: boolean
}

/** Coverage of black ink, row by row. `x` and `y` are its place in the label's box. */
export type LabelInk = { x: number; y: number; widthPx: number; heightPx: number; alpha: Uint8Array }

/**
 *   artwork            shares of one em
 *   ─────────────      0.2    air
 *   #1042 Luna Moth    0.73   capitals of Inter
 *        ,             0.21   descenders
 *   ─────────────      0.26   air
 *   next piece         1.4    the height of the strip
 */
export const LABEL_STRIP_EM = 1.4
export const LABEL_CAPITAL_EM = 0.727
const BASELINE_EM = 0.2 + LABEL_CAPITAL_EM

type Outline = { advance: number; contours: number[][] }

const outlines = new Map<string, Outline>(
  labelGlyphs.map(([character, advance, path]) => [
    character,
    { advance, contours: path.split(";").flatMap((steps) => (steps === "" ? [] : [pointsOf(steps)])) },
  ]),
)

/**
 * Draws a label at the left end of the piece's foot. Letters are as tall as its box allows, and the
 * text is cut with an ellipsis where the box ends. The same label gives the same ink everywhere.
 * Empty where not one letter fits.
 */
export function drawLabel(label: Omit<SheetLabel, "x" | "y">): LabelInk {
  const { rotated, mirror } = label
  const [boxWidth, boxHeight] = rotated ? [label.heightPx, label.widthPx] : [label.widthPx, label.heightPx]
  const em = boxHeight / LABEL_STRIP_EM
  const text = fitLabel(label.text, boxWidth / em)
  // Letters may lean out of their advance by a hair.
  const widthPx = Math.min(boxWidth, Math.ceil(labelWidth(text) * em + em / 8))
  const upright = text === "" ? new Uint8Array(0) : drawText(text, em, widthPx, boxHeight)
  const ink = { x: mirror ? boxWidth - widthPx : 0, y: 0, widthPx, heightPx: boxHeight, alpha: upright }
  if (text === "") return { x: 0, y: 0, widthPx: 0, heightPx: 0, alpha: upright }
  if (mirror) ink.alpha = mirrored(upright, widthPx)
  return rotated ? turned(ink) : ink
}

function drawText(text: string, em: number, widthPx: number, heightPx: number): Uint8Array {
  const scale = em / LABEL_EM
  const coverage = new Coverage(widthPx, heightPx)
  let left = 0
  for (const character of text) {
    const outline = outlines.get(character)
    if (outline === undefined) continue
    for (const points of outline.contours) {
      for (let i = 0; i < points.length; i += 2) {
        const next = (i + 2) % points.length
        coverage.addEdge(
          (left + points[i]) * scale,
          points[i + 1] * scale + BASELINE_EM * em,
          (left + points[next]) * scale,
          points[next + 1] * scale + BASELINE_EM * em,
        )
      }
    }
    left += outline.advance
  }
  return coverage.alpha()
}

/**
 * Exact area coverage of filled outlines, as in font-rs (Raph Levien 2016). Each edge adds to its
 * row how much more is covered from its column on. The running sum along a row is the coverage.
 */
class Coverage {
  readonly #widthPx: number
  readonly #heightPx: number
  /** Each row has two cells more than pixels, for edges at its very end. */
  readonly #stride: number
  readonly #cells: Float64Array

  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#stride = widthPx + 2
    this.#cells = new Float64Array(this.#stride * heightPx)
  }

  addEdge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return
    const direction = y0 < y1 ? 1 : -1
    const [topX, top, bottomX, bottom] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
    const slope = (bottomX - topX) / (bottom - top)
    const last = Math.min(this.#heightPx, Math.ceil(bottom))
    for (let row = Math.max(0, Math.floor(top)); row < last; row++) {
      const from = Math.max(row, top)
      const to = Math.min(row + 1, bottom)
      this.#addInRow(row, topX + (from - top) * slope, topX + (to - top) * slope, (to - from) * direction)
    }
  }

  /** Adds an edge within one row, from `a` to `b` across. `height` is signed. */
  #addInRow(row: number, a: number, b: number, height: number): void {
    const left = this.#inside(Math.min(a, b))
    const right = this.#inside(Math.max(a, b))
    const cells = row * this.#stride
    const end = Math.floor(right) + 1
    let share = 0
    for (let column = Math.floor(left); column < end; column++) {
      const next = reach(column + 1, left, right) - reach(column, left, right)
      this.#cells[cells + column] += height * (next - share)
      share = next
    }
    this.#cells[cells + end] += height * (1 - share)
  }

  #inside(x: number): number {
    return Math.min(this.#widthPx, Math.max(0, x))
  }

  alpha(): Uint8Array {
    const alpha = new Uint8Array(this.#widthPx * this.#heightPx)
    for (let y = 0; y < this.#heightPx; y++) {
      let sum = 0
      for (let x = 0; x < this.#widthPx; x++) {
        sum += this.#cells[y * this.#stride + x]
        alpha[y * this.#widthPx + x] = Math.round(Math.min(1, Math.abs(sum)) * 255)
      }
    }
    return alpha
  }
}

/**
 * How far, on average, an edge that spans columns `left` to `right` stays left of column x. Parts
 * beyond x do not count.
 */
function reach(x: number, left: number, right: number): number {
  if (x <= left) return 0
  return x >= right ? x - (left + right) / 2 : (x - left) ** 2 / (2 * (right - left))
}

function mirrored(alpha: Uint8Array, widthPx: number): Uint8Array {
  const back = new Uint8Array(alpha.length)
  for (let at = 0; at < alpha.length; at += widthPx) back.set(alpha.slice(at, at + widthPx).reverse(), at)
  return back
}

/** A quarter turn clockwise: the topmost row becomes the rightmost column. */
function turned({ x, widthPx, heightPx, alpha }: LabelInk): LabelInk {
  const ink = new Uint8Array(alpha.length)
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++)
      ink[column * heightPx + heightPx - 1 - row] = alpha[row * widthPx + column]
  }
  return { x: 0, y: x, widthPx: heightPx, heightPx: widthPx, alpha: ink }
}

/** Adds the steps of a contour up to points. */
function pointsOf(steps: string): number[] {
  const points = steps.split(" ").map(Number)
  for (let i = 2; i < points.length; i++) points[i] += points[i - 2]
  return points
}
