import type { z } from "zod"
import { live } from "../../contract/api/live-api.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import {
  CLOSE_SIGNED_OUT,
  CLOSE_TOO_MANY,
  helloSchema,
  type LiveEvent,
  type LiveMessage,
  liveMessageSchema,
} from "../../contract/live.ts"
import { ApiFailure, apiData } from "./api.ts"
import { backoffMs, eventOf, newsOf, returnMs } from "./live-rules.ts"

/** `connecting` until the first message; `socket`, `polling`: live; `offline`: waits to retry. */
export type LiveState = "connecting" | "socket" | "polling" | "offline"

/** Callbacks of a connection. */
export type LiveListener = {
  onEvent(event: LiveEvent): void
  /** Called when events were lost, or the session ended: everything on screen may be old. */
  onReset(): void
  onState(state: LiveState): void
}

/** The sockets without a hello after which a proxy probably blocks them: poll instead. */
const SOCKET_TRIES = 2
/** The time of polling after which the socket is tried again. */
const POLLING_MS = 5 * MINUTE_MS
/** The time without a message after which a new socket counts as dead. */
const HELLO_MS = 10_000
/**
 * The time between pings: proxies drop a connection silent for a minute. The server answers pings without
 * waking.
 */
const PING_MS = 25_000
/** The time without a pong after which the other side is gone. */
const PONG_MS = 10_000
/** The time between tries while the browser says that it has no network, which can be wrong. */
const OFFLINE_MS = 30_000

type Ending = { saidHello: boolean; code: number }

/**
 * Keeps this tab connected until the returned function is called: by a socket, or by long polls if no socket
 * connects. Reconnects. Reports each stored event once and in order.
 */
export function connectLive(userId: string, listener: LiveListener): () => void {
  const stop = new AbortController()
  /** The number of the last reported event; null until the server has sent its log's position. */
  let lastSeq: number | null = null
  let failures = 0
  let socketFailures = 0
  /** True if connecting took long: data fetched before it may miss events. */
  let isLate = false

  async function run() {
    while (!stop.signal.aborted) {
      if (socketFailures < SOCKET_TRIES) {
        const { saidHello, code } = await listenOnSocket()
        socketFailures = saidHello ? 0 : socketFailures + 1
        if (stop.signal.aborted) return
        if (code === CLOSE_SIGNED_OUT) listener.onReset()
        if (code === CLOSE_TOO_MANY) {
          listener.onState("offline")
          await nextLook(stop.signal)
        }
      } else {
        await poll()
        // One try for a socket, then back to polling.
        socketFailures = SOCKET_TRIES - 1
        if (failures === 0) continue
      }
      failures += 1
      isLate = lastSeq === null
      if (socketFailures === SOCKET_TRIES) continue
      listener.onState("offline")
      await pause(backoffMs(failures, Math.random()), stop.signal)
    }
  }

  /** Runs one socket from opening to closing. */
  function listenOnSocket(): Promise<Ending> {
    return new Promise((resolve) => {
      const query = lastSeq === null ? "" : `?after=${lastSeq}`
      const socket = new WebSocket(`${window.location.origin.replace(/^http/, "ws")}/api/live${query}`)
      let saidHello = false
      let deadline = setTimeout(() => leave(), HELLO_MS)
      const pings = setInterval(() => ping(), PING_MS)
      socket.onmessage = ({ data }) => {
        const body = parseJson(data)
        const hello = helloSchema.safeParse(body)
        // Any message shows that the other side is there.
        if (saidHello || hello.success) clearTimeout(deadline)
        if (hello.success) {
          saidHello = true
          greet(hello.data)
        } else {
          const message = liveMessageSchema.safeParse(body)
          if (message.success) tell(message.data)
        }
      }
      socket.onclose = ({ code }) => end(code)
      window.addEventListener("offline", leave)
      document.addEventListener("visibilitychange", ping)
      stop.signal.addEventListener("abort", leave)

      /** Drops the socket at once: if the other side is gone, it closes late or never. */
      function leave() {
        socket.close()
        end(0)
      }
      function ping() {
        if (!saidHello || socket.readyState !== WebSocket.OPEN) return
        socket.send("ping")
        clearTimeout(deadline)
        deadline = setTimeout(() => leave(), PONG_MS)
      }
      function end(code: number) {
        socket.onmessage = null
        socket.onclose = null
        clearTimeout(deadline)
        clearInterval(pings)
        window.removeEventListener("offline", leave)
        document.removeEventListener("visibilitychange", ping)
        stop.signal.removeEventListener("abort", leave)
        resolve({ saidHello, code })
      }
    })
  }

  function greet({ seq, reset }: z.output<typeof helloSchema>) {
    const missed = reset || (lastSeq === null && isLate)
    if (lastSeq === null || reset) lastSeq = seq
    failures = 0
    listener.onState("socket")
    if (missed) listener.onReset()
  }

  /**
   * Polls until the socket is due again or the session ends; a failed poll backs off. If the server was
   * unreachable, that is why the sockets failed, so they are tried as soon as it answers.
   */
  async function poll() {
    const endMs = Date.now() + POLLING_MS
    let wasUnreachable = false
    while (!stop.signal.aborted && Date.now() < endMs) {
      try {
        if (failures > 0 && lastSeq !== null) {
          // Without `after` a poll answers at once, which shows that the server is back.
          await apiData(live.poll)
          if (stop.signal.aborted) return
          failures = 0
          listener.onState("polling")
          if (wasUnreachable) return
        }
        const reply = await apiData(live.poll, { query: lastSeq === null ? {} : { after: lastSeq } })
        if (stop.signal.aborted) return
        const missed = reply.reset || (lastSeq === null && isLate)
        if (reply.reset) lastSeq = reply.latest
        failures = 0
        listener.onState("polling")
        for (const message of reply.events) tell(message)
        lastSeq = Math.max(lastSeq ?? 0, reply.latest)
        if (missed) listener.onReset()
        if (wasUnreachable) return
      } catch (error) {
        wasUnreachable = error instanceof ApiFailure && error.status === 0
        if (error instanceof ApiFailure && error.status === 401) {
          // The session ended: everything on screen, the profile first, must refetch.
          failures += 1
          listener.onReset()
          return
        }
        failures += 1
        isLate = lastSeq === null
        listener.onState("offline")
        await pause(backoffMs(failures, Math.random()), stop.signal)
      }
    }
  }

  function tell(message: LiveMessage) {
    const event = eventOf(message, userId)
    const { isNews, seq } = newsOf(message.seq, event?.kind ?? null, lastSeq)
    lastSeq = seq
    if (isNews && event !== null) listener.onEvent(event)
  }

  listener.onState("connecting")
  void run()
  return () => {
    stop.abort()
    listener.onState("connecting")
  }
}

/**
 * Waits; longer while the browser knows that it has no network. It ends soon if the network returns, and at once if
 * the connection is stopped.
 */
function pause(usualMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waitMs = navigator.onLine ? usualMs : OFFLINE_MS
    const endMs = Date.now() + waitMs
    let timer = setTimeout(done, waitMs)
    function done() {
      clearTimeout(timer)
      window.removeEventListener("online", hasReturned)
      signal.removeEventListener("abort", done)
      resolve()
    }
    function hasReturned() {
      clearTimeout(timer)
      timer = setTimeout(done, Math.min(endMs - Date.now(), returnMs(Math.random())))
    }
    window.addEventListener("online", hasReturned)
    signal.addEventListener("abort", done)
  })
}

/** Resolves when the tab becomes visible again. */
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
    // "pong" or foreign: it only shows that the other side is there.
    return null
  }
}
