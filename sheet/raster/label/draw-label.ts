import { CODE_DOTS, CODE_STRIP_DOTS, CODE_WIDTH_DOTS, type CodeEncoder } from "./code-dots.ts"
import { LABEL_BASELINE_EM, LABEL_STRIP_EM } from "./label-ems.ts"
import { LABEL_EM, labelGlyphs } from "./label-face.ts"
import { fitLabel, labelWidth } from "./label-text.ts"

/** A text and a code at the foot of a piece, in sheet pixels. Both turn and mirror with their piece. */
export type SheetLabel = {
  text: string
  /** The code's text, ending in the copy's own `12-3`; "" or absent if there is no code. */
  code?: string
  /** The box that the label must stay in, as placed. */
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  mirror: boolean
}

/** The coverage of black ink, row by row. `x` and `y` are its place in the label's box. */
export type LabelInk = { x: number; y: number; widthPx: number; heightPx: number; alpha: Uint8Array }

type Outline = { advance: number; contours: number[][] }

/** The contours in units of LABEL_EM: x and y in turn, y down from the baseline. */
export const labelOutlines: ReadonlyMap<string, Outline> = new Map(
  labelGlyphs.map(([character, advance, path]) => [
    character,
    { advance, contours: path.split(";").flatMap((steps) => (steps === "" ? [] : [pointsOf(steps)])) },
  ]),
)

/** The height of a line of text beside a code, centred: a taller one would only take ink. */
const CODE_LINE_DOTS = 20

/**
 * Draws a label at the left end of the piece's foot: its code, then the copy's number and its text, which
 * is cut with an ellipsis where the box ends. If the piece is too narrow for the code, it has the number and
 * the text alone. The same label gives the same ink everywhere. Empty if not one letter fits.
 *
 *      ┌──────────────── box ──────────────────────┐
 *      │  ▄▄▄ ▄ ▄▄▄                                │   2 dots free above and below the code,
 *      │  █▄█ ▀ █▄█    12-3 (2 of 3) #1042 Moth    │   4 beside it
 *      │  ▄▄▄ █▀ ▄▀                                │
 *      └───────────────────────────────────────────┘
 */
export function drawLabel(label: Omit<SheetLabel, "x" | "y">, encode: CodeEncoder): LabelInk {
  const { rotated, mirror } = label
  const { boxWidth, boxHeight, text, code } = labelParts(label, encode)
  // Letters may lean out of their advance by a hair.
  const textWidthPx =
    text === null
      ? 0
      : Math.min(boxWidth - text.left, Math.ceil(labelWidth(text.letters) * text.em + text.em / 8))
  const widthPx = (text?.left ?? (code ? CODE_WIDTH_DOTS * code.dotPx : 0)) + textWidthPx
  if (widthPx === 0) return { x: 0, y: 0, widthPx: 0, heightPx: 0, alpha: new Uint8Array(0) }
  const upright = new Uint8Array(widthPx * boxHeight)
  if (code !== null) layDots(upright, widthPx, code)
  if (text !== null) {
    const line = textCoverage(text.letters, text.em, textWidthPx, text.heightPx)
    for (let row = 0; row < text.heightPx; row++)
      upright.set(
        line.subarray(row * textWidthPx, (row + 1) * textWidthPx),
        (text.top + row) * widthPx + text.left,
      )
  }
  const ink: LabelInk = {
    x: mirror ? boxWidth - widthPx : 0,
    y: 0,
    widthPx,
    heightPx: boxHeight,
    alpha: upright,
  }
  if (mirror) ink.alpha = mirrored(upright, widthPx)
  return rotated ? turned(ink) : ink
}

/**
 * The content of a label's box, in pixels of the box as the artwork stands upright, neither turned
 * nor mirrored. The line of text is `heightPx` high, and its letters stand on `top` +
 * LABEL_BASELINE_EM ems.
 */
export type LabelParts = {
  boxWidth: number
  boxHeight: number
  code: { left: number; top: number; dotPx: number; dots: Uint8Array } | null
  text: { left: number; top: number; heightPx: number; em: number; letters: string } | null
}

export function labelParts(label: Omit<SheetLabel, "x" | "y">, encode: CodeEncoder): LabelParts {
  const { code = "" } = label
  const { boxWidth, boxHeight, dotPx, hasRoom } = uprightBox(label)
  const dots = hasRoom ? encode(code) : null
  const heightPx = dotPx > 0 ? CODE_LINE_DOTS * dotPx : boxHeight
  const em = heightPx / LABEL_STRIP_EM
  const left = dots === null ? 0 : CODE_WIDTH_DOTS * dotPx
  const room = (boxWidth - left) / em
  const letters = code === "" ? fitLabel(label.text, room) : numberedText(copyNumber(code), label.text, room)
  const top = Math.floor((boxHeight - heightPx) / 2)
  return {
    boxWidth,
    boxHeight,
    code: dots && { left: codeLeft(dotPx), top: codeTop(boxHeight, dotPx), dotPx, dots },
    text: letters === "" ? null : { left, top, heightPx, em, letters },
  }
}

