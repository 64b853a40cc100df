import { useState } from "react"
import { change, type History, historyOf, redo, settle, undo } from "./draft-history.ts"
import { draftOf, isSameDraft, type TextDraft } from "./text-draft.ts"
import { type WordedField, withWords } from "./worded-fields.ts"

/**
 * Keeps a draft of an image's text with its steps, and whether it differs from the stored one. It begins with
 * a text for each of `words`, as a step that can be undone.
 */
export function useTextDraft(stored: Parameters<typeof draftOf>[0], words: readonly WordedField[]) {
  const [saved, setSaved] = useState(() => draftOf(stored))
  const [history, setHistory] = useState<History<TextDraft>>(() =>
    change(historyOf(saved), withWords(saved, words), null),
  )
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
