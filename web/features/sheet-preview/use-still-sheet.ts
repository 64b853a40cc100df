import { useState } from "react"
import type { PackedSheets, SheetLayoutState } from "./use-sheet-layout.ts"

/** The least gain in inches that is worth showing. */
const LEAST_GAIN_IN = 0.01

export type StillSheet = {
  /** The sheet as it was when it was first seen, or asked for; null until one is packed. */
  still: PackedSheets | null
  /** The shortest one that the search has found so far. */
  newest: PackedSheets | null
  /** How much shorter the newest is; 0 if it is not. */
  shorterByIn: number
  /** Shows the shorter one. */
  show: () => void
}

/** Keeps a sheet that moves only when the seller asks, while the search continues behind it. */
export function useStillSheet(state: SheetLayoutState): StillSheet {
  const [kept, setKept] = useState<PackedSheets | null>(null)
  const newest = state.kind === "packed" && !state.isRough ? state.packed : null
  const isOther = newest !== null && kept?.key !== newest.key
  if (isOther) setKept(newest)
  const still = newest === null || isOther ? newest : kept
  const gainIn = still && newest ? still.lengthIn - newest.lengthIn : 0
  return { still, newest, shorterByIn: gainIn < LEAST_GAIN_IN ? 0 : gainIn, show: () => setKept(newest) }
}
