import type { RasterHost } from "./host.ts"

/** A CRC-32 as in PNG (ISO 3309). Continues `crc`, which is 0 at first, over more bytes. */
export type Crc32 = (bytes: Uint8Array, crc: number) => number

export function crc32Of(host: RasterHost): Crc32 {
  return host.crc32 ?? plainCrc32
}

const table = makeTable()

export function plainCrc32(bytes: Uint8Array, crc: number): number {
  let state = ~crc
  for (let i = 0; i < bytes.length; i++) state = table[(state ^ bytes[i]) & 255] ^ (state >>> 8)
  return ~state >>> 0
}

function makeTable(): Int32Array {
  const entries = new Int32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let state = byte
    for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ 0xedb88320 : state >>> 1
    entries[byte] = state
  }
  return entries
}
