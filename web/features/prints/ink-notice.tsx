import { useEffect, useMemo } from "react"
import { Notice } from "../../components/ui/notice.tsx"
import { plural } from "../../lib/format.ts"
import { inkNames } from "../images/ink-names.ts"
import type { InkRows } from "./ink-rows.ts"
import { MendPrint } from "./mend-print.tsx"
import { itemsToLookAt, usePrintInk } from "./use-print-ink.ts"

type InkNoticeProps = InkRows & {
  /** Called with the ids of the items to look at, which the film outlines. */
  onInked: (ids: readonly string[]) => void
}

/** Says above the buttons what is to be looked at in the ink of a print. */
export function InkNotice({ items, template, onInked }: InkNoticeProps) {
  const inks = usePrintInk({ items, template })
  const inked = useMemo(() => itemsToLookAt(items, inks), [items, inks])
  const ids = inked.map(({ item }) => item.id).join(" ")
  // The film is drawn by others, who do not load this part.
  useEffect(() => onInked(ids === "" ? [] : ids.split(" ")), [ids, onInked])
  if (inked.length === 0) return null
  const pieces = inked.reduce((sum, { item }) => sum + item.quantity, 0)
  const names = new Set(inked.flatMap(({ open }) => open.map(({ code }) => inkNames[code].toLowerCase())))
  return (
    <Notice tone="warn" className="mt-3 py-2">
      {plural(pieces, "piece")} to look at: {[...names].join(", ")}
      <MendPrint inked={inked} />
    </Notice>
  )
}
