import { useSyncExternalStore } from "react"
import type { LiveEvent } from "../../contract/live.ts"

export type SyncProgress = Extract<LiveEvent, { kind: "sync-progress" }>["data"]

const progressOf = new Map<string, SyncProgress>()
const awaited = new Set<string>()
const listeners = new Set<() => void>()

/** How far a shop's sync is, as the live connection last said; undefined before the first word. */
export function useSyncProgress(integrationId: string): SyncProgress | undefined {
  return useSyncExternalStore(subscribe, () => progressOf.get(integrationId))
}

/** Keeps the newest word about one shop; true for the first of a sync. */
export function setSyncProgress(progress: SyncProgress): boolean {
  const isFirst = !progressOf.has(progress.integrationId)
  progressOf.set(progress.integrationId, progress)
  tell()
  return isFirst
}

/** The sync has ended, or starts anew: the next one begins from nothing. */
export function forgetSyncProgress(integrationId: string): void {
  if (progressOf.delete(integrationId)) tell()
}

/** This tab has asked for the sync, so its end is worth a toast here. */
export function awaitSync(integrationId: string): void {
  awaited.add(integrationId)
}

/** True once for each sync that this tab has asked for. */
export function takeAwaitedSync(integrationId: string): boolean {
  return awaited.delete(integrationId)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
