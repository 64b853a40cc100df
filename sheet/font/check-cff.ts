import { damaged } from "./font-error.ts"
import { viewOf } from "./font-tables.ts"

/** The operators of a top dictionary that are read here. */
const CHAR_STRINGS = 17
const PRIVATE = 18
const FONT_DICTS = 0x0c24

/** The most operands of one operator (Technical Note 5176, section 3). */
const MAX_OPERANDS = 48

/** The end of an index, and the places of its objects. */
type Index = { end: number; offsets: Uint32Array }

/**
 * Proves the frame of a font with PostScript outlines: its indexes, dictionaries and letters lie
 * inside the table, and there is one letter for each glyph.
 */
export function checkCff(table: Uint8Array, glyphs: number): void {
  try {
    if (viewOf(table).getUint8(0) !== 1) throw damaged("its outlines are of an unknown kind")
    const names = readIndex(table, viewOf(table).getUint8(2))
    const tops = readIndex(table, names.end)
    if (names.offsets.length !== 2 || tops.offsets.length !== 2)
      throw damaged("its outlines belong to several fonts")
    const strings = readIndex(table, tops.end)
    readIndex(table, strings.end)
    const top = readDict(table.subarray(tops.offsets[0], tops.offsets[1]))
    const [at] = top.get(CHAR_STRINGS) ?? []
    if (at === undefined || readIndex(table, at).offsets.length - 1 !== glyphs)
      throw damaged("its number of letters is not what it says")
    checkPrivate(table, top)
    const [dicts] = top.get(FONT_DICTS) ?? []
    if (dicts === undefined) return
    const { offsets } = readIndex(table, dicts)
    for (let i = 1; i < offsets.length; i++)
      checkPrivate(table, readDict(table.subarray(offsets[i - 1], offsets[i])))
  } catch (error) {
    // Thrown by every read past the end of the table.
    if (error instanceof RangeError) throw damaged("its outlines end too early")
    throw error
  }
}

function checkPrivate(table: Uint8Array, dict: ReadonlyMap<number, readonly number[]>): void {
  const [size, offset] = dict.get(PRIVATE) ?? [0, 0]
  if (size < 0 || offset < 0 || offset + size > table.length) throw damaged("its outlines end too early")
}

function readIndex(table: Uint8Array, at: number): Index {
  const view = viewOf(table)
  const count = view.getUint16(at)
  if (count === 0) return { end: at + 2, offsets: new Uint32Array(1) }
  const size = view.getUint8(at + 2)
  if (size < 1 || size > 4) throw damaged("its outlines are broken")
  const base = at + 2 + (count + 1) * size
  const offsets = new Uint32Array(count + 1)
  for (let i = 0; i <= count; i++) {
    let offset = 0
    for (let j = 0; j < size; j++) offset = offset * 256 + view.getUint8(at + 3 + i * size + j)
    if (offset < 1 || base + offset > table.length || (i > 0 && base + offset < offsets[i - 1]))
      throw damaged("its outlines are broken")
    offsets[i] = base + offset
  }
  return { end: offsets[count], offsets }
}

/** Reads the whole-number operands of each operator; an operator of two bytes is 0x0c00 plus its second. */
function readDict(bytes: Uint8Array): Map<number, number[]> {
  const view = viewOf(bytes)
  const dict = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at++]
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 + view.getUint8(at++) : byte
      dict.set(operator, operands)
      operands = []
      continue
    }
    if (byte === 28) {
      operands.push(view.getInt16(at))
      at += 2
    } else if (byte === 29) {
      operands.push(view.getInt32(at))
      at += 4
    } else if (byte === 30) {
      while ((view.getUint8(at) & 0xf) !== 0xf && view.getUint8(at) >> 4 !== 0xf) at++
      at++
      operands.push(0)
    } else if (byte >= 32 && byte <= 246) operands.push(byte - 139)
    else if (byte >= 247 && byte <= 250) operands.push((byte - 247) * 256 + view.getUint8(at++) + 108)
    else if (byte >= 251 && byte <= 254) operands.push(-(byte - 251) * 256 - view.getUint8(at++) - 108)
    else throw damaged("its outlines are broken")
    if (operands.length > MAX_OPERANDS) throw damaged("its outlines are broken")
  }
  return dict
}
