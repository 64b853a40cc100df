import type { PieceType, SheetBounds } from "../layout/layout.ts"
import type { Silhouette } from "../silhouette.ts"
import { type LabelStrip, labelStrip } from "./label-strip.ts"
import type { Artwork } from "./piece-size.ts"
import { pieceSize } from "./piece-size.ts"

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
}

/** `silhouette` is what shapes are nested by; without it the item is a box. */
export type LayoutItem = { image: Artwork; widthIn: number; quantity: number; silhouette?: Silhouette | null }

/**
 * What the packer is asked for one print: piece `i` is item `i`, with room for its label at its foot where the gap has none
 * (`label` says how much; withoutReserve takes it off the answer). Page and server both build their question here, because
 * the same question has the same answer everywhere.
 */
export function printLayoutInput(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
): { pieces: PieceType[]; bounds: SheetBounds; label: LabelStrip } {
  const label = labelStrip(template)
  return {
    label,
    pieces: items.map((item) => {
      const { widthPx, heightPx } = pieceSize({ image: item.image, widthIn: item.widthIn, template })
      return { widthPx, heightPx: heightPx + label.reservePx, count: item.quantity }
    }),
    bounds: {
      widthPx: Math.round(template.widthIn * template.dpi),
      maxLengthPx: Math.round(template.maxLengthIn * template.dpi),
      edgePx: Math.round(template.edgeIn * template.dpi),
      gapPx: Math.round(template.gapIn * template.dpi),
      rotate: template.rotate,
    },
  }
}
