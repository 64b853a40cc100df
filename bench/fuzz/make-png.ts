import { crc32, deflateSync } from "node:zlib"
import { pick } from "../../harness/fuzz/nasty.ts"

type Random = () => number

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const MAX_BYTES = 1_000_000
/** The rows kept for compressing; a taller picture repeats them. */
const MAX_RAW_BYTES = 4_000_000

/** Makes a valid but odd PNG: any type, depth, side, filters and chunk lengths, up to a megabyte. */
export function makePng(random: Random): Uint8Array {
  const type = pick([0, 2, 3, 4, 6], random)
  const depth = random() < 0.99 ? pick(DEPTHS[type], random) : Math.floor(random() * 20)
  const [width, height] = sides(random)
  const isInterlaced = random() < 0.2
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, type, 0, 0, isInterlaced ? 1 : 0], 8)
  const rowBytes = Math.ceil((width * CHANNELS[type] * depth) / 8) + 1
  const data = compressed(rowBytes, height, random)
  const chunks = [chunk("IHDR", head)]
  const colours = 2 ** Math.min(8, depth)
  if (type === 3) chunks.push(chunk("PLTE", noise(3 * colours, random)))
  if (random() < 0.2) chunks.push(chunk("tRNS", transparency(type, colours, random)))
  if (random() < 0.2) chunks.push(chunk("iCCP", profile(random)))
  const extra = random() < 0.1 ? Math.floor(random() * 60_000) : Math.floor(random() * 4)
  const odd = chunk(
    pick(["tEXt", "gAMA", "eXIf", "zzZz", "sRGB"], random),
    noise(Math.floor(random() * 12), random),
  )
  for (let i = 0; i < extra; i++) chunks.push(odd)
  chunks.push(...cut(data, random).map((part) => chunk("IDAT", part)), chunk("IEND", Buffer.alloc(0)))
  return Buffer.concat([SIGNATURE, ...chunks]).subarray(0, MAX_BYTES * 2)
}

/** Returns mostly small sides; some as large as a picture may be, some a pixel high. */
function sides(random: Random): [number, number] {
  const side = (most: number) => Math.max(1, Math.floor(most ** random()))
  const draw = random()
  if (draw < 0.7) return [side(1_500), side(1_500)]
  if (draw < 0.8) return [side(120_000), side(900)]
  if (draw < 0.9) return [side(900), side(120_000)]
  return [side(12_000), side(12_000)]
}

function compressed(rowBytes: number, height: number, random: Random): Buffer {
  const rows = Math.max(1, Math.min(height, Math.floor(MAX_RAW_BYTES / rowBytes)))
  const raw = Buffer.alloc(rows * Math.min(rowBytes, MAX_RAW_BYTES))
  const filter = Math.floor(random() * 5)
  const look = random()
  for (let y = 0; y < rows; y++) {
    const at = y * rowBytes
    if (at + rowBytes > raw.length) break
    raw[at] = random() < 0.9 ? filter : Math.floor(random() * 5)
    if (look < 0.3) raw.fill(Math.floor(random() * 256), at + 1, at + rowBytes)
    else if (look < 0.6 && raw.length < MAX_BYTES)
      for (let x = 1; x < rowBytes; x++) raw[at + x] = random() * 256
    else if (look < 0.8) for (let x = 1; x < rowBytes; x++) raw[at + x] = x ^ y
  }
  const level = pick([0, 1, 6, 9], random)
  if (rows === height) return deflateSync(raw, { level: raw.length > MAX_BYTES ? 9 : level })
  // Repeats the same rows in one stream.
  const whole = Buffer.alloc(Math.min(rowBytes * height, 450_000_000))
  for (let at = 0; at < whole.length; at += raw.length) raw.copy(whole, at)
  return deflateSync(whole, { level: 9 })
}

/** Returns a transparency chunk, mostly of the length that the type asks for. */
function transparency(type: number, colours: number, random: Random): Buffer {
  const length = { 0: 2, 2: 6, 3: Math.ceil(random() * colours) }[type] ?? 1
  return random() < 0.9
    ? Buffer.alloc(length, random() < 0.5 ? 0 : 1)
    : noise(Math.floor(random() * 256), random)
}

function profile(random: Random): Buffer {
  const body =
    random() < 0.5
      ? Buffer.alloc(Math.floor(random() * 20_000_000))
      : noise(Math.floor(random() * 3_000), random)
  return Buffer.concat([Buffer.from("icc\0\0"), deflateSync(body)])
}

function cut(data: Buffer, random: Random): Buffer[] {
  const longest = pick([1, 3, 100, 8_192, data.length], random)
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; ) {
    const length = parts.length > 60_000 ? data.length : Math.floor(random() * (longest + 1))
    parts.push(data.subarray(at, at + length))
    at += length
  }
  return parts
}

function noise(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, "latin1")
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))))
  return Buffer.concat([head, data, tail])
}
