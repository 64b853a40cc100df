import type { SheetPlacement } from "../../raster/compose-sheet.ts"
import { CODE_DOTS, type CodeEncoder } from "../../raster/label/code-dots.ts"
import { type LabelParts, labelParts, type SheetLabel } from "../../raster/label/draw-label.ts"
import { LABEL_BASELINE_EM } from "../../raster/label/label-ems.ts"
import { glyphString } from "./label-font.ts"
import { decimal } from "./pdf-file.ts"

/** The units of a page in an inch: points. */
export const POINTS_PER_INCH = 72

/**
 * Returns by how much a picture is drawn smaller than its pixels, half of it at each side. If an edge
 * falls on the grid of pixels exactly, a reader's rounding may add a row or column of pixels, and the
 * reader resamples the picture to them. On short pages readers paint the very pixels from 0.002 to
 * 0.006; on long ones the difference has to show in the numbers of 24 bits that MuPDF computes with.
 */
function shrinkPx({ lengthPx }: Page): number {
  return Math.max(0.004, lengthPx / 2 ** 22)
}

/** A page in sheet pixels, and their number in an inch. */
export type Page = { lengthPx: number; dpi: number }

type Turn = 0 | 90 | 180 | 270

/**
 * Draws a picture at a placement, turned clockwise by `turn`. The unit square of a picture becomes
 * the placement's box:
 *
 *   (0,1) ──── (1,1)      turned by 90:   (0,0) ──── (0,1)
 *     │          │                          │          │
 *   (0,0) ──── (1,0)                      (1,0) ──── (1,1)
 */
export function pictureAt(name: string, placement: SheetPlacement, turn: Turn, page: Page): string {
  const scale = POINTS_PER_INCH / page.dpi
  const shrink = shrinkPx(page)
  const left = (placement.x + shrink / 2) * scale
  const foot = (page.lengthPx - placement.y - placement.heightPx + shrink / 2) * scale
  const width = (placement.widthPx - shrink) * scale
  const height = (placement.heightPx - shrink) * scale
  const matrix = {
    0: [width, 0, 0, height, left, foot],
    90: [0, -height, width, 0, left, foot + height],
    180: [-width, 0, 0, -height, left + width, foot + height],
    270: [0, height, -width, 0, left + width, foot],
  }[turn]
  return `q ${matrix.map(decimal).join(" ")} cm/${name} Do Q\n`
}

/**
 * Draws a label as black squares and letters. `font` is the name of the label face. Empty if nothing of
 * the label fits its box.
 */
export function labelAt(label: SheetLabel, font: string, page: Page, encode: CodeEncoder): string {
  const parts = labelParts(label, encode)
  if (parts.text === null && parts.code === null) return ""
  const scale = POINTS_PER_INCH / page.dpi
  const matrixAt = (left: number, down: number) => {
    const { x, y, direction } = placeOf(label, parts, left, down)
    const [a, b, c, d] = direction
    return [
      ...[a, b, c, d].map((value) => decimal(value * scale)),
      decimal(x * scale),
      decimal((page.lengthPx - y) * scale),
    ].join(" ")
  }
  const code = parts.code
    ? `q ${matrixAt(parts.code.left, parts.code.top)} cm ${squares(parts.code, shrinkPx(page))}f Q\n`
    : ""
  if (parts.text === null) return code
  const { left, top, em, letters } = parts.text
  const baseline = matrixAt(left, top + LABEL_BASELINE_EM * em)
  return `${code}BT/${font} ${decimal(em)} Tf ${baseline} Tm ${glyphString(letters)} Tj ET\n`
}

/** Returns the letters that labels show, which the font has to hold. */
export function lettersOf(labels: readonly SheetLabel[], encode: CodeEncoder): Set<string> {
  return new Set(labels.flatMap((label) => [...(labelParts(label, encode).text?.letters ?? "")]))
}

/**
 * Returns the place of an upright label's point on the sheet, in pixels, and the directions of its
 * axes there: across and up, each as steps right and up.
 */
function placeOf(
  label: SheetLabel,
  { boxWidth, boxHeight }: LabelParts,
  left: number,
  down: number,
): { x: number; y: number; direction: [number, number, number, number] } {
  const across = label.mirror ? boxWidth - left : left
  const way = label.mirror ? -1 : 1
  if (label.rotated) return { x: label.x + boxHeight - down, y: label.y + across, direction: [0, -way, 1, 0] }
  return { x: label.x + across, y: label.y + down, direction: [way, 0, 0, 1] }
}

/** Draws a code's dots from its top left corner, as boxes that end just inside their pixels. */
function squares({ dots, dotPx }: NonNullable<LabelParts["code"]>, shrink: number): string {
  let path = ""
  for (let row = 0; row < CODE_DOTS; row++) {
    for (let column = 0; column < CODE_DOTS; column++) {
      if (dots[row * CODE_DOTS + column] === 0) continue
      const from = column
      while (column + 1 < CODE_DOTS && dots[row * CODE_DOTS + column + 1] === 1) column++
      const box = [
        from * dotPx + shrink / 2,
        -(row + 1) * dotPx + shrink / 2,
        (column + 1 - from) * dotPx - shrink,
        dotPx - shrink,
      ]
      path += `${box.map(decimal).join(" ")} re `
    }
  }
  return path
}
