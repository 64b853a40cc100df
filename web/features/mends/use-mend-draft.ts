import { useState } from "react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { change, historyOf, redo, settle, undo } from "../artwork-text/draft-history.ts"
import { draftOf, isSameDraft, type MendDraft } from "./mend-draft.ts"

/** Keeps a draft of an image's mends with its steps, and whether it differs from the stored ones. */
export function useMendDraft(stored: readonly Mend[]) {
  const [saved, setSaved] = useState(() => draftOf(stored))
  const [history, setHistory] = useState(() => historyOf(saved))
  return {
    draft: history.now,
    saved,
    isDirty: !isSameDraft(history.now, saved),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
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
