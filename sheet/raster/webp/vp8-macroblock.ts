import type { BoolReader } from "./bool-reader.ts"
import { MODE } from "./vp8-blocks.ts"
import type { Vp8Header } from "./vp8-header.ts"
import { MODE_CHANCES } from "./vp8-table.ts"

/** The modes and coefficients of one macroblock, kept for the next one. */
export type Macroblock = {
  segment: number
  isParted: boolean
  /** The mode of the whole, or those of its sixteen squares. */
  modes: Uint8Array
  chromaMode: number
  isSkipped: boolean
  /** Sixteen coefficients of sixteen squares of luma, four of blue and four of red. */
  coefficients: Int16Array
  /** By square: 0 nothing, 1 its first coefficient alone, 2 more. */
  fill: Uint8Array
  hasResidue: boolean
}

/** The facts about the macroblocks above and to the left: modes and whether squares had coefficients. */
export type Context = {
  modesAbove: Uint8Array
  modesLeft: Uint8Array
  /** By macroblock: 4 columns of luma, 2 of blue, 2 of red, and the means. */
  filledAbove: Uint8Array
  filledLeft: Uint8Array
}

export const FILLED = 9

export function openMacroblock(): Macroblock {
  return {
    segment: 0,
    isParted: false,
    modes: new Uint8Array(16),
    chromaMode: 0,
    isSkipped: false,
    coefficients: new Int16Array(384),
    fill: new Uint8Array(24),
    hasResidue: false,
  }
}

/** Reads segment and modes (RFC 6386, sections 10 and 11). */
export function readModes(
  reader: BoolReader,
  header: Vp8Header,
  { modesAbove, modesLeft }: Context,
  column: number,
  block: Macroblock,
): void {
  const chances = header.segmentChances
  if (chances) block.segment = reader.bit(chances[0]) ? 2 + reader.bit(chances[2]) : reader.bit(chances[1])
  block.isSkipped = header.skipChance !== null && reader.bit(header.skipChance) === 1
  block.isParted = !reader.bit(145)
  if (block.isParted) {
    for (let y = 0; y < 4; y++)
      for (let x = 0; x < 4; x++) {
        const mode = readSmallMode(reader, (modesAbove[column * 4 + x] * 10 + modesLeft[y]) * 9)
        block.modes[y * 4 + x] = mode
        modesAbove[column * 4 + x] = mode
        modesLeft[y] = mode
      }
  } else {
    const mode = reader.bit(156)
      ? reader.bit(128)
        ? MODE.motion
        : MODE.across
      : reader.bit(163)
        ? MODE.down
        : MODE.mean
    block.modes[0] = mode
    modesAbove.fill(mode, column * 4, column * 4 + 4)
    modesLeft.fill(mode)
  }
  block.chromaMode = !reader.bit(142)
    ? MODE.mean
    : !reader.bit(114)
      ? MODE.down
      : reader.bit(183)
        ? MODE.motion
        : MODE.across
}

function readSmallMode(reader: BoolReader, at: number): number {
  const bit = (node: number) => reader.bit(MODE_CHANCES[at + node])
  if (!bit(0)) return MODE.mean
  if (!bit(1)) return MODE.motion
  if (!bit(2)) return MODE.down
  if (!bit(3)) {
    if (!bit(4)) return MODE.across
    return bit(5) ? MODE.vr : MODE.rd
  }
  if (!bit(6)) return MODE.ld
  if (!bit(7)) return MODE.vl
  return bit(8) ? MODE.hu : MODE.hd
}

const BANDS = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]
/** The chances of the bits of large values, by their category. */
const LARGE = [
  [173, 148, 140],
  [176, 155, 140, 135],
  [180, 157, 141, 134, 130],
  [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
]
/** The chances of one band, context and type. */
const NODES = 11
const BAND = 3 * NODES
const TYPE = 8 * BAND

/** Reads the coefficients of a square (section 13). Returns the place behind the last one. */
export function readSquare(
  reader: BoolReader,
  chances: Uint8Array,
  type: number,
  context: number,
  steps: readonly [number, number],
  from: number,
  out: Int16Array,
  at: number,
): number {
  const first = type * TYPE
  let n = from
  let p = first + BANDS[n] * BAND + context * NODES
  while (n < 16) {
    if (!reader.bit(chances[p])) return n
    while (!reader.bit(chances[p + 1])) {
      if (++n === 16) return 16
      p = first + BANDS[n] * BAND
    }
    let value = 1
    if (reader.bit(chances[p + 2])) value = readLarge(reader, chances, p)
    const next = value === 1 ? 1 : 2
    if (reader.bit(128)) value = -value
    out[at + ZIGZAG[n]] = value * steps[n > 0 ? 1 : 0]
    n++
    p = first + BANDS[n] * BAND + next * NODES
  }
  return 16
}

function readLarge(reader: BoolReader, chances: Uint8Array, p: number): number {
  if (!reader.bit(chances[p + 3])) {
    if (!reader.bit(chances[p + 4])) return 2
    return 3 + reader.bit(chances[p + 5])
  }
  if (!reader.bit(chances[p + 6])) {
    if (!reader.bit(chances[p + 7])) return 5 + reader.bit(159)
    const high = 2 * reader.bit(165)
    return 7 + high + reader.bit(145)
  }
  const high = reader.bit(chances[p + 8])
  const category = 2 * high + reader.bit(chances[p + 9 + high])
  let value = 0
  for (const chance of LARGE[category]) value = 2 * value + reader.bit(chance)
  return value + 3 + (8 << category)
}
