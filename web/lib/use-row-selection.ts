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
