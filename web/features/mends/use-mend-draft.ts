import { useState } from "react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { change, historyOf, redo, settle, undo } from "../artwork-text/draft-history.ts"
import { draftOf, isSameDraft, type MendDraft } from "./mend-draft.ts"

/**
 * Keeps a draft of an image's mends with its steps, and whether it differs from the stored ones. A draft that does not takes
 * over what is stored meanwhile: an Undo beside the page, another page.
 */
export function useMendDraft(stored: readonly Mend[]) {
  const [saved, setSaved] = useState(() => draftOf(stored))
  const [history, setHistory] = useState(() => historyOf(saved))
  const [seen, setSeen] = useState(stored)
  const isDirty = !isSameDraft(history.now, saved)
  if (stored !== seen) {
    setSeen(stored)
    const next = draftOf(stored)
    if (!isDirty && !isSameDraft(next, saved)) {
      setSaved(next)
      setHistory((before) => change(before, next, null))
    }
  }
  return {
    draft: history.now,
    /** The draft of what is stored. */
    saved,
    isDirty,
    /** The drafts that Undo and Redo bring; undefined where there is none. */
    previous: history.past.at(-1),
    next: history.future.at(0),
    /** Changes under one mark are one step; null is always a step of its own. */
    change: (make: (draft: MendDraft) => MendDraft, mark: string | null = null) =>
      setHistory((before) => change(before, make(before.now), mark)),
    settle: () => setHistory(settle),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    markSaved: setSaved,
  }
}
export type MendDraftState = ReturnType<typeof useMendDraft>
