import { tooLargePieces } from "../layout/lay-out.ts"
import type { PieceType, SheetBounds } from "../layout/layout.ts"
import type { Packing } from "../layout/packing/packing.ts"
import type { Silhouette } from "../silhouette.ts"
import { type LabelStrip, labelStrip } from "./label-strip.ts"
import { type LayoutOrder, labelledItem, orderGroups } from "./order-groups.ts"
import { type Artwork, pieceSize } from "./piece-size.ts"

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
  /** True if shapes may lie in others' holes and between their parts, where only a cutter gets them out. */
  useHoles: boolean
  packing: Packing
}

/**
 * Returns the settings that decide where pieces lie, in a fixed order and without a template's others.
 * A layout's identity is derived from them, and a missing setting does not compile.
 */
export function layoutTemplateOf(template: LayoutTemplate): LayoutTemplate {
  const { widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels } = template
  const { nesting, useHoles, packing } = template
  const film = { widthIn, maxLengthIn, edgeIn, gapIn, dpi }
  return { ...film, rotate, trim, mirror, labels, nesting, useHoles, packing }
}

/** Returns those settings that a copy's place depends on: longer or mirrored film leaves it in place. */
export function placeTemplateOf(template: LayoutTemplate): Omit<LayoutTemplate, "maxLengthIn" | "mirror"> {
  const { maxLengthIn: _, mirror: __, ...film } = layoutTemplateOf(template)
  return film
}

/**
 * One ordered artwork. Shapes are nested by `silhouette`; an item without one is a box. `order` is
 * null for an item chosen by hand.
 */
export type LayoutItem = {
  image: Artwork
  widthIn: number
  quantity: number
  silhouette?: Silhouette | null
  order?: LayoutOrder | null
}

export type PiecesInput = { pieces: PieceType[]; bounds: SheetBounds; label: LabelStrip }

/** Returns the packer's input without inks. */
export function piecesInput(items: readonly LayoutItem[], template: LayoutTemplate): PiecesInput {
  const label = labelsFoot(items, template)
  return {
    label,
    pieces: items.map(({ image, widthIn, quantity }) => {
      const { widthPx, heightPx } = pieceSize({ image, widthIn, template })
      return { widthPx, heightPx: heightPx + label.reservePx, count: quantity }
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

// Returns the strip for labels at pieces' feet. By order, without labels, one piece of each order has it.
function labelsFoot(items: readonly LayoutItem[], template: LayoutTemplate): LabelStrip {
  const strip = labelStrip(template)
  if (template.labels || strip.stripPx === 0) return strip
  const groups = orderGroups(items).filter(({ order }) => order !== null)
  return { ...strip, pieces: groups.map((group) => labelledItem(group, items)) }
}

/**
 * Returns whether the ink of pieces decides where they lie. Straight cuts are laid out as boxes whatever
 * the template nests.
 */
export function nestsShapes({ nesting, packing }: Pick<LayoutTemplate, "nesting" | "packing">): boolean {
  return nesting === "shapes" && packing !== "straight-cuts"
}

/** Returns the indices of items that fit no sheet of the template in any allowed turn. */
export function tooLargeItems(items: readonly LayoutItem[], template: LayoutTemplate): number[] {
  const { pieces, bounds } = piecesInput(items, template)
  return tooLargePieces(pieces, bounds)
}
