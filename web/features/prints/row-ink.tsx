import { useContext } from "react"
import { InkPopover } from "../images/ink-popover.tsx"
import { InkRowsContext } from "./ink-rows.ts"
import { usePrintInk } from "./use-print-ink.ts"

type RowInkProps = { itemId: string; imageId: string; name: string }

/** Shows what is to be looked at in a row's ink, once it is known. */
export function RowInk({ itemId, imageId, name }: RowInkProps) {
  const rows = useContext(InkRowsContext)
  const ink = usePrintInk(rows).get(itemId)
  const under = rows.template
  return ink && under ? <InkPopover {...{ imageId, name, ink }} sheetTemplateId={under._id} /> : null
}
