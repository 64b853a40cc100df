import { useSyncExternalStore } from "react"

export type PrintProgress = { done: number; total: number }

const progressOf = new Map<string, PrintProgress>()
const listeners = new Set<() => void>()

/** How far a running print is, as the live connection last said; undefined before the first word. */
export function usePrintProgress(printId: string): PrintProgress | undefined {
  return useSyncExternalStore(subscribe, () => progressOf.get(printId))
}

/** Keeps the newest word about one print. Progress never runs backwards within one attempt. */
export function setPrintProgress(printId: string, progress: PrintProgress): void {
  const known = progressOf.get(printId)
  if (known !== undefined && known.done === progress.done && known.total === progress.total) return
  progressOf.set(printId, progress)
  for (const listener of listeners) listener()
}

/** The print has ended: its next attempt starts from nothing. */
export function forgetPrintProgress(printId: string): void {
  if (progressOf.delete(printId)) for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
