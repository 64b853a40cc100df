import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { ManifestRow } from "../../../contract/prints/manifest.ts"
import { useAuth } from "../../lib/auth.tsx"
import { useLiveEvent } from "../../lib/live.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastFailure } from "../../lib/toast.tsx"
import { keptPrints, keptTicks } from "./kept-ticks.ts"
import { tickKey, withTicks } from "./manifest-view.ts"
import { showTicks, storeTicks } from "./print-calls.ts"
import { openTickQueue, type TickQueue } from "./tick-queue.ts"

/** One queue for each print, so that leaving the page loses no tick. */
const queues = new Map<string, TickQueue>()

/** Sends this seller's unsent ticks, whichever page is open. */
export function sendKeptTicks(userId: string): void {
  for (const printId of keptPrints(userId)) queueOf(userId, printId)
}

function queueOf(userId: string, printId: string): TickQueue {
  const key = `${userId} ${printId}`
  const known = queues.get(key)
  if (known) return known
  const queue = openTickQueue({
    kept: keptTicks(userId, printId),
    send: (ticks) => storeTicks(printId, ticks),
    onRefused(error) {
      toastFailure(error)
      void refresh("prints")
    },
    pause: untilOnline,
  })
  queues.set(key, queue)
  return queue
}

export type Ticks = {
  /** The rows, including ticks that are not stored yet. */
  rows: ManifestRow[]
  tick(rows: readonly ManifestRow[], isDone: boolean): void
  /** Copies that were ticked here since `forget`. */
  touched: ReadonlySet<string>
  forget(): void
  /** The number of unsent ticks, after sending them failed. */
  unsaved: number
}

const untouched: ReadonlySet<string> = new Set()

/** Keeps a manifest's rows, ticked here and on other devices. */
export function useTicks(printId: string, rows: readonly ManifestRow[]): Ticks {
  const { _id: userId } = useAuth().user
  const queue = queueOf(userId, printId)
  const { ticks, isFailing } = useSyncExternalStore(queue.watch, queue.waiting)
  const [touched, setTouched] = useState(untouched)
  useLiveEvent("manifest", ({ data }) => showTicks(data.printId, data.ticks))
  useLeaveWarning(ticks.size > 0)
  const tick = useCallback(
    (changed: readonly ManifestRow[], isDone: boolean) => {
      setTouched((known) => new Set([...known, ...changed.map(tickKey)]))
      queue.add(changed.map(({ itemId, copy }) => ({ itemId, copy, isDone })))
    },
    [queue],
  )
  const forget = useCallback(() => setTouched(untouched), [])
  const shown = useMemo(() => withTicks(rows, ticks.values()), [rows, ticks])
  return { rows: shown, tick, touched, forget, unsaved: isFailing ? ticks.size : 0 }
}

/** Makes the browser ask before a tab with unsent ticks is closed. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [isOn])
}

function untilOnline(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, waitMs)
    function done() {
      clearTimeout(timer)
      window.removeEventListener("online", done)
      resolve()
    }
    window.addEventListener("online", done)
  })
}
