import type { PieceType, Placement, SheetBounds } from "../layout.ts"
import type { Foot } from "../nest/outline.ts"
import type { PrintedInk } from "../nest/printed-ink.ts"

/** What `printLayoutInput` answers: a print's pieces as the packer and the checker see them. */
export type HandInput = {
  pieces: readonly PieceType[]
  /** Null for a piece that is ink all over. */
  inks: readonly (PrintedInk | null)[]
  bounds: SheetBounds
  label: Foot
  /** `boxes` keeps the gap between boxes, whatever ink is in them. */
  nesting: "boxes" | "shapes"
}

/** A copy on a sheet: `x`, `y` is the top left pixel of its printed box after its turn. */
export type HandPlacement = Pick<Placement, "piece" | "x" | "y" | "rotated" | "halfTurned">

/** Where what is held lies, in pixels from where it was taken. Not free where it may not lie. */
export type HeldAt = { dx: number; dy: number; isFree: boolean }

/** A hand that moves copies of one print. It remembers outlines from one `take` to the next. */
export type Hand = {
  /**
   * Takes copies to move them, as one, among others on a sheet: their own, or another one.
   */
  take(held: readonly HandPlacement[], others: readonly HandPlacement[]): Held
}

/** Copies in a hand. Whatever is free here passes the check of layouts. */
export type Held = {
  isFree(dx: number, dy: number): boolean
  /**
   * Where the held copies lie while a finger pulls them to (dx, dy): there if that is free, else at
   * the nearest free place, touching what is in the way at the gap. Where none is close, they lie
   * under the finger and are not free.
   */
  slide(dx: number, dy: number): HeldAt
  /** The free place nearest to (dx, dy), at most `withinPx` away; null if there is none. */
  nearestFree(dx: number, dy: number, withinPx: number): { dx: number; dy: number } | null
}
