/** One item of an order: the final printed size in pixels and how many copies of it to print. */
export type PieceType = { widthPx: number; heightPx: number; count: number }

/**
 * The film. `edgePx` stays free on all four sides, `gapPx` between every two pieces, and no sheet grows
 * longer than `maxLengthPx`. `rotate` allows quarter turns.
 */
export type SheetBounds = {
  widthPx: number
  maxLengthPx: number
  edgePx: number
  gapPx: number
  rotate: boolean
}

/**
 * One copy on a sheet. `piece` is the index into the input and `copy` counts from 0 within it. `x`,
 * `y` is the top left corner in sheet pixels; `widthPx` and `heightPx` are as placed, so already
 * turned.
 */
export type Placement = {
  piece: number
  copy: number
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  /** Turned by a half turn more; nested silhouettes only. */
  halfTurned?: true
}

/** One sheet, cut to content: `lengthPx` is the lowest edge of its pieces plus the edge. */
export type SheetLayout = { widthPx: number; lengthPx: number; placements: Placement[] }

/** What is stored with a print and rendered later; plain JSON. */
export type Layout = { sheets: SheetLayout[] }

/**
 * `too-large` names the indices of the pieces that fit no sheet in any allowed turn; nothing is
 * laid out then.
 */
export type LayoutResult = { kind: "laid-out"; layout: Layout } | { kind: "too-large"; pieces: number[] }

/** How long to search, see `effort.ts`. */
export type Effort = "instant" | "balanced" | "best"
