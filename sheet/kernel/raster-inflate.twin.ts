/** Readable twin of _raster-inflate.as.ts: a zlib stream (RFC 1950, RFC 1951), bit by bit. */

/** The bytes of a stream, and why they ended there. */
export type Inflated = { bytes: Uint8Array; outcome: "ended" | "needs-input" | "damaged" }

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const END = 256

class NeedsInput extends Error {}
class Damaged extends Error {}

type BitReader = { bit(): number; bits(count: number): number; alignToByte(): void }

export function inflate(stream: Uint8Array): Inflated {
  const bytes: number[] = []
  try {
    inflateTo(bytes, bitReader(stream))
  } catch (error) {
    if (error instanceof NeedsInput) return { bytes: Uint8Array.from(bytes), outcome: "needs-input" }
    if (error instanceof Damaged) return { bytes: Uint8Array.from(bytes), outcome: "damaged" }
    throw error
  }
  return { bytes: Uint8Array.from(bytes), outcome: "ended" }
}

function inflateTo(output: number[], input: BitReader): void {
  const [method, flags] = [input.bits(8), input.bits(8)]
  const isZlib =
    (method * 256 + flags) % 31 === 0 && method % 16 === 8 && method >> 4 <= 7 && (flags & 32) === 0
  if (!isZlib) throw new Damaged()
  for (let isLast = 0; !isLast; ) {
    isLast = input.bit()
    const type = input.bits(2)
    if (type === 0) copyStored(output, input)
    else if (type === 1) decodeSymbols(output, input, fixedLengths(), new Array<number>(32).fill(5))
    else if (type === 2) {
      const { literals, distances } = readLengths(input)
      decodeSymbols(output, input, literals, distances)
    } else throw new Damaged()
  }
  input.alignToByte()
  const checksum = [24, 16, 8, 0].reduce((sum, shift) => sum + input.bits(8) * 2 ** shift, 0)
  let [low, high] = [1, 0]
  for (const byte of output) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  if (checksum !== high * 65536 + low) throw new Damaged()
}

function copyStored(output: number[], input: BitReader): void {
  input.alignToByte()
  const [length, complement] = [input.bits(16), input.bits(16)]
  if (length !== (complement ^ 0xffff)) throw new Damaged()
  for (let i = 0; i < length; i++) output.push(input.bits(8))
}

function fixedLengths(): number[] {
  return Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  )
}

function readLengths(input: BitReader): { literals: number[]; distances: number[] } {
  const [literals, distances, count] = [input.bits(5) + 257, input.bits(5) + 1, input.bits(4) + 4]
  if (literals > 286 || distances > 30) throw new Damaged()
  const own = new Array<number>(19).fill(0)
  for (let i = 0; i < count; i++) own[ORDER[i]] = input.bits(3)
  const code = readCode(own, false)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const symbol = code(input)
    if (symbol < 16) lengths.push(symbol)
    else {
      const times = symbol === 16 ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7)
      if (symbol === 16 && lengths.length === 0) throw new Damaged()
      const length = symbol === 16 ? lengths[lengths.length - 1] : 0
      for (let i = 0; i < times; i++) lengths.push(length)
    }
  }
  if (lengths.length > literals + distances || lengths[END] === 0) throw new Damaged()
  return { literals: lengths.slice(0, literals), distances: lengths.slice(literals) }
}

/**
 * Returns a reader of symbols of the canonical code with these lengths. The code must be complete; if
 * `mayBeLone`, it may be a lone code of one bit, or none.
 */
function readCode(lengths: number[], mayBeLone: boolean): (input: BitReader) => number {
  const symbols = lengths.map((_, symbol) => symbol).filter((symbol) => lengths[symbol] > 0)
  symbols.sort((a, b) => lengths[a] - lengths[b] || a - b)
  const kraft = symbols.reduce((sum, symbol) => sum + 2 ** -lengths[symbol], 0)
  const isLone = symbols.length === 0 || (symbols.length === 1 && lengths[symbols[0]] === 1)
  if (kraft > 1 || (kraft < 1 && !(mayBeLone && isLone))) throw new Damaged()
  const byCode = new Map<string, number>()
  let code = 0
  let bits = 0
  for (const symbol of symbols) {
    code *= 2 ** (lengths[symbol] - bits)
    bits = lengths[symbol]
    byCode.set(code.toString(2).padStart(bits, "0"), symbol)
    code++
  }
  const longest = Math.max(1, bits)
  return (input) => {
    for (let read = ""; read.length < longest; ) {
      read += input.bit()
      const symbol = byCode.get(read)
      if (symbol !== undefined) return symbol
    }
    throw new Damaged()
  }
}

function decodeSymbols(output: number[], input: BitReader, literals: number[], distances: number[]): void {
  const literal = readCode(literals, true)
  const distance = readCode(distances, true)
  for (;;) {
    const symbol = literal(input)
    if (symbol === END) return
    if (symbol < END) {
      output.push(symbol)
      continue
    }
    if (symbol > 285) throw new Damaged()
    const length = readLength(symbol - 257, input)
    const far = readDistance(distance(input), input)
    if (far > output.length) throw new Damaged()
    for (let i = 0; i < length; i++) output.push(output[output.length - far])
  }
}

/** Reads a length. `symbol` counts from 257. */
function readLength(symbol: number, input: BitReader): number {
  if (symbol < 8) return symbol + 3
  if (symbol === 28) return 258
  const extraBits = (symbol >> 2) - 1
  return ((4 + (symbol & 3)) << extraBits) + 3 + input.bits(extraBits)
}

function readDistance(symbol: number, input: BitReader): number {
  if (symbol > 29) throw new Damaged()
  if (symbol < 4) return symbol + 1
  const extraBits = (symbol >> 1) - 1
  return ((2 + (symbol & 1)) << extraBits) + 1 + input.bits(extraBits)
}

function bitReader(bytes: Uint8Array): BitReader {
  let at = 0
  function bit(): number {
    if (at >= bytes.length * 8) throw new NeedsInput()
    const value = (bytes[at >> 3] >> (at & 7)) & 1
    at++
    return value
  }
  return {
    bit,
    bits(count) {
      let value = 0
      for (let i = 0; i < count; i++) value |= bit() << i
      return value
    },
    alignToByte() {
      at = (at + 7) & ~7
    },
  }
}
