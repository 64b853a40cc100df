/** A WebSocket with headers, as Node's (undici) takes; the types are the browsers', which take none. */
const HeaderWebSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

export type Expected = { userId: string; cookie: string }
/**
 * An event that came: the time since it was published, or null if it was caught up with after a
 * break.
 */
export type Arrival = { key: string; delayMs: number | null }

const OPEN_WITHIN_MS = 60_000

/**
 * One page of one user: keeps its events in the order they came, and resumes after a break.
 */
export class Listener {
  readonly userId: string
  readonly arrivals: Arrival[] = []
  /** The number of events that no page of this user should ever get. */
  strangers = 0
  resets = 0
  readonly #origin: string
  readonly #cookie: string
  #socket: WebSocket | null = null
  #lastSeq: number | null = null
  #openedAtMs = 0
  #isLeaving = false

  constructor(origin: string, { userId, cookie }: Expected) {
    this.#origin = origin
    this.#cookie = cookie
    this.userId = userId
  }

  /** Opens the socket and waits for the server's greeting. */
  async open(): Promise<void> {
    const after = this.#lastSeq === null ? "" : `?after=${this.#lastSeq}`
    const url = `${this.#origin.replace(/^http/, "ws")}/api/live${after}`
    const socket = new HeaderWebSocket(url, { headers: { cookie: this.#cookie, origin: this.#origin } })
    this.#socket = socket
    this.#isLeaving = false
    this.#openedAtMs = performance.now()
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("a socket did not open in time")), OPEN_WITHIN_MS)
      socket.addEventListener("message", ({ data }) => {
        if (data === "pong") return
        const isHello = this.#take(JSON.parse(String(data)))
        if (!isHello) return
        clearTimeout(timer)
        resolve()
      })
      socket.addEventListener("open", () => socket.send("ping"))
      socket.addEventListener("close", ({ code }) => {
        if (!this.#isLeaving) reject(new Error(`a socket was closed with ${code}`))
      })
      socket.addEventListener("error", () => reject(new Error("a socket failed")))
    })
    this.#openedAtMs = performance.now()
  }

  /** Closes the socket as a page that loses its network does. */
  break(): void {
    this.#isLeaving = true
    this.#socket?.close()
    this.#socket = null
  }

  #take(message: { event: string; seq: number; reset?: boolean; data?: { message: string } }): boolean {
    if (message.event === "hello") {
      if (message.reset) this.resets += 1
      this.#lastSeq ??= message.seq
      return true
    }
    // Messages still on their way through an abandoned socket come again on the next one.
    if (this.#isLeaving) return false
    this.#lastSeq = message.seq
    if (message.event !== `size-${this.userId}`) {
      this.strangers += 1
      return false
    }
    const [key, sentAt] = (message.data?.message ?? "").split(" ")
    const isReplay = Number(sentAt) < this.#openedAtMs
    this.arrivals.push({ key, delayMs: isReplay ? null : performance.now() - Number(sentAt) })
    return false
  }
}
