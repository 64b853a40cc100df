import { useContext } from "react"
import { InkPopover } from "../images/ink-popover.tsx"
import { InkRowsContext } from "./ink-rows.ts"
import { usePrintInk } from "./use-print-ink.ts"

type RowInkProps = { itemId: string; imageId: string; name: string }

/** Shows what is to be looked at in a row's ink, once it is known. */
export function RowInk({ itemId, imageId, name }: RowInkProps) {
  const ink = usePrintInk(useContext(InkRowsContext)).get(itemId)
  return ink ? <InkPopover imageId={imageId} name={name} ink={ink} /> : null
}
