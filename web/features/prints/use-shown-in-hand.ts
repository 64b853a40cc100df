import { useEffect } from "react"
import { findRow } from "../../lib/row-reveal.ts"

/** Scrolls to the first row whose copies are picked on the film. */
export function useShownInHand(picked: ReadonlySet<string> | undefined): void {
  const [first] = picked ?? []
  useEffect(() => {
    // A row that is far away is drawn first, which React cannot do while it runs effects.
    if (first !== undefined) queueMicrotask(() => findRow(first)?.scrollIntoView({ block: "nearest" }))
  }, [first])
}
