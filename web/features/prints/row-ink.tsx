import { useContext } from "react"
import { InkPopover } from "../images/ink-popover.tsx"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { InkRowsContext } from "./ink-rows.ts"
import { usePrintInk } from "./use-print-ink.ts"

/** Shows what is to be looked at in a row's ink, once it is known. */
export function RowInk({ row: { id, image }, name }: { row: PreviewItem; name: string }) {
  const ink = usePrintInk(useContext(InkRowsContext)).get(id)
  if (!ink || !image) return null
  return (
    <span className="ml-2">
      <InkPopover imageId={image._id} name={name} ink={ink} />
    </span>
  )
}
