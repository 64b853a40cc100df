import { retryAfterOf, unreachable } from "./failure.ts"

/** The pause before a second try, doubled before each further one. */
const FIRST_PAUSE_MS = 500
/** The longest pause that is waited for, whatever the server asks. Past it the caller decides. */
const LONGEST_PAUSE_MS = 60_000
const KEY_HEADER = "idempotency-key"

/** The statuses after which the same call may succeed; 409 is one where the server says when. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504]

/** A request that can be sent again: sending uses up a request's body. */
export class RepeatableRequest extends Request {
  readonly again: () => Request
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input, init)
    this.again = () => new Request(input, init)
  }
}

type Sending = {
  origin: string
  token: string
  /** The tries of a call, the first one included. */
  tries: number
}

/**
 * Returns a fetch that sends the token, and sends a call again that got no answer or one that will pass. A change carries
 * an Idempotency-Key, its caller's or a new one, so it is made once, however often it is sent.
 */
export function repeatingFetch({ origin, token, tries }: Sending): (request: Request) => Promise<Response> {
  return async (request) => {
    const { signal } = request
    const key = isChange(request) ? (request.headers.get(KEY_HEADER) ?? crypto.randomUUID()) : null
    for (let left = tries - 1, pauseMs = FIRST_PAUSE_MS; ; left--, pauseMs *= 2) {
      const attempt = request instanceof RepeatableRequest ? request.again() : request
      attempt.headers.set("authorization", `Bearer ${token}`)
      if (key !== null) attempt.headers.set(KEY_HEADER, key)
      const mayRepeat = left > 0 && request instanceof RepeatableRequest
      let waitMs = pauseMs
      try {
        const response = await fetch(attempt)
        const asked = retryAfterOf(response)
        const willPass = passing.includes(response.status) || (response.status === 409 && asked !== null)
        if (asked !== null) waitMs = asked * 1000
        if (!willPass || !mayRepeat || waitMs > LONGEST_PAUSE_MS) return response
        await response.body?.cancel()
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (!mayRepeat) throw unreachable(origin, error)
      }
      await pause(waitMs, signal)
    }
  }
}

/** Waits so many milliseconds; throws as soon as the signal is aborted. */
export function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", stop)
    }
    const stop = () => {
      end()
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      end()
      resolve()
    }, waitMs)
    signal?.addEventListener("abort", stop)
  })
}

function isChange({ method }: Request): boolean {
  return method !== "GET" && method !== "HEAD"
}
