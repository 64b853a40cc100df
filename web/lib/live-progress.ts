import { useSyncExternalStore } from "react"
import type { LiveEvent } from "../../contract/live.ts"
import type { PrintProgress } from "../../contract/prints/print-progress.ts"

/** Keeps the latest progress of each running print or sync, by its id. */
function createProgress<Progress>() {
  const latest = new Map<string, Progress>()
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Undefined before the first progress. */
    useLatest: (id: string) => useSyncExternalStore(subscribe, () => latest.get(id)),
    /** Keeps the newest progress, and returns the one before; undefined for a run's first. */
    set(id: string, progress: Progress): Progress | undefined {
      const before = latest.get(id)
      latest.set(id, progress)
      tell()
      return before
    },
    /** Drops a run's progress when it ends or restarts. */
    forget(id: string): void {
      if (latest.delete(id)) tell()
    },
  }
}

export const printProgress = createProgress<PrintProgress>()
/** The progress of files that a completed print is written as once more. */
export const writingProgress = createProgress<PrintProgress>()
export const syncProgress = createProgress<Extract<LiveEvent, { kind: "sync-progress" }>["data"]>()

/** Prints that this tab is starting: it loads what that changes once it is over, and need not hear of it. */
export const starting = new Set<string>()

/** Prints and syncs that this tab started, so that their end is shown here, and images that it has sent or mended. */
const awaited = new Set<string>()

/** Notes that the end of this print, sync or image's reading belongs to this tab. */
export function awaitEnd(id: string): void {
  awaited.add(id)
}

/** Returns true once for each start that this tab made. */
export function takeAwaited(id: string): boolean {
  return awaited.delete(id)
}
