import { useContext } from "react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { InkPopover } from "../images/ink-popover.tsx"
import { mendWords } from "../images/mend-words.ts"
import { InkRowsContext } from "./ink-rows.ts"
import { usePrintInk } from "./use-print-ink.ts"

type RowInkProps = { itemId: string; imageId: string; name: string; mends?: readonly Mend[] | undefined }

/** Shows what is to be looked at in a row's ink, once it is known, and the mends of its store's rule. */
export function RowInk({ itemId, imageId, name, mends }: RowInkProps) {
  const rows = useContext(InkRowsContext)
  const ink = usePrintInk(rows).get(itemId)
  const under = rows.template
  const done = mends?.map(({ kind }) => mendWords[kind].done.toLowerCase()).join(", ")
  return (
    <>
      {done && (
        <div className="truncate text-ink-2 text-xs" title={done}>{`By the store’s rule: ${done}`}</div>
      )}
      {ink && under && <InkPopover {...{ imageId, name, ink }} sheetTemplateId={under._id} />}
    </>
  )
}
