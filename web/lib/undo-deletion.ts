import { undos } from "../../contract/api/undo-api.ts"
import { apiData } from "./api.ts"
import { refresh } from "./query-client.ts"
import { toastSuccess, toastUndo } from "./toast.tsx"

/** The resources that a deletion may have removed or changed. */
const resources = [
  "images",
  "image-categories",
  "sizes",
  "sheet-templates",
  "destinations",
  "fonts",
  "prints",
  "orders",
  "notifications",
  "statistics",
] as const

/**
 * Reports a deletion and offers to undo it. `undoIds` are those of its calls' replies, in their order; null
 * if a call deleted nothing. A retry leaves out what came back.
 */
export function toastDeleted(message: string, ...undoIds: readonly (string | null)[]): void {
  const left = undoIds.flatMap((id) => id ?? [])
  if (left.length === 0) toastSuccess(message)
  else toastUndo(message, () => undoAll(left))
  keepFocus()
}

/** Undoes changes by the undo ids of their replies, the last first; removes those that came back from the list. */
export async function undoAll(left: string[]): Promise<void> {
  try {
    for (let id = left.at(-1); id !== undefined; id = left.at(-1)) {
      await apiData(undos.undo, { params: { id } })
      left.pop()
    }
  } finally {
    await refresh(...resources)
  }
}

/** Gives the page the focus if the button that deleted is gone with its row. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.querySelector("main")?.focus({ preventScroll: true })
  })
}
