import { useEffect, useEffectEvent, useSyncExternalStore } from "react"
import type { LiveEvent } from "../../contract/live.ts"
import { connectLive, type LiveState } from "./live-connection.ts"

type EventOf<Kind extends LiveEvent["kind"]> = Extract<LiveEvent, { kind: Kind }>

function isOfKind<Kind extends LiveEvent["kind"]>(event: LiveEvent, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind
}

const eventListeners = new Set<(event: LiveEvent) => void>()
const resetListeners = new Set<() => void>()
const stateListeners = new Set<() => void>()
let state: LiveState = "connecting"

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeToState, () => state)
}

/** Runs `handler` for each live event of one kind while the component is on screen. */
export function useLiveEvent<Kind extends LiveEvent["kind"]>(
  kind: Kind,
  handler: (event: EventOf<Kind>) => void,
): void {
  const onEvent = useEffectEvent((event: LiveEvent) => {
    if (isOfKind(event, kind)) handler(event)
  })
  useEffect(() => {
    const listener = (event: LiveEvent) => onEvent(event)
    eventListeners.add(listener)
    return () => {
      eventListeners.delete(listener)
    }
  }, [])
}

/** Runs `handler` when events were missed for good and everything on screen may be old. */
export function useLiveReset(handler: () => void): void {
  const onReset = useEffectEvent(handler)
  useEffect(() => {
    const listener = () => onReset()
    resetListeners.add(listener)
    return () => {
      resetListeners.delete(listener)
    }
  }, [])
}

/** Keeps this tab connected as `userId` while mounted. Mount it once, in the protected frame. */
export function useLiveConnection(userId: string): void {
  useEffect(() => connectLive(userId, { onEvent, onReset, onState }), [userId])
}

function onEvent(event: LiveEvent) {
  for (const listener of eventListeners) listener(event)
}

function onReset() {
  for (const listener of resetListeners) listener()
}

function onState(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

function subscribeToState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}
