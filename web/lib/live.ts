import { useEffect, useEffectEvent, useSyncExternalStore } from "react"
import {
  helloSchema,
  type LiveEvent,
  type LiveMessage,
  liveMessageSchema,
  pollReplySchema,
} from "../../contract/live.ts"
import { ApiFailure, apiGet } from "./api.ts"
import { backoffMs, eventOf } from "./live-rules.ts"

/** `connecting` until the first word; `socket` and `polling` are live; `offline` is waiting for the next try. */
export type LiveState = "connecting" | "socket" | "polling" | "offline"

/** A socket that never said hello this often is not going to: a proxy in between refuses sockets. */
const SOCKET_TRIES = 2
/** After this long on polling, the socket is tried again. */
const POLLING_MS = 5 * 60_000
/** A socket that says nothing for this long in its first moments is taken for dead. */
const HELLO_MS = 10_000

/** The server's close codes: the session ended, and a newer tab took this one's place. */
const CLOSE_SIGNED_OUT = 4001
const CLOSE_TOO_MANY = 4002

type EventOf<Kind extends LiveEvent["kind"]> = Extract<LiveEvent, { kind: Kind }>

function isOfKind<Kind extends LiveEvent["kind"]>(event: LiveEvent, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind
}

type Listener = (event: LiveEvent) => void
const eventListeners = new Set<Listener>()
const resetListeners = new Set<() => void>()
const stateListeners = new Set<() => void>()
let state: LiveState = "connecting"

/** How the live connection of this tab is doing. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )
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
    const listener: Listener = (event) => onEvent(event)
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
  useEffect(() => connect(userId), [userId])
}

/** Opens the connection; the answer closes it for good. Events are told once, in order, across reconnects. */
function connect(userId: string): () => void {
  const stop = new AbortController()
  let lastSeq: number | null = null
  let failures = 0
  let socketFailures = 0

  function take(message: LiveMessage) {
    // Passing events (progress) carry the current number and are not stored; stored ones only ever grow.
    const event = eventOf(message, userId)
    const isRepeat = lastSeq !== null && message.seq < lastSeq
    if (lastSeq === null || message.seq > lastSeq) lastSeq = message.seq
    if (event === null || isRepeat) return
    for (const listener of eventListeners) listener(event)
  }

  function reset() {
    for (const listener of resetListeners) listener()
  }

  async function run() {
    while (!stop.signal.aborted) {
      if (socketFailures < SOCKET_TRIES) {
        const { saidHello, code } = await socket()
        socketFailures = saidHello ? 0 : socketFailures + 1
        failures = saidHello ? 1 : failures + 1
        if (code === CLOSE_SIGNED_OUT) reset()
        if (code === CLOSE_TOO_MANY) {
          setState("offline")
          await nextLook(stop.signal)
        }
      } else {
        await pollFor(POLLING_MS)
        socketFailures = 0
        failures = Math.max(1, failures)
      }
      if (stop.signal.aborted) return
      setState("offline")
      await pause(backoffMs(failures, Math.random()), stop.signal)
    }
  }

  /** One socket from opening to closing: whether it ever said hello, and why it ended. */
  function socket(): Promise<{ saidHello: boolean; code: number }> {
    return new Promise((resolve) => {
      const query = lastSeq === null ? "" : `?after=${lastSeq}`
      const connection = new WebSocket(`${window.location.origin.replace(/^http/, "ws")}/api/live${query}`)
      let saidHello = false
      const helloTimer = setTimeout(() => connection.close(), HELLO_MS)
      const close = () => connection.close()
      stop.signal.addEventListener("abort", close, { once: true })
      connection.onmessage = (message) => {
        const body = parseJson(message.data)
        const hello = helloSchema.safeParse(body)
        if (hello.success) {
          clearTimeout(helloTimer)
          saidHello = true
          failures = 0
          setState("socket")
          if (lastSeq === null || hello.data.reset) lastSeq = hello.data.seq
          if (hello.data.reset) reset()
          return
        }
        const parsed = liveMessageSchema.safeParse(body)
        if (parsed.success) take(parsed.data)
      }
      connection.onclose = ({ code }) => {
        clearTimeout(helloTimer)
        stop.signal.removeEventListener("abort", close)
        resolve({ saidHello, code })
      }
    })
  }

  /** Long polls until `durationMs` are over or the server refuses; a failed poll backs off by itself. */
  async function pollFor(durationMs: number) {
    const endMs = Date.now() + durationMs
    while (!stop.signal.aborted && Date.now() < endMs) {
      try {
        const reply = await apiGet("/live/poll", pollReplySchema, lastSeq === null ? {} : { after: lastSeq })
        if (stop.signal.aborted) return
        setState("polling")
        failures = 0
        if (reply.reset) {
          lastSeq = reply.latest
          reset()
        }
        for (const event of reply.events) take(event)
        if (lastSeq === null || reply.latest > lastSeq) lastSeq = reply.latest
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) {
          // The session ended: what is on screen, the profile first, has to find out.
          reset()
          return
        }
        failures += 1
        setState("offline")
        await pause(backoffMs(failures, Math.random()), stop.signal)
      }
    }
  }

  setState("connecting")
  void run()
  return () => stop.abort()
}

function setState(next: LiveState) {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

/** Waits, or less if the network returns or the connection is given up. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, waitMs)
    function done() {
      clearTimeout(timer)
      window.removeEventListener("online", done)
      signal.removeEventListener("abort", done)
      resolve()
    }
    window.addEventListener("online", done)
    signal.addEventListener("abort", done)
  })
}

/** Until somebody looks at this tab again. */
function nextLook(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function done() {
      window.removeEventListener("focus", done)
      signal.removeEventListener("abort", done)
      resolve()
    }
    window.addEventListener("focus", done)
    signal.addEventListener("abort", done)
  })
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    // Not ours; a message that is no JSON says nothing.
    return null
  }
}
