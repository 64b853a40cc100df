import { useState } from "react"
import type { PackedSheets, SheetLayoutState } from "./use-sheet-layout.ts"

/** Less than this is not worth a second look, in inches. */
const LEAST_GAIN_IN = 0.01

export type StillSheet = {
  /** The sheet as it was when it was first seen, or asked for; null until one is packed. */
  still: PackedSheets | null
  /** The shortest that the search has found by now. */
  newest: PackedSheets | null
  /** How much shorter the search has come since; 0 where it has not. */
  shorterByIn: number
  /** Shows the shorter one. */
  show: () => void
}

/** A sheet that moves only when the seller asks, while the search goes on behind it. */
export function useStillSheet(state: SheetLayoutState): StillSheet {
  const [kept, setKept] = useState<PackedSheets | null>(null)
  const newest = state.kind === "packed" && !state.isRough ? state.packed : null
  const isOther = newest !== null && kept?.key !== newest.key
  if (isOther) setKept(newest)
  const still = newest === null || isOther ? newest : kept
  const gainIn = still && newest ? still.lengthIn - newest.lengthIn : 0
  return { still, newest, shorterByIn: gainIn < LEAST_GAIN_IN ? 0 : gainIn, show: () => setKept(newest) }
}
