import { BoolReader } from "./bool-reader.ts"
import { AC_STEPS, COEFFICIENT_CHANCES, DC_STEPS, UPDATE_CHANCES } from "./vp8-table.ts"
import { damagedWebp } from "./webp-refusal.ts"

/** The steps of a segment's coefficients: the first one's and the others', of each type of block. */
type Steps = { y: [number, number]; y2: [number, number]; uv: [number, number] }

/** How blocks of a segment are smoothed; `limit` 0: not at all. */
export type Smoothing = { limit: number; inner: number; edgy: number }

export type Vp8Header = {
  widthPx: number
  heightPx: number
  /** The reader of modes, at the first macroblock's. */
  modes: BoolReader
  /** The readers of coefficients, each for every so many rows of macroblocks. */
  parts: BoolReader[]
  /** The chances of the segments' tree; null: all macroblocks are in the first. */
  segmentChances: number[] | null
  /** By segment. */
  steps: Steps[]
  smoothing: "none" | "simple" | "normal"
  /** By segment: of macroblocks predicted whole, and of those predicted by 4 × 4 blocks. */
  smoothings: [whole: Smoothing, parted: Smoothing][]
  /** The chances of coefficients, as COEFFICIENT_CHANCES. */
  chances: Uint8Array
  /** The chance that a macroblock says that it has coefficients; null: it never says. */
  skipChance: number | null
}

const SEGMENTS = 4

/** Returns the size of a frame, from its first bytes. */
export function vp8Size(bytes: Uint8Array, at: number): { widthPx: number; heightPx: number } {
  const isKey =
    (bytes[at] & 1) === 0 && bytes[at + 3] === 0x9d && bytes[at + 4] === 0x01 && bytes[at + 5] === 0x2a
  if (!isKey) throw damagedWebp("it holds no whole picture")
  return {
    widthPx: ((bytes[at + 7] << 8) | bytes[at + 6]) & 0x3fff,
    heightPx: ((bytes[at + 9] << 8) | bytes[at + 8]) & 0x3fff,
  }
}

/** Reads a frame's header (RFC 6386, section 9). */
export function readVp8Header(bytes: Uint8Array, from: number, end: number): Vp8Header {
  if (end - from < 10) throw damagedWebp("it ends too early")
  const size = vp8Size(bytes, from)
  const firstPartBytes = ((bytes[from + 2] << 16) | (bytes[from + 1] << 8) | bytes[from]) >> 5
  const partsAt = from + 10 + firstPartBytes
  if (partsAt > end) throw damagedWebp("it ends too early")
  const reader = new BoolReader(bytes, from + 10, partsAt)
  // The kind of colours, and whether they need clamping.
  reader.number(2)
  const segments = readSegments(reader)
  const filter = readFilter(reader)
  const parts = readParts(bytes, partsAt, end, 1 << reader.number(2))
  const steps = readSteps(reader, segments)
  // Whether the chances are kept for other frames.
  reader.flag()
  const chances = Uint8Array.from(COEFFICIENT_CHANCES, (chance, i) =>
    reader.bit(UPDATE_CHANCES[i]) ? reader.number(8) : chance,
  )
  const skipChance = reader.flag() ? reader.number(8) : null
  if (reader.isOver) throw damagedWebp("it ends too early")
  return {
    ...size,
    modes: reader,
    parts,
    segmentChances: segments.chances,
    steps,
    smoothing: filter.level === 0 ? "none" : filter.isSimple ? "simple" : "normal",
    smoothings: smoothingsOf(segments, filter),
    chances,
    skipChance,
  }
}

type Segments = {
  isOn: boolean
  isAbsolute: boolean
  quantizers: number[]
  levels: number[]
  chances: number[] | null
}

function readSegments(reader: BoolReader): Segments {
  const none = new Array<number>(SEGMENTS).fill(0)
  const segments: Segments = {
    isOn: reader.flag(),
    isAbsolute: true,
    quantizers: none,
    levels: none,
    chances: null,
  }
  if (!segments.isOn) return segments
  const hasMap = reader.flag()
  if (reader.flag()) {
    segments.isAbsolute = reader.flag()
    segments.quantizers = none.map(() => reader.optional(7))
    segments.levels = none.map(() => reader.optional(6))
  }
  if (hasMap) segments.chances = [0, 1, 2].map(() => (reader.flag() ? reader.number(8) : 255))
  return segments
}

type Filter = { isSimple: boolean; level: number; sharpness: number; wholeDelta: number; partedDelta: number }

function readFilter(reader: BoolReader): Filter {
  const filter = {
    isSimple: reader.flag(),
    level: reader.number(6),
    sharpness: reader.number(3),
    wholeDelta: 0,
    partedDelta: 0,
  }
  if (!reader.flag() || !reader.flag()) return filter
  const frames = [0, 1, 2, 3].map(() => reader.optional(6))
  const modes = [0, 1, 2, 3].map(() => reader.optional(6))
  return { ...filter, wholeDelta: frames[0], partedDelta: frames[0] + modes[0] }
}

function readParts(bytes: Uint8Array, from: number, end: number, count: number): BoolReader[] {
  let at = from + 3 * (count - 1)
  if (at >= end) throw damagedWebp("it ends too early")
  return Array.from({ length: count }, (_, part) => {
    const sizeAt = from + 3 * part
    const size = bytes[sizeAt] | (bytes[sizeAt + 1] << 8) | (bytes[sizeAt + 2] << 16)
    const start = at
    at = part === count - 1 ? end : Math.min(end, at + size)
    return new BoolReader(bytes, start, at)
  })
}

function readSteps(reader: BoolReader, { isOn, isAbsolute, quantizers }: Segments): Steps[] {
  const base = reader.number(7)
  const [yFirst, y2First, y2Rest, uvFirst, uvRest] = [0, 1, 2, 3, 4].map(() => reader.optional(4))
  return quantizers.map((own) => {
    const index = !isOn ? base : isAbsolute ? own : base + own
    const at = (delta: number, most = 127) => Math.min(most, Math.max(0, index + delta))
    return {
      y: [DC_STEPS[at(yFirst)], AC_STEPS[at(0)]],
      y2: [DC_STEPS[at(y2First)] * 2, Math.max(8, Math.floor((AC_STEPS[at(y2Rest)] * 155) / 100))],
      uv: [DC_STEPS[at(uvFirst, 117)], AC_STEPS[at(uvRest)]],
    }
  })
}

function smoothingsOf({ isOn, isAbsolute, levels }: Segments, filter: Filter): [Smoothing, Smoothing][] {
  return levels.map((own) => {
    const base = !isOn ? filter.level : isAbsolute ? own : own + filter.level
    return [
      smoothingOf(base + filter.wholeDelta, filter.sharpness),
      smoothingOf(base + filter.partedDelta, filter.sharpness),
    ]
  })
}

function smoothingOf(unbounded: number, sharpness: number): Smoothing {
  const level = Math.min(63, Math.max(0, unbounded))
  if (level === 0) return { limit: 0, inner: 0, edgy: 0 }
  const sharp = sharpness > 4 ? level >> 2 : sharpness > 0 ? level >> 1 : level
  const inner = Math.max(1, sharpness > 0 ? Math.min(sharp, 9 - sharpness) : sharp)
  return { limit: 2 * level + inner, inner, edgy: level >= 40 ? 2 : level >= 15 ? 1 : 0 }
}
