import { MAX_MANIFEST_TICKS } from "../../../contract/limit.ts"
import type { ManifestTick } from "../../../contract/prints/manifest.ts"
import { isWorthRetrying } from "../../lib/api.ts"
import { retryDelayMs } from "../../lib/query-client.ts"
import { tickKey } from "./manifest-view.ts"

/** The ticks that are still being sent. Each change makes a new object. */
type WaitingTicks = { ticks: ReadonlyMap<string, ManifestTick>; isFailing: boolean }

export type TickQueue = {
  waiting(): WaitingTicks
  /** Shows ticks at once and sends them; a later tick of the same copy replaces an earlier one. */
  add(ticks: readonly ManifestTick[]): void
  watch(onChange: () => void): () => void
}

/** The unsent ticks that a browser keeps, for a page that is loaded again. */
export type KeptTicks = {
  read(): readonly ManifestTick[]
  add(ticks: readonly ManifestTick[]): void
  remove(ticks: readonly ManifestTick[]): void
}

type TickWays = {
  kept: KeptTicks
  /** Rejects if the ticks were not stored. */
  send(ticks: readonly ManifestTick[]): Promise<void>
  /** Called if the server refused ticks for good; they are dropped. */
  onRefused(error: unknown): void
  /** Resolves after this long, or earlier when the network is back. */
  pause(waitMs: number): Promise<void>
}

/**
 * Sends ticks one call after the other, and again until they are stored or refused, beginning with those kept
 * from before the page was loaded again.
 */
export function openTickQueue({ kept, send, onRefused, pause }: TickWays): TickQueue {
  let state: WaitingTicks = {
    ticks: new Map(kept.read().map((tick) => [tickKey(tick), tick])),
    isFailing: false,
  }
  let isSending = false
  const listeners = new Set<() => void>()

  function set(change: Partial<WaitingTicks>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function forget(sent: readonly ManifestTick[]) {
    const left = new Map(state.ticks)
    // A copy that was ticked again in the meantime still waits.
    for (const tick of sent) if (left.get(tickKey(tick)) === tick) left.delete(tickKey(tick))
    kept.remove(sent)
    set({ ticks: left })
  }

  async function run() {
    isSending = true
    for (let failures = 0; state.ticks.size > 0; ) {
      const sent = [...state.ticks.values()].slice(0, MAX_MANIFEST_TICKS)
      try {
        await send(sent)
        failures = 0
        set({ isFailing: false })
        forget(sent)
      } catch (error) {
        if (isWorthRetrying(error)) {
          set({ isFailing: true })
          await pause(retryDelayMs(failures))
          failures += 1
        } else {
          forget(sent)
          onRefused(error)
        }
      }
    }
    isSending = false
  }

  if (state.ticks.size > 0) void run()
  return {
    waiting: () => state,
    add(ticks) {
      kept.add(ticks)
      const next = new Map(state.ticks)
      for (const tick of ticks) next.set(tickKey(tick), tick)
      set({ ticks: next })
      if (!isSending) void run()
    },
    watch(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
