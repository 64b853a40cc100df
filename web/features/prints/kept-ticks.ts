import { z } from "zod"
import { type ManifestTick, manifestTickSchema } from "../../../contract/prints/manifest.ts"
import { read, write } from "../../lib/session.ts"
import { tickKey } from "./manifest-view.ts"
import type { KeptTicks } from "./tick-queue.ts"
import { ticksKey } from "./ticks-key.ts"

type Storage = { read: (key: string) => string | null; write: (key: string, text: string | null) => void }

/** A seller's unsent ticks, by print. */
const keptSchema = z.record(z.string(), z.array(manifestTickSchema))

/**
 * Keeps the ticks of a print that this browser has not sent. Tabs share them: each changes only its own, so
 * that none removes another's.
 */
export function keptTicks(userId: string, printId: string, storage: Storage = { read, write }): KeptTicks {
  function change(next: (known: Map<string, ManifestTick>) => void) {
    const all = readAll(userId, storage)
    const known = new Map((all[printId] ?? []).map((tick) => [tickKey(tick), tick]))
    next(known)
    const { [printId]: _before, ...others } = all
    const kept = known.size === 0 ? others : { ...others, [printId]: [...known.values()] }
    storage.write(ticksKey(userId), Object.keys(kept).length === 0 ? null : JSON.stringify(kept))
  }
  return {
    read: () => readAll(userId, storage)[printId] ?? [],
    add: (ticks) =>
      change((known) => {
        for (const tick of ticks) known.set(tickKey(tick), tick)
      }),
    remove: (ticks) =>
      change((known) => {
        for (const tick of ticks)
          if (known.get(tickKey(tick))?.isDone === tick.isDone) known.delete(tickKey(tick))
      }),
  }
}

/** Returns the prints whose ticks wait in this browser. */
export function keptPrints(userId: string, storage: Storage = { read, write }): string[] {
  return Object.keys(readAll(userId, storage))
}

function readAll(userId: string, storage: Storage): Record<string, ManifestTick[]> {
  const text = storage.read(ticksKey(userId))
  if (text === null) return {}
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    // The text is somebody else's.
    return {}
  }
}
