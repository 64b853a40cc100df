import { useState } from "react"
import { change, type History, historyOf, redo, settle, undo } from "./draft-history.ts"
import { draftOf, isSameDraft, type TextDraft } from "./text-draft.ts"

/** A draft of an image's text with its steps, and whether it differs from what is stored. */
export function useTextDraft(stored: Parameters<typeof draftOf>[0]) {
  const [history, setHistory] = useState<History<TextDraft>>(() => historyOf(draftOf(stored)))
  const [saved, setSaved] = useState(history.now)
  return {
    draft: history.now,
    saved,
    isDirty: !isSameDraft(history.now, saved),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Changes under one mark are one step; null is always a step of its own. */
    change: (make: (draft: TextDraft) => TextDraft, mark: string | null = null) =>
      setHistory((before) => change(before, make(before.now), mark)),
    settle: () => setHistory(settle),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    markSaved: setSaved,
  }
}
export type TextDraftState = ReturnType<typeof useTextDraft>
