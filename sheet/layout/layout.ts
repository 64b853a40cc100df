/** One item of an order: its printed size in pixels and how many copies to print. */
export type PieceType = { widthPx: number; heightPx: number; count: number }

/**
 * The film. `edgePx` stays free on all four sides, and `gapPx` between every two pieces. No sheet
 * is longer than `maxLengthPx`. `rotate` allows quarter turns.
 */
export type SheetBounds = {
  widthPx: number
  maxLengthPx: number
  edgePx: number
  gapPx: number
  rotate: boolean
}

/**
 * One copy on a sheet. `piece` is the index into the input, and `copy` counts from 0 within the
 * piece. `x`, `y` is the top left corner in sheet pixels. `widthPx` and `heightPx` are as placed,
 * after the turn.
 */
export type Placement = {
  piece: number
  copy: number
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  /** True for a further half turn; nested silhouettes only. */
  halfTurned?: true
  /** True for a copy placed by hand: a search leaves it where it is. */
  pinned?: true
}

/**
 * The place of one copy, as a hand or another search proposes it: the top left pixel of its printed
 * box, without a label's reserve, on the sheet of this index. `turn` is in degrees, clockwise.
 */
export type LaidCopy = Pick<Placement, "piece" | "copy" | "x" | "y"> & {
  sheet: number
  turn: 0 | 90 | 180 | 270
}

/** One sheet, cut to content: `lengthPx` is the lowest edge of its pieces plus the film's edge. */
export type SheetLayout = { widthPx: number; lengthPx: number; placements: Placement[] }

/** All sheets of a print, as stored and later rendered. Plain JSON. */
export type Layout = { sheets: SheetLayout[] }

/**
 * The result of a layout. `too-large` names the indices of the pieces that fit no sheet in any allowed
 * turn; nothing is laid out then.
 */
export type LayoutResult = { kind: "laid-out"; layout: Layout } | { kind: "too-large"; pieces: number[] }

/** The length of a search, see `effort.ts`. */
export type Effort = "quick" | "balanced" | "best"
