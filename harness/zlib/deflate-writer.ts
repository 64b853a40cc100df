import { adler32 } from "../../sheet/kernel/raster-pixels.twin.ts"

/** A byte, or a repetition of the bytes `distance` earlier. */
export type Token = number | { length: number; distance: number }

/** A block of a deflate stream; `random` draws a dynamic block's codes, up to 15 bits long. */
export type Block =
  | { kind: "stored"; bytes: Uint8Array }
  | { kind: "fixed"; tokens: Token[] }
  | { kind: "dynamic"; tokens: Token[]; random: (below: number) => number }

/**
 * Writes a zlib stream of exactly these blocks (RFC 1950, RFC 1951), so that a test can say where
 * each block, match and code ends; zlib's own encoder chooses all of that itself.
 */
export function writeStream(blocks: Block[]): { stream: Uint8Array; plain: Uint8Array } {
  const output = bitWriter()
  const plain: number[] = []
  output.bits(0x0178, 16)
  blocks.forEach((block, i) => {
    output.bits(i === blocks.length - 1 ? 1 : 0, 1)
    if (block.kind === "stored") writeStored(output, block.bytes, plain)
    else writeCompressed(output, block, plain)
  })
  output.align()
  const bytes = Uint8Array.from(plain)
  for (let shift = 24, sum = adler32(bytes, 1); shift >= 0; shift -= 8) output.bits((sum >>> shift) & 255, 8)
  return { stream: output.bytes(), plain: bytes }
}

type BitWriter = { bits(value: number, count: number): void; align(): void; bytes(): Uint8Array }

function writeStored(output: BitWriter, bytes: Uint8Array, plain: number[]): void {
  output.bits(0, 2)
  output.align()
  output.bits(bytes.length, 16)
  output.bits(bytes.length ^ 0xffff, 16)
  for (const byte of bytes) {
    output.bits(byte, 8)
    plain.push(byte)
  }
}

function writeCompressed(
  output: BitWriter,
  block: Exclude<Block, { kind: "stored" }>,
  plain: number[],
): void {
  const symbols = [
    ...block.tokens.flatMap((token) => symbolsOf(token)),
    { alphabet: 0, symbol: 256, extra: 0, extraBits: 0 },
  ]
  output.bits(block.kind === "fixed" ? 1 : 2, 2)
  const lengths = block.kind === "fixed" ? fixedLengths() : drawLengths(symbols, block.random)
  if (block.kind === "dynamic") writeLengths(output, lengths)
  const codes = lengths.map(codesOf)
  for (const { alphabet, symbol, extra, extraBits } of symbols) {
    const bits = lengths[alphabet][symbol]
    for (let i = bits - 1; i >= 0; i--) output.bits((codes[alphabet][symbol] >> i) & 1, 1)
    output.bits(extra, extraBits)
  }
  for (const token of block.tokens) {
    if (typeof token === "number") plain.push(token)
    else for (let i = 0; i < token.length; i++) plain.push(plain[plain.length - token.distance])
  }
}

/** A symbol of the literal and length alphabet (0) or the distances' (1), and its extra bits. */
type CodedSymbol = { alphabet: number; symbol: number; extra: number; extraBits: number }

function symbolsOf(token: Token): CodedSymbol[] {
  if (typeof token === "number") return [{ alphabet: 0, symbol: token, extra: 0, extraBits: 0 }]
  const [first, second] = [token.length - 3, token.distance - 1]
  const length = token.length === 258 ? { symbol: 28, extra: 0, extraBits: 0 } : stepped(first, 2)
  return [
    { alphabet: 0, ...length, symbol: 257 + length.symbol },
    { alphabet: 1, ...stepped(second, 1) },
  ]
}

/** Returns the symbol of a length or distance, whose steps double every 2 ** `fineBits` symbols. */
function stepped(value: number, fineBits: number): Omit<CodedSymbol, "alphabet"> {
  const extraBits = Math.max(0, 31 - Math.clz32(value | 1) - fineBits)
  const symbol = (extraBits << fineBits) + (value >> extraBits)
  return { symbol, extra: value & ((1 << extraBits) - 1), extraBits }
}

function fixedLengths(): number[][] {
  const literals = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))
  return [literals, new Array<number>(30).fill(5)]
}

/** Draws a complete code for the used symbols, by random splits of a tree; a lone one gets one bit. */
function drawLengths(symbols: CodedSymbol[], random: (below: number) => number): number[][] {
  return [286, 30].map((size, alphabet) => {
    const used = [
      ...new Set(symbols.filter((coded) => coded.alphabet === alphabet).map(({ symbol }) => symbol)),
    ]
    const leaves = used.length === 1 ? [1] : [0]
    // Sometimes a deep tree: its last codes are the longest allowed.
    const isDeep = random(2) === 0
    while (leaves.length < used.length) {
      const from = isDeep ? leaves.length - 1 - random(Math.min(2, leaves.length)) : random(leaves.length)
      const at = leaves[from] < 15 ? from : leaves.findIndex((depth) => depth < 15)
      leaves[at]++
      leaves.push(leaves[at])
    }
    const lengths = new Array<number>(size).fill(0)
    for (const symbol of used) lengths[symbol] = leaves.splice(random(leaves.length), 1)[0]
    return lengths
  })
}

/** Returns the code for code lengths: four bits for 0 to 12, five for 13 to 15 and for repetitions. */
function writeLengths(output: BitWriter, [literals, distances]: number[][]): void {
  const own = Array.from({ length: 19 }, (_, i) => (i < 13 ? 4 : 5))
  const codes = codesOf(own)
  output.bits(literals.length - 257, 5)
  output.bits(distances.length - 1, 5)
  output.bits(19 - 4, 4)
  for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])
    output.bits(own[symbol], 3)
  const put = (symbol: number) => {
    for (let i = own[symbol] - 1; i >= 0; i--) output.bits((codes[symbol] >> i) & 1, 1)
  }
  const lengths = [...literals, ...distances]
  for (let i = 0; i < lengths.length; ) {
    const end = lengths.findIndex((length, k) => k > i && length !== lengths[i])
    const times = Math.min((end < 0 ? lengths.length : end) - i, lengths[i] === 0 ? 138 : 7)
    if (lengths[i] === 0 && times >= 3) {
      put(times < 11 ? 17 : 18)
      output.bits(times < 11 ? times - 3 : times - 11, times < 11 ? 3 : 7)
      i += times
    } else if (times >= 4) {
      put(lengths[i])
      put(16)
      output.bits(times - 4, 2)
      i += times
    } else put(lengths[i++])
  }
}

/** Returns the canonical code of these lengths (RFC 1951, section 3.2.2), highest bit first. */
function codesOf(lengths: number[]): number[] {
  const codes = new Array<number>(lengths.length).fill(0)
  let code = 0
  for (let bits = 1; bits <= 15; bits++) {
    for (const [symbol, length] of lengths.entries()) if (length === bits) codes[symbol] = code++
    code <<= 1
  }
  return codes
}

function bitWriter(): BitWriter {
  const bytes: number[] = []
  let hold = 0
  let held = 0
  return {
    bits(value, count) {
      for (let i = 0; i < count; i++) {
        hold |= ((value >> i) & 1) << held++
        if (held < 8) continue
        bytes.push(hold)
        hold = held = 0
      }
    },
    align() {
      if (held > 0) bytes.push(hold)
      hold = held = 0
    },
    bytes: () => Uint8Array.from(bytes),
  }
}
