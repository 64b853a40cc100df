import { ARTWORK_MAX_PIXELS } from "../limits.ts"
import { exifOrientation, type Orientation } from "./exif-orientation.ts"
import { type HuffmanTable, parseHuffmanTables } from "./huffman-table.ts"
import { JPEG_MAX_TABLES } from "./jpeg-limit.ts"
import { damagedJpeg, tooLargeJpeg, unsupportedJpeg } from "./jpeg-refusal.ts"
import { ProfileCollector } from "./profile-collector.ts"
import { parseQuantTables } from "./quant-table.ts"
import { parseScan, type Scan } from "./scan-header.ts"
import { START_OF_SCAN } from "./segment-parser.ts"

export type JpegComponent = {
  id: number
  /** Samples per MCU, in blocks. */
  h: number
  v: number
  quantSlot: number
  /** Real size in samples and in blocks; MCUs may reach beyond it. */
  widthPx: number
  heightPx: number
  blocksWide: number
  blocksHigh: number
  /** How many times wider and higher the picture is than this component. */
  expandX: number
  expandY: number
}

export type JpegFrame = {
  widthPx: number
  heightPx: number
  isProgressive: boolean
  components: JpegComponent[]
  mcuWidthPx: number
  mcuHeightPx: number
  mcusWide: number
  mcusHigh: number
}

/** How components become colours; "cmyk" and "ycck" say whether the file stores light instead of ink. */
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

/** Markers whose payload the header looks into; for SegmentParser. */
export function isHeaderMarker(marker: number): boolean {
  const others = [DQT, DHT, DRI, APP0, APP1, APP2, APP14, START_OF_SCAN, 0xcc, 0xdc]
  return isFrameHeader(marker) || others.includes(marker)
}

/** Everything known after some segments of a file; each call of `take` adds one. */
export class JpegHeader {
  frame: JpegFrame | null = null
  orientation: Orientation = 1
  readonly profile = new ProfileCollector()
  /** The scan whose header came last, or null. */
  scan: Scan | null = null
  /** Quantisation tables as components met them at their first scan (T.81 B.2.4.1 lets a slot change later). */
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

  /** Adobe's programs store CMYK as light: 255 means no ink. */
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

function parseFrame(marker: number, payload: Uint8Array): JpegFrame {
  if (marker >= 0xc9) throw unsupportedJpeg("uses arithmetic coding")
  if (marker === 0xc3 || marker === 0xc7) throw unsupportedJpeg("is of the lossless kind")
  if (marker >= 0xc5) throw unsupportedJpeg("is of the hierarchical kind")
  const count = payload[5]
  if (payload.length < 6 || payload.length < 6 + count * 3) throw damagedJpeg("its header is too short")
  if (payload[0] !== 8) throw unsupportedJpeg(`has ${payload[0]} bits per colour`)
  const heightPx = payload[1] * 256 + payload[2]
  const widthPx = payload[3] * 256 + payload[4]
  if (heightPx === 0) throw unsupportedJpeg("leaves its height open")
  if (widthPx === 0) throw damagedJpeg("its width is zero")
  if (widthPx * heightPx > ARTWORK_MAX_PIXELS) {
    const megapixels = Math.round((widthPx * heightPx) / 1e6)
    throw tooLargeJpeg(
      `has ${megapixels} megapixels`,
      `Up to ${ARTWORK_MAX_PIXELS / 1e6} megapixels can be printed from: make it smaller and upload it again.`,
    )
  }
  if (count !== 1 && count !== 3 && count !== 4) throw unsupportedJpeg(`has ${count} colour channels`)
  return layOutFrame(widthPx, heightPx, marker === 0xc2, payload.subarray(6, 6 + count * 3))
}

function layOutFrame(
  widthPx: number,
  heightPx: number,
  isProgressive: boolean,
  bytes: Uint8Array,
): JpegFrame {
  const count = bytes.length / 3
  const raw = Array.from({ length: count }, (_, i) => ({
    id: bytes[i * 3],
    // A single component is never interleaved: its MCU is one block whatever its factors say (T.81 A.2.2).
    h: count === 1 ? 1 : bytes[i * 3 + 1] >> 4,
    v: count === 1 ? 1 : bytes[i * 3 + 1] & 15,
    quantSlot: bytes[i * 3 + 2],
  }))
  const isValid = raw.every((c) => c.h >= 1 && c.h <= 4 && c.v >= 1 && c.v <= 4 && c.quantSlot <= 3)
  if (!isValid) throw damagedJpeg("its colour channels make no sense")
  if (new Set(raw.map((c) => c.id)).size !== count) throw damagedJpeg("two colour channels share a name")
  const hMax = Math.max(...raw.map((c) => c.h))
  const vMax = Math.max(...raw.map((c) => c.v))
  if (raw.some((c) => hMax % c.h !== 0 || vMax % c.v !== 0)) throw unsupportedJpeg("has an unusual sampling")
  const components = raw.map((c): JpegComponent => {
    const width = Math.ceil((widthPx * c.h) / hMax)
    const height = Math.ceil((heightPx * c.v) / vMax)
    return {
      ...c,
      widthPx: width,
      heightPx: height,
      blocksWide: Math.ceil(width / 8),
      blocksHigh: Math.ceil(height / 8),
      expandX: hMax / c.h,
      expandY: vMax / c.v,
    }
  })
  const mcuWidthPx = hMax * 8
  const mcuHeightPx = vMax * 8
  return {
    widthPx,
    heightPx,
    isProgressive,
    components,
    mcuWidthPx,
    mcuHeightPx,
    mcusWide: Math.ceil(widthPx / mcuWidthPx),
    mcusHigh: Math.ceil(heightPx / mcuHeightPx),
  }
}
