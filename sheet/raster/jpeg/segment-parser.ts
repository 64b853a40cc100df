import { JPEG_MAX_SEGMENTS } from "./jpeg-limit.ts"
import { damagedJpeg } from "./jpeg-refusal.ts"

/** A receiver of a marker's second byte and its payload (a view, valid until the call returns). */
type SegmentSink = (marker: number, payload: Uint8Array) => void

export const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

const START_OF_IMAGE = 0xd8

type State = "first" | "second" | "marker" | "code" | "high" | "low" | "payload" | "stopped"

/**
 * A parser that cuts a JPEG into marker segments, from pieces of any size. Stops behind a start-of-scan
 * header, where entropy-coded bytes begin. Goes on at the next marker when it is fed again.
 */
export class SegmentParser {
  /** True once the end-of-image marker came. Nothing behind it counts. */
  isEnded = false
  readonly #onSegment: SegmentSink
  readonly #keep: (marker: number) => boolean
  #state: State = "first"
  #marker = 0
  #missing = 0
  #payload: Uint8Array | null = null
  #segments = 0

  /** Opens a parser. Payloads of markers that `keep` declines are skipped and never reported. */
  constructor(keep: (marker: number) => boolean, onSegment: SegmentSink) {
    this.#keep = keep
    this.#onSegment = onSegment
  }

  /** Reads from `from` on. Returns its end: behind a start-of-scan header, the end marker, or `bytes`. */
  push(bytes: Uint8Array, from: number): number {
    let at = from
    if (this.#state === "stopped") this.#state = "marker"
    while (at < bytes.length && !this.isEnded) {
      if (this.#state === "payload") {
        at = this.#takePayload(bytes, at)
        if (this.#isStopped()) return at
      } else if (this.#state === "marker") {
        // Editors pad segments, so bytes before the next marker mean nothing.
        const next = bytes.indexOf(0xff, at)
        at = next < 0 ? bytes.length : next + 1
        if (next >= 0) this.#state = "code"
      } else this.#takeByte(bytes[at++])
    }
    return at
  }

  #isStopped(): boolean {
    return this.#state === "stopped"
  }

  #takeByte(byte: number): void {
    switch (this.#state) {
      case "first":
        if (byte !== 0xff) throw damagedJpeg("it does not begin like one")
        this.#state = "second"
        return
      case "second":
        if (byte !== START_OF_IMAGE) throw damagedJpeg("it does not begin like one")
        this.#state = "marker"
        return
      case "code":
        this.#takeCode(byte)
        return
      case "high":
        this.#missing = byte << 8
        this.#state = "low"
        return
      default:
        this.#missing = (this.#missing | byte) - 2
        if (this.#missing < 0) throw damagedJpeg("a part of its header has an impossible length")
        this.#openPayload()
    }
  }

  #takeCode(code: number): void {
    if (code === 0xff) return
    if (code === END_OF_IMAGE) this.isEnded = true
    const isBare = code === 0 || code === 1 || (code >= 0xd0 && code <= END_OF_IMAGE)
    if (!isBare && ++this.#segments > JPEG_MAX_SEGMENTS) throw damagedJpeg("its header has too many parts")
    this.#marker = code
    this.#state = isBare ? "marker" : "high"
  }

  #openPayload(): void {
    this.#payload = this.#keep(this.#marker) ? new Uint8Array(this.#missing) : null
    this.#state = "payload"
    if (this.#missing === 0) this.#closePayload()
  }

  #takePayload(bytes: Uint8Array, at: number): number {
    const count = Math.min(this.#missing, bytes.length - at)
    const payload = this.#payload
    payload?.set(bytes.subarray(at, at + count), payload.length - this.#missing)
    this.#missing -= count
    if (this.#missing === 0) this.#closePayload()
    return at + count
  }

  #closePayload(): void {
    const payload = this.#payload
    this.#payload = null
    this.#state = this.#marker === START_OF_SCAN ? "stopped" : "marker"
    if (payload !== null) this.#onSegment(this.#marker, payload)
  }
}
