import type { LaidOutPrint } from "../../sheet/preflight/plan-print.ts"

/** Returns one sheet of this length at 300 DPI. */
export function planOf(lengthIn: number): LaidOutPrint {
  return {
    kind: "planned",
    layout: { sheets: [{ widthPx: 6600, lengthPx: lengthIn * 300, placements: [] }] },
    lengthIn,
    boxesLengthIn: lengthIn,
    savedShare: null,
    utilisation: 0,
    copies: 1,
    violations: [],
  }
}
