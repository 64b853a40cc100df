import zlib from "node:zlib"
import { ByteCursor } from "../../sheet/font/byte-cursor.ts"
import { type FontTables, viewOf } from "../../sheet/font/font-tables.ts"

const WOFF_HEADER_BYTES = 44
const WOFF2_HEADER_BYTES = 48

/** Packs tables as a WOFF, each deflated by itself. */
export function packWoff(tables: FontTables): Uint8Array<ArrayBuffer> {
  const bodies = [...tables].map(([tag, table]) => {
    const packed = zlib.deflateSync(table, { level: 1 })
    return { tag, length: table.length, body: packed.length < table.length ? packed : table }
  })
  const first = WOFF_HEADER_BYTES + bodies.length * 20
  const bytes = new Uint8Array(bodies.reduce((sum, { body }) => sum + ((body.length + 3) & ~3), first))
  const view = viewOf(bytes)
  for (const [i, value] of [0x774f4646, 0x00010000, bytes.length].entries()) view.setUint32(i * 4, value)
  view.setUint16(12, bodies.length)
  let offset = first
  for (const [i, { tag, length, body }] of bodies.entries()) {
    const at = WOFF_HEADER_BYTES + i * 20
    putTag(bytes, at, tag)
    view.setUint32(at + 4, offset)
    view.setUint32(at + 8, body.length)
    view.setUint32(at + 12, length)
    bytes.set(body, offset)
    offset += (body.length + 3) & ~3
  }
  return bytes
}

/** Packs tables as a WOFF2, none of them rewritten. */
export function packWoff2(tables: FontTables): Uint8Array<ArrayBuffer> {
  const directory = [...tables].flatMap(([tag, { length }]) => {
    const isOutline = tag === "glyf" || tag === "loca"
    const letters = [0, 1, 2, 3].map((i) => tag.charCodeAt(i))
    const size = [28, 21, 14, 7].flatMap((by) => (length >> by > 0 ? [((length >> by) & 0x7f) | 0x80] : []))
    return [63 | (isOutline ? 0xc0 : 0), ...letters, ...size, length & 0x7f]
  })
  const stream = Buffer.concat([...tables.values()])
  return joinWoff2(tables.size, directory, stream)
}

/** Returns a WOFF2 of a written directory and a stream that is not packed yet. */
function joinWoff2(
  count: number,
  directory: readonly number[] | Uint8Array,
  stream: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const packed = zlib.brotliCompressSync(stream, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
  })
  const bytes = new Uint8Array(WOFF2_HEADER_BYTES + directory.length + packed.length)
  const view = viewOf(bytes)
  for (const [i, value] of [0x774f4632, 0x00010000, bytes.length].entries()) view.setUint32(i * 4, value)
  view.setUint16(12, count)
  view.setUint32(20, packed.length)
  bytes.set(directory, WOFF2_HEADER_BYTES)
  bytes.set(packed, WOFF2_HEADER_BYTES + directory.length)
  return bytes
}

/** Returns the same WOFF2 with its stream changed. */
export function changeWoff2(
  file: Uint8Array,
  change: (stream: Uint8Array<ArrayBuffer>) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const view = viewOf(file)
  const streamAt = endOfDirectory(file)
  const directory = file.subarray(WOFF2_HEADER_BYTES, streamAt)
  const stream = Uint8Array.from(
    zlib.brotliDecompressSync(file.subarray(streamAt, streamAt + view.getUint32(20))),
  )
  return joinWoff2(view.getUint16(12), directory, change(stream))
}

function endOfDirectory(file: Uint8Array): number {
  const cursor = new ByteCursor(file)
  cursor.at = 12
  const count = cursor.u16()
  cursor.at = WOFF2_HEADER_BYTES
  for (let i = 0; i < count; i++) {
    const flags = cursor.u8()
    if ((flags & 63) === 63) cursor.take(4)
    // Glyphs (10) and where they are (11) are rewritten, and have a second length.
    const lengths = (flags & 63) === 10 || (flags & 63) === 11 ? 2 : 1
    for (let left = lengths; left > 0; left--) while ((cursor.u8() & 0x80) !== 0);
  }
  return cursor.at
}

function putTag(bytes: Uint8Array, at: number, tag: string): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = tag.charCodeAt(i)
}
