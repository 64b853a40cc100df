import { useCallback, useState } from "react"
import { read, write } from "../../lib/session.ts"
import { changeItems, type DraftChange, emptyDraft, type PrintDraft, parseDraft } from "./print-draft.ts"

export type DraftState = {
  draft: PrintDraft
  change: (change: DraftChange) => void
  pickTemplate: (sheetTemplateId: PrintDraft["sheetTemplateId"]) => void
  /** It was saved: the next visit starts anew, while the page that is being left still shows it. */
  forget: () => void
}

/** The seller's unsaved print, kept in this browser until it is saved. */
export function useDraft(userId: string): DraftState {
  const storageKey = `sheetsmith.draft.${userId}`
  const [draft, setDraft] = useState(() => parseDraft(read(storageKey)) ?? emptyDraft(crypto.randomUUID()))

  const keep = useCallback(
    (next: (draft: PrintDraft) => PrintDraft) =>
      setDraft((current) => {
        const changed = next(current)
        if (changed !== current)
          write(storageKey, changed.items.length === 0 ? null : JSON.stringify(changed))
        return changed
      }),
    [storageKey],
  )
  const change = useCallback(
    (one: DraftChange) =>
      keep((current) => {
        const items = changeItems(current.items, one)
        const isSame = JSON.stringify(items) === JSON.stringify(current.items)
        return isSame ? current : { ...current, items, requestKey: crypto.randomUUID() }
      }),
    [keep],
  )
  const pickTemplate = useCallback(
    (sheetTemplateId: PrintDraft["sheetTemplateId"]) => keep((current) => ({ ...current, sheetTemplateId })),
    [keep],
  )
  const forget = useCallback(() => write(storageKey, null), [storageKey])
  return { draft, change, pickTemplate, forget }
}
