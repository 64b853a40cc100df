import type { BitReader } from "./vp8l-bits.ts"
import { CodeTables, readLengths } from "./vp8l-codes.ts"
import { damagedWebp, refusedWebp } from "./webp-refusal.ts"

const LITERALS = 256
const LENGTHS = 24
const DISTANCES = 40
/** The distances that are told as places near by. */
const NEAR = 120
/** The most pixels that a repetition may reach back: less than this. */
const WINDOW = 1 << 20
const LONGEST = 4096
/** The most pixels of all pictures within the picture: 16 MiB. */
const MAX_INNER = 4 << 20
const CACHE_FACTOR = 0x1e35a7bd

/** The places near by, `y` above and `8 − x` to the left, nearest first: their nibbles. */
const PLACES = [
  0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1a, 0x26, 0x2a, 0x38, 0x05, 0x37, 0x39, 0x15, 0x1b,
  0x36, 0x3a, 0x25, 0x2b, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1c, 0x35, 0x3b, 0x46, 0x4a, 0x24, 0x2c, 0x58, 0x45,
  0x4b, 0x34, 0x3c, 0x03, 0x57, 0x59, 0x13, 0x1d, 0x56, 0x5a, 0x23, 0x2d, 0x44, 0x4c, 0x55, 0x5b, 0x33, 0x3d,
  0x68, 0x02, 0x67, 0x69, 0x12, 0x1e, 0x66, 0x6a, 0x22, 0x2e, 0x54, 0x5c, 0x43, 0x4d, 0x65, 0x6b, 0x32, 0x3e,
  0x78, 0x01, 0x77, 0x79, 0x53, 0x5d, 0x11, 0x1f, 0x64, 0x6c, 0x42, 0x4e, 0x76, 0x7a, 0x21, 0x2f, 0x75, 0x7b,
  0x31, 0x3f, 0x63, 0x6d, 0x52, 0x5e, 0x00, 0x74, 0x7c, 0x41, 0x4f, 0x10, 0x20, 0x62, 0x6e, 0x30, 0x73, 0x7d,
  0x51, 0x5f, 0x40, 0x72, 0x7e, 0x61, 0x6f, 0x50, 0x71, 0x7f, 0x60, 0x70,
]

/** The bound on what the pictures within one file take. */
export type InnerRoom = { pixels: number }

/** A picture within the picture, whole: a value for each square of `1 << bits` pixels a side. */
export type Inner = { bits: number; across: number; values: Uint32Array }

/** The five codes of a part: green with lengths and the cache, red, blue, alpha, distance. */
type Codes = readonly number[]

/** The rows of a coded picture, before its transforms are undone. */
export type CodedRows = {
  /** Writes the next row of ARGB into `target`. */
  next(target: Uint32Array): void
}

/** Reads a picture within the picture. */
export function readInner(
  reader: BitReader,
  widthPx: number,
  heightPx: number,
  bits: number,
  room: InnerRoom,
): Inner {
  const across = Math.ceil(widthPx / (1 << bits))
  const down = Math.ceil(heightPx / (1 << bits))
  room.pixels += across * down
  if (room.pixels > MAX_INNER)
    throw refusedWebp(
      "too-large",
      "is divided into too many parts to be read",
      "Save it as PNG and upload that.",
    )
  const values = new Uint32Array(across * down)
  const rows = openCodedRows(reader, across, down, false, room)
  for (let y = 0; y < down; y++) rows.next(values.subarray(y * across, (y + 1) * across))
  return { bits, across, values }
}

/**
 * Opens a picture of prefix codes, repetitions and a cache of colours (RFC 9649, section 5). It keeps the last
 * million pixels, as far as a repetition can reach, in a ring.
 */
export function openCodedRows(
  reader: BitReader,
  widthPx: number,
  heightPx: number,
  isOuter: boolean,
  room: InnerRoom,
): CodedRows {
  const hasCache = reader.read(1) === 1
  const cacheBits = hasCache ? reader.read(4) : 0
  if (cacheBits > 11 || (hasCache && cacheBits === 0))
    throw damagedWebp("its cache of colours has an impossible size")
  const parts =
    isOuter && reader.read(1) ? readInner(reader, widthPx, heightPx, reader.read(3) + 2, room) : null
  let groups = 1
  if (parts) for (const value of parts.values) groups = Math.max(groups, ((value >>> 8) & 0xffff) + 1)
  // Encoders number the codes that they use: more than squares are there to cost time.
  if (parts && groups > parts.values.length) throw damagedWebp("it has more codes than parts that use them")
  const tables = new CodeTables()
  const sizes = [
    LITERALS + LENGTHS + (hasCache ? 1 << cacheBits : 0),
    LITERALS,
    LITERALS,
    LITERALS,
    DISTANCES,
  ]
  const codes: Codes[] = Array.from({ length: groups }, () =>
    sizes.map((size) => tables.add(readLengths(reader, size))),
  )
  const total = widthPx * heightPx
  const ringSize = total + LONGEST < WINDOW ? 2 ** Math.ceil(Math.log2(total + LONGEST + widthPx)) : WINDOW
  const ring = new Uint32Array(ringSize)
  const mask = ringSize - 1
  const cache = new Uint32Array(hasCache ? 1 << cacheBits : 0)
  const cacheShift = 32 - cacheBits
  let position = 0
  let row = 0

  function keep(pixel: number): void {
    ring[position & mask] = pixel
    position++
    if (hasCache) cache[Math.imul(CACHE_FACTOR, pixel) >>> cacheShift] = pixel
  }

  function readNumber(symbol: number): number {
    if (symbol < 4) return symbol + 1
    const extra = (symbol - 2) >> 1
    return ((2 + (symbol & 1)) << extra) + reader.read(extra) + 1
  }

  function repeat(symbol: number, distances: number): void {
    const length = readNumber(symbol)
    const code = readNumber(tables.read(reader, distances))
    const place = code > NEAR ? 0 : PLACES[code - 1]
    const distance = code > NEAR ? code - NEAR : Math.max(1, (place >> 4) * widthPx + 8 - (place & 15))
    if (distance > position || position + length > total) throw damagedWebp("it repeats what is not there")
    for (let i = 0; i < length; i++) keep(ring[(position - distance) & mask])
  }

  return {
    next(target) {
      const end = (row + 1) * widthPx
      while (position < end) {
        const column = position - row * widthPx
        let group = 0
        let stop = end
        if (parts) {
          const square = column >> parts.bits
          group = (parts.values[(row >> parts.bits) * parts.across + square] >>> 8) & 0xffff
          stop = Math.min(end, row * widthPx + ((square + 1) << parts.bits))
        }
        const [green, red, blue, alpha, distance] = codes[group]
        while (position < stop) {
          const symbol = tables.read(reader, green)
          if (symbol < LITERALS) {
            const r = tables.read(reader, red)
            const b = tables.read(reader, blue)
            keep((tables.read(reader, alpha) << 24) | (r << 16) | (symbol << 8) | b)
          } else if (symbol < LITERALS + LENGTHS) repeat(symbol - LITERALS, distance)
          else keep(cache[symbol - LITERALS - LENGTHS])
        }
      }
      for (let x = 0, from = row * widthPx; x < widthPx; x++) target[x] = ring[(from + x) & mask]
      row++
    },
  }
}
