import { useCallback, useRef } from "react"
import { findRow } from "../../lib/row-reveal.ts"
import type { Gap } from "./print-gaps.ts"

const focusable = "button:not(:disabled), a[href], input, [tabindex='0']"

/**
 * Scrolls to the first row with a gap and focuses the control that fixes it: the one in the element whose
 * `data-mend` has the gap's kind, else the row's first. Each further call goes on to the next row, and after
 * the last one to the first.
 */
export function useLeadToGap(gaps: readonly Gap[]): () => void {
  const ledTo = useRef("")
  return useCallback(() => {
    const at = gaps.findIndex(({ itemId }) => itemId === ledTo.current)
    const gap = gaps[(at + 1) % gaps.length]
    if (gap === undefined) return
    ledTo.current = gap.itemId
    const row = findRow(gap.itemId)
    if (!row) return
    const place = row.querySelector<HTMLElement>(`[data-mend~="${gap.kind}"]`) ?? row
    const control = place.matches(focusable) ? place : place.querySelector<HTMLElement>(focusable)
    row.scrollIntoView({ block: "center" })
    control?.focus({ preventScroll: true })
  }, [gaps])
}
