import { useState } from "react"

/** The picked rows of a table. New data clears them, so that nothing unseen is ever acted on. */
export function useRowSelection(rows: readonly unknown[] | undefined): [string[], (ids: string[]) => void] {
  const [selectedIds, setSelectedIds] = useState<string[]>([])
  const [seenRows, setSeenRows] = useState(rows)
  if (seenRows !== rows) {
    setSeenRows(rows)
    if (selectedIds.length > 0) setSelectedIds([])
  }
  return [selectedIds, setSelectedIds]
}

const none: readonly string[] = []

/**
 * The selected ids that a question is about: as they were when it opened, although the page behind
 * it may refresh and select less. Empty while no question is open.
 */
export function useAskedIds(isAsking: boolean, selectedIds: readonly string[]): readonly string[] {
  const [asked, setAsked] = useState(none)
  if (!isAsking && asked.length > 0) setAsked(none)
  if (isAsking && asked.length === 0 && selectedIds.length > 0) setAsked(selectedIds)
  return isAsking ? asked : none
}
