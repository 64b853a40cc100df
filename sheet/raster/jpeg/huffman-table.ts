import { damagedJpeg } from "./jpeg-refusal.ts"

/** The bytes of a table for the kernel. sheet/kernel/_jpeg-entropy.as.ts describes the layout. */
const HUFFMAN_TABLE_BYTES = 1424

const FAST_BITS = 9
const MAX_CODE_AT = 1024
const OFFSET_AT = 1092
const SYMBOLS_AT = 1160

export type HuffmanTable = { isAc: boolean; slot: number; bytes: Uint8Array }

/**
 * Reads the tables of one DHT segment. Refuses counts that no prefix code can have, so lookups stay
 * inside a table.
 */
export function parseHuffmanTables(payload: Uint8Array): HuffmanTable[] {
  const tables: HuffmanTable[] = []
  let at = 0
  while (at < payload.length) {
    const counts = payload.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const symbols = payload.subarray(at + 17, at + 17 + total)
    const isAc = payload[at] >> 4 === 1
    const slot = payload[at] & 15
    if (counts.length < 16 || symbols.length < total || total > 256 || slot > 3 || payload[at] >> 4 > 1)
      throw damagedJpeg("a code table is not valid")
    // A DC symbol is a count of bits. 15 is the most that eight-bit samples and the bit reservoir
    // allow.
    if (!isAc && symbols.some((size) => size > 15)) throw damagedJpeg("a code table is not valid")
    tables.push({ isAc, slot, bytes: buildTable(counts, symbols) })
    at += 17 + total
  }
  return tables
}

function buildTable(counts: Uint8Array, symbols: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HUFFMAN_TABLE_BYTES)
  const view = new DataView(bytes.buffer)
  let code = 0
  let index = 0
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1]
    if (code + count > 1 << length) throw damagedJpeg("a code table is not valid")
    view.setInt32(OFFSET_AT + length * 4, index - code, true)
    view.setInt32(MAX_CODE_AT + length * 4, count === 0 ? -1 : code + count - 1, true)
    for (let i = 0; i < count; i++, index++, code++) {
      bytes[SYMBOLS_AT + index] = symbols[index]
      if (length <= FAST_BITS) fillFast(view, code, length, symbols[index])
    }
    code <<= 1
  }
  return bytes
}

/** Maps every 9-bit lookahead that begins with this code to its symbol. */
function fillFast(view: DataView, code: number, length: number, symbol: number): void {
  const spare = FAST_BITS - length
  const first = code << spare
  for (let i = 0; i < 1 << spare; i++) view.setUint16((first + i) * 2, (length << 8) | symbol, true)
}
