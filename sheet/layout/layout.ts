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
  /** A further half turn. Nested silhouettes only. */
  halfTurned?: true
  /** Placed by hand: a search leaves it where it is. */
  pinned?: true
}

/**
 * Where one copy lies, as a hand or another search proposes it: the top left pixel of its printed
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
 * `too-large` names the indices of the pieces that fit no sheet in any allowed turn. Nothing is
 * laid out then.
 */
export type LayoutResult = { kind: "laid-out"; layout: Layout } | { kind: "too-large"; pieces: number[] }

/** How long to search, see `effort.ts`. */
export type Effort = "quick" | "balanced" | "best"
