import type { Pause } from "./pause.ts"

// Artwork as the parts of the raster engine pass it on. Rows are RGBA8, straight alpha, sRGB, top
// to bottom.

/**
 * A function that opens the bytes from the first one, or from `fromByte`; behind the end there are none.
 * Artwork may be opened several times. A text is only opened from its beginning.
 */
export type ByteSource = (fromByte?: number) => Promise<ReadableStream<Uint8Array>>

/**
 * A receiver of rows, in order. `row` holds `widthPx * 4` bytes and is valid only until the call
 * returns.
 */
export type RowSink = (row: Uint8Array, y: number) => void

/** A decoder that has read and accepted the header. */
export type RowSource = {
  widthPx: number
  heightPx: number
  /**
   * Decodes the whole picture. Rejects with an ArtworkError if the bytes are damaged. Awaits
   * `pause` every few dozen rows, so that a slow consumer is not overrun and others get a turn.
   */
  decode(sink: RowSink, pause?: Pause): Promise<void>
}

/** A whole picture in memory: straight RGBA8, top to bottom. */
export type Picture = { widthPx: number; heightPx: number; rgba: Uint8Array }

/** A half-open box in pixels: `x ≤ column < x + width`. */
export type Box = { x: number; y: number; width: number; height: number }

export type ArtworkKind = "png" | "jpeg" | "svg" | "tiff" | "webp"

/** A refusal in words for the seller: the artwork's fault and the remedy. */
export class ArtworkError extends Error {
  override name = "ArtworkError"
  readonly code: ArtworkErrorCode
  constructor(code: ArtworkErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type ArtworkErrorCode = "unsupported" | "damaged" | "too-large" | "empty" | "unsafe"
