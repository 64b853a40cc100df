import { exifOrientation, type Orientation } from "./exif-orientation.ts"
import { type HuffmanTable, parseHuffmanTables } from "./huffman-table.ts"
import { type JpegFrame, parseFrame } from "./jpeg-frame.ts"
import { JPEG_MAX_TABLES } from "./jpeg-limit.ts"
import { damagedJpeg, unsupportedJpeg } from "./jpeg-refusal.ts"
import { ProfileCollector } from "./profile-collector.ts"
import { parseQuantTables } from "./quant-table.ts"
import { parseScan, type Scan } from "./scan-header.ts"
import { START_OF_SCAN } from "./segment-parser.ts"

/** The way components become colours. "cmyk" and "ycck" may store light instead of ink: see isInkInverted. */
export type ColourModel = "grey" | "ycc" | "rgb" | "cmyk" | "ycck"

const DQT = 0xdb
const DHT = 0xc4
const DRI = 0xdd
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== 0xc8 && marker !== 0xcc
}

/** Returns whether the header reads a marker's payload. For SegmentParser. */
export function isHeaderMarker(marker: number): boolean {
  const others = [DQT, DHT, DRI, APP0, APP1, APP2, APP14, START_OF_SCAN, 0xcc, 0xdc]
  return isFrameHeader(marker) || others.includes(marker)
}

/** The data known after some segments of a file. Each call of `take` adds one. */
export class JpegHeader {
  frame: JpegFrame | null = null
  orientation: Orientation = 1
  readonly profile = new ProfileCollector()
  /** The scan whose header came last, or null. */
  scan: Scan | null = null
  /**
   * The quantisation tables of components at their first scan (T.81 B.2.4.1 allows a slot to change
   * later).
   */
  readonly quantByComponent: (Int16Array | undefined)[] = []
  readonly #quantSlots: (Int16Array | undefined)[] = []
  readonly #dcSlots: (HuffmanTable | undefined)[] = []
  readonly #acSlots: (HuffmanTable | undefined)[] = []
  #tables = 0
  #restartInterval = 0
  #hasJfif = false
  #adobeTransform: number | null = null
  #hasOrientation = false

  take(marker: number, payload: Uint8Array): void {
    if (isFrameHeader(marker)) this.#takeFrame(marker, payload)
    else if (marker === DQT) this.#takeQuant(payload)
    else if (marker === DHT) this.#takeHuffman(payload)
    else if (marker === START_OF_SCAN) this.#takeScan(payload)
    else if (marker === DRI) this.#takeRestartInterval(payload)
    else if (marker === APP0) this.#hasJfif ||= startsWith(payload, "JFIF\0")
    else if (marker === APP1) this.#takeExif(payload)
    else if (marker === APP2) this.profile.take(payload)
    else if (marker === APP14 && startsWith(payload, "Adobe") && payload.length >= 12) {
      this.#adobeTransform = payload[11]
    } else if (marker === 0xcc) throw unsupportedJpeg("uses arithmetic coding")
    else if (marker === 0xdc) throw unsupportedJpeg("leaves its height open")
  }

  get colourModel(): ColourModel {
    const components = this.frame?.components ?? []
    const ids = components.map((component) => component.id).join()
    const transform = this.#adobeTransform
    if (components.length === 1) return "grey"
    if (components.length === 4) return transform === 2 ? "ycck" : "cmyk"
    if (this.#hasJfif) return "ycc"
    if (transform !== null) return transform === 0 ? "rgb" : "ycc"
    return ids === "82,71,66" ? "rgb" : "ycc"
  }

  /** Returns whether CMYK is stored as light, as Adobe's programs do: 255 means no ink. */
  get isInkInverted(): boolean {
    return this.#adobeTransform !== null
  }

  #takeFrame(marker: number, payload: Uint8Array): void {
    if (this.frame !== null) throw damagedJpeg("it holds two pictures in one")
    this.frame = parseFrame(marker, payload)
  }

  #takeQuant(payload: Uint8Array): void {
    for (const { slot, values } of parseQuantTables(payload)) this.#quantSlots[slot] = values
  }

  #takeHuffman(payload: Uint8Array): void {
    for (const table of parseHuffmanTables(payload)) {
      if (++this.#tables > JPEG_MAX_TABLES) throw damagedJpeg("it has too many code tables")
      const slots = table.isAc ? this.#acSlots : this.#dcSlots
      slots[table.slot] = table
    }
  }

  #takeRestartInterval(payload: Uint8Array): void {
    if (payload.length < 2) throw damagedJpeg("a part of its header is too short")
    this.#restartInterval = payload[0] * 256 + payload[1]
  }

  #takeExif(payload: Uint8Array): void {
    const orientation = this.#hasOrientation ? null : exifOrientation(payload)
    if (orientation === null) return
    this.#hasOrientation = true
    this.orientation = orientation
  }

  #takeScan(payload: Uint8Array): void {
    if (this.frame === null) throw damagedJpeg("its header is incomplete")
    this.scan = parseScan(payload, this.frame, this.#dcSlots, this.#acSlots, this.#restartInterval)
    for (const { number } of this.scan.entries) {
      const quant = this.quantByComponent[number] ?? this.#quantSlots[this.frame.components[number].quantSlot]
      if (quant === undefined) throw damagedJpeg("a table is missing")
      this.quantByComponent[number] = quant
    }
  }
}

function startsWith(payload: Uint8Array, text: string): boolean {
  return payload.length >= text.length && [...text].every((c, i) => payload[i] === c.charCodeAt(0))
}