/**
 * Returns the place of a label's code in its box, as placed, in sheet pixels. Null without one, and if
 * the piece is too narrow for it.
 */
export function codeBox(label: Omit<SheetLabel, "x" | "y">): { x: number; y: number; sizePx: number } | null {
  const { boxWidth, boxHeight, dotPx, hasRoom } = uprightBox(label)
  if (!hasRoom) return null
  const sizePx = CODE_DOTS * dotPx
  const left = codeLeft(dotPx)
  const top = codeTop(boxHeight, dotPx)
  const x = label.mirror ? boxWidth - left - sizePx : left
  return label.rotated ? { x: boxHeight - top - sizePx, y: x, sizePx } : { x, y: top, sizePx }
}

/** Returns a code's dots as they lie on the sheet, mirrored and turned with their piece. */
export function placedDots(dots: Uint8Array, { rotated, mirror }: Pick<SheetLabel, "rotated" | "mirror">) {
  const upright = Uint8Array.from(dots)
  const alpha = mirror ? mirrored(upright, CODE_DOTS) : upright
  const ink: LabelInk = { x: 0, y: 0, widthPx: CODE_DOTS, heightPx: CODE_DOTS, alpha }
  return rotated ? turned(ink).alpha : alpha
}

/** Returns a label's box as the artwork stands upright. `dotPx` is 0 if it has no code. */
function uprightBox({ rotated, widthPx, heightPx, code = "" }: Omit<SheetLabel, "x" | "y">) {
  const [boxWidth, boxHeight] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
  const dotPx = code === "" ? 0 : Math.floor(boxHeight / CODE_STRIP_DOTS)
  return { boxWidth, boxHeight, dotPx, hasRoom: dotPx > 0 && CODE_WIDTH_DOTS * dotPx <= boxWidth }
}

function codeLeft(dotPx: number): number {
  return ((CODE_WIDTH_DOTS - CODE_DOTS) / 2) * dotPx
}

function codeTop(boxHeight: number, dotPx: number): number {
  return Math.floor((boxHeight - CODE_DOTS * dotPx) / 2)
}

/** Returns `12-3` of `HTTPS://FILM.EXAMPLE/C/9F3A21B07C-12-3`. */
function copyNumber(code: string): string {
  return code.split("-").slice(-2).join("-")
}

/** Returns a text with its whole number or none: a number cut short would name another copy. */
function numberedText(number: string, text: string, widthEm: number): string {
  const both = fitLabel(`${number} ${text}`, widthEm)
  if (both.startsWith(number)) return both
  return fitLabel(number, widthEm) === number ? number : ""
}

function layDots(
  ink: Uint8Array,
  widthPx: number,
  { left, top, dotPx, dots }: NonNullable<LabelParts["code"]>,
): void {
  for (let y = 0; y < CODE_DOTS * dotPx; y++) {
    for (let x = 0; x < CODE_DOTS * dotPx; x++) {
      const dot = Math.floor(y / dotPx) * CODE_DOTS + Math.floor(x / dotPx)
      if (dots[dot] === 1) ink[(top + y) * widthPx + left + x] = 255
    }
  }
}

/** Returns the coverage of a line of text, row by row, from its left end on. */
export function textCoverage(text: string, em: number, widthPx: number, heightPx: number): Uint8Array {
  const scale = em / LABEL_EM
  const coverage = new Coverage(widthPx, heightPx)
  let left = 0
  for (const character of text) {
    const outline = labelOutlines.get(character)
    if (outline === undefined) continue
    for (const points of outline.contours) {
      for (let i = 0; i < points.length; i += 2) {
        const next = (i + 2) % points.length
        coverage.addEdge(
          (left + points[i]) * scale,
          points[i + 1] * scale + LABEL_BASELINE_EM * em,
          (left + points[next]) * scale,
          points[next + 1] * scale + LABEL_BASELINE_EM * em,
        )
      }
    }
    left += outline.advance
  }
  return coverage.alpha()
}

/**
 * The exact area coverage of filled outlines, as in font-rs (Raph Levien 2016). Each edge adds to its
 * row how much more is covered from its column on. The running sum along a row is the coverage.
 */
class Coverage {
  readonly #widthPx: number
  readonly #heightPx: number
  /** The cells of a row: two more than pixels, for edges at its very end. */
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
 * Returns how far, on average, an edge that spans columns `left` to `right` stays left of column x.
 * Parts beyond x do not count.
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

/** Turns ink by a quarter, clockwise: the topmost row becomes the rightmost column. */
function turned({ x, widthPx, heightPx, alpha }: LabelInk): LabelInk {
  const ink = new Uint8Array(alpha.length)
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++)
      ink[column * heightPx + heightPx - 1 - row] = alpha[row * widthPx + column]
  }
  return { x: 0, y: x, widthPx: heightPx, heightPx: widthPx, alpha: ink }
}

/** Returns the points of a contour by adding up its steps. */
function pointsOf(steps: string): number[] {
  const points = steps.split(" ").map(Number)
  for (let i = 2; i < points.length; i++) points[i] += points[i - 2]
  return points
}
