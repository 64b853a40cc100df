import { createPace, finish, type InSteps } from "../in-steps.ts"
import { outlineAreaPx2 } from "../layout/nest/nest-input.ts"
import { inkOutline, isSameInk, type PrintedInk } from "../layout/nest/printed-ink.ts"
import { solidInk } from "../layout/nest/solid-ink.ts"
import { type Artwork, pieceGrid, pieceSize, printedBox, type TrimBox } from "./piece-size.ts"
import { type LayoutItem, type LayoutTemplate, type PiecesInput, piecesInput } from "./print-layout.ts"

export type PrintLayoutInput = PiecesInput & { inks: (PrintedInk | null)[] }

/** The solid inks made before a pause: a millisecond each, mostly. */
const SOLID_AT_ONCE = 4

/**
 * Returns the packer's input for one print. Piece `i` is item `i`. `inks[i]` is null for a piece that
 * is ink all over, as all are if boxes are nested; unless the template uses holes, it is solid: see
 * `solidInk`. If the gap is too small for a label, each piece is taller by `label.reservePx`, and
 * withoutReserve takes that off the packed layout.
 */
export function printLayoutInput(items: readonly LayoutItem[], template: LayoutTemplate): PrintLayoutInput {
  return finish(printLayoutInputInSteps(items, template))
}

/** Does `printLayoutInput` in steps. */
export function* printLayoutInputInSteps(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
): InSteps<PrintLayoutInput> {
  const input = piecesInput(items, template)
  if (template.nesting === "boxes") return { ...input, inks: items.map(() => null) }
  const drawn = items.map((item) => inkOf(item, template))
  if (template.useHoles) return { ...input, inks: drawn }
  const isPauseDue = createPace(SOLID_AT_ONCE)
  const inks: PrintLayoutInput["inks"] = []
  for (const [i, ink] of drawn.entries()) {
    const known = drawn.findIndex((other) => isSameInk(other, ink))
    if (ink === null || known < i) {
      inks.push(inks[known] ?? null)
      continue
    }
    inks.push(solidInk(ink, input.bounds.gapPx, template.dpi))
    if (isPauseDue(1)) yield
  }
  return { ...input, inks }
}

/** The inks measured before a pause. */
const measuredAtOnce = 4

/** Returns the ink of one copy of each piece, in square pixels. A piece without an outline is ink all over. */
export function* copyInkPx2InSteps({ pieces, inks, label }: PrintLayoutInput): InSteps<number[]> {
  const isPauseDue = createPace(measuredAtOnce)
  const inkPx2: number[] = []
  for (const [piece, { widthPx, heightPx }] of pieces.entries()) {
    const ink = inks[piece]
    inkPx2.push(ink ? outlineAreaPx2(inkOutline(ink)) : widthPx * (heightPx - label.reservePx))
    if (isPauseDue(1)) yield
  }
  return inkPx2
}

function inkOf({ image, widthIn, silhouette }: LayoutItem, template: LayoutTemplate): PrintedInk | null {
  if (!silhouette || image.widthPx !== silhouette.widthPx || image.heightPx !== silhouette.heightPx)
    return null
  const piece = { image, widthIn, template }
  return { silhouette, box: cutBox(piece), ...pieceSize(piece), mirror: template.mirror }
}

/** Returns the printed part of the artwork, in its pixels: on a grid it begins and ends between two. */
function cutBox(piece: { image: Artwork; widthIn: number; template: LayoutTemplate }): TrimBox {
  const { image, template } = piece
  const grid = pieceGrid(piece)
  if (!grid) return printedBox(image, template.trim)
  const across = image.widthPx / grid.widthPx
  const down = image.heightPx / grid.heightPx
  const { x, y, width, height } = grid.part
  return { x: x * across, y: y * down, width: width * across, height: height * down }
}
