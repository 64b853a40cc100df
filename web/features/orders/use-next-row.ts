import { type FocusEvent, useEffect, useRef } from "react"

/**
 * Focuses the row that takes the place of a settled one that had the focus, itself or by its picker. Rows
 * carry their id as `data-inbox-row`, and `data-next` where their focus begins. Returns the props that the
 * list needs for that.
 */
export function useNextRow(rowIds: readonly string[], openId = "") {
  const ref = useRef<HTMLUListElement>(null)
  const current = useRef("")
  const seen = useRef<readonly string[]>([])
  // Set at once, because an opening picker takes the focus before effects run.
  const isPicking = useRef(false)
  isPicking.current = openId !== ""
  useEffect(() => {
    if (openId !== "") {
      current.current = openId
      return
    }
    const place = seen.current.indexOf(current.current)
    seen.current = rowIds
    if (place < 0 || rowIds.includes(current.current)) return
    // Runs after the closed picker has returned its focus, even if new rows come before that.
    setTimeout(() => {
      const rows = ref.current?.children
      rows?.[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>("[data-next]")?.focus()
    })
  }, [rowIds, openId])
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      current.current = target.closest<HTMLElement>("[data-inbox-row]")?.dataset.inboxRow ?? ""
    },
    // A deleted row blurs to nothing, and its picker only borrows the focus.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (isPicking.current) return
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) current.current = ""
    },
  }
}
