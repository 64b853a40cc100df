import { constants, deflateRawSync, deflateSync } from "node:zlib"
import { adler32 } from "../../sheet/kernel/raster-pixels.twin.ts"
import { randomBytes } from "../seeded-random.ts"

type Random = (below: number) => number

/** Bytes of many kinds: noise, noise of few values, runs of all periods, repetitions from afar. */
export function mixture(random: Random, length: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let have = 0; have < length; have += parts[parts.length - 1].length) {
    const part = randomBytes(1 + random(random(8) === 0 ? 5000 : 300), random)
    const kind = random(4)
    if (kind === 1)
      for (let i = 0; i < part.length; i++) part[i] = (part[i] & part[part.length - 1 - i]) >> random(6)
    if (kind === 2) part.copyWithin(1 + random(40), 0)
    if (kind === 2) for (let i = 1 + random(20), k = i; i < part.length; i++) part[i] = part[i - k]
    const earlier = parts[random(parts.length + 1)]
    parts.push(kind === 3 && earlier ? earlier : part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
]

/**
 * Packs by zlib with options drawn by chance; matches reach back 2 ** `windowBits` bytes at most.
 */
export function zlibStream(plain: Uint8Array, random: Random, windowBits = 15): Uint8Array {
  return new Uint8Array(deflateSync(plain, { ...drawOptions(random), windowBits }))
}

function drawOptions(random: Random) {
  return {
    level: random(10),
    memLevel: 1 + random(9),
    strategy: STRATEGIES[random(STRATEGIES.length)],
  }
}

/**
 * Packs the same in parts that zlib packs one by one, each with options of its own and flushed: blocks of
 * all kinds follow upon each other, with empty ones between.
 */
export function flushedStream(plain: Uint8Array, random: Random, windowBits = 15): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)]
  for (let from = 0; from < plain.length || from === 0; ) {
    const to = Math.min(plain.length, from + 1 + random(Math.max(1, plain.length)))
    const isLast = to === plain.length
    parts.push(
      deflateRawSync(plain.subarray(from, to), {
        ...drawOptions(random),
        windowBits,
        dictionary: from > 0 ? plain.subarray(Math.max(0, from - 32_768), from) : undefined,
        finishFlush: isLast
          ? constants.Z_FINISH
          : random(2)
            ? constants.Z_SYNC_FLUSH
            : constants.Z_FULL_FLUSH,
      }),
    )
    from = isLast ? plain.length + 1 : to
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(adler32(plain, 1))
  return new Uint8Array(Buffer.concat([...parts, sum]))
}
