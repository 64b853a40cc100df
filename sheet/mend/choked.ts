import type { Mend } from "./mend.ts"

/** Returns the length that choking takes off each side of the ink. What is thickened after it may grow back. */
export function chokedMm(mends: readonly Mend[]): number {
  const last = mends.slice(mends.findLastIndex(({ kind }) => kind === "thicken") + 1)
  return last.reduce((sum, mend) => sum + (mend.kind === "choke" ? mend.mm : 0), 0)
}

/** Returns the same in whole pixels. */
export function chokedPx(mends: readonly Mend[], mmPerPx: number): number {
  return Math.floor(chokedMm(mends) / mmPerPx)
}
