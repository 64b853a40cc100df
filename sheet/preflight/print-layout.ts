import { tooLargePieces } from "../layout/lay-out.ts"
import type { PieceType, SheetBounds } from "../layout/layout.ts"
import type { PrintedInk } from "../layout/nest/printed-ink.ts"
import type { Packing } from "../layout/packing/packing.ts"
import type { Silhouette } from "../silhouette.ts"
import { type LabelStrip, labelStrip } from "./label-strip.ts"
import { type Artwork, pieceGrid, pieceSize, printedBox, type TrimBox } from "./piece-size.ts"

/** The part of a sheet template that decides where pieces lie. Lengths in inches. */
export type LayoutTemplate = {
  widthIn: number
  maxLengthIn: number
  edgeIn: number
  gapIn: number
  dpi: number
  rotate: boolean
  trim: boolean
  mirror: boolean
  labels: boolean
  nesting: "boxes" | "shapes"
  packing: Packing
}

/** A shop's order. `shipDay` is a day of the seller's, `2026-11-23`: its text sorts by time. */
export type LayoutOrder = { number: string; shipDay: string | null }

/**
 * One ordered artwork. Shapes are nested by `silhouette`; an item without one is a box. `order` is
 * null for what was chosen by hand.
 */
export type LayoutItem = {
  image: Artwork
  widthIn: number
  quantity: number
  silhouette?: Silhouette | null
  order?: LayoutOrder | null
}

/**
 * The packer's input for one print. Piece `i` is item `i`. `inks[i]` is null for a piece that is
 * ink all over, as all are where boxes are nested. Where the gap is too small for a label, each piece is taller by `label.reservePx`,
 * and withoutReserve takes that off the packed layout.
 */
export function printLayoutInput(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
): { pieces: PieceType[]; inks: (PrintedInk | null)[]; bounds: SheetBounds; label: LabelStrip } {
  const label = labelStrip(template)
  return {
    label,
    pieces: items.map(({ image, widthIn, quantity }) => {
      const { widthPx, heightPx } = pieceSize({ image, widthIn, template })
      return { widthPx, heightPx: heightPx + label.reservePx, count: quantity }
    }),
    inks: items.map((item) => (template.nesting === "boxes" ? null : inkOf(item, template))),
    bounds: {
      widthPx: Math.round(template.widthIn * template.dpi),
      maxLengthPx: Math.round(template.maxLengthIn * template.dpi),
      edgePx: Math.round(template.edgeIn * template.dpi),
      gapPx: Math.round(template.gapIn * template.dpi),
      rotate: template.rotate,
    },
  }
}

/** The indices of items that fit no sheet of the template in any allowed turn. */
export function tooLargeItems(items: readonly LayoutItem[], template: LayoutTemplate): number[] {
  const { pieces, bounds } = printLayoutInput(items, template)
  return tooLargePieces(pieces, bounds)
}

function inkOf({ image, widthIn, silhouette }: LayoutItem, template: LayoutTemplate): PrintedInk | null {
  if (!silhouette || image.widthPx !== silhouette.widthPx || image.heightPx !== silhouette.heightPx)
    return null
  const piece = { image, widthIn, template }
  return { silhouette, box: cutBox(piece), ...pieceSize(piece), mirror: template.mirror }
}

/** The part of the artwork that is printed, in its pixels: on a grid it begins and ends between two. */
function cutBox(piece: { image: Artwork; widthIn: number; template: LayoutTemplate }): TrimBox {
  const { image, template } = piece
  const grid = pieceGrid(piece)
  if (!grid) return printedBox(image, template.trim)
  const across = image.widthPx / grid.widthPx
  const down = image.heightPx / grid.heightPx
  const { x, y, width, height } = grid.part
  return { x: x * across, y: y * down, width: width * across, height: height * down }
}
