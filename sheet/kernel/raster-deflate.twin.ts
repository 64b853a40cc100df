/** Readable twin of _raster-deflate.as.ts: the same tokens, codes and bits (RFC 1951). */

export type RepeatSpan = { from: number; to: number; distance: number }

/** A literal byte, or a match. */
type Token = number | { length: number; distance: number }

const MAX_MATCH = 258
const MIN_FAR_MATCH = 6
const MAX_LITERALS = 13
const CODE_LIMIT = 12
const SYMBOLS = 286
const DISTANCES = 30
const END = 256

/** Makes one dynamic block over rows of `rowBytes`, equal to the kernel's deflateRows. */
export function deflateRows(
  rows: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  spans: RepeatSpan[],
  isLast: boolean,
): Uint8Array {
  const tokens = tokenize(rows, rowBytes, pixelBytes, spans)
  const frequencies = new Array<number>(SYMBOLS).fill(0)
  const distanceFrequencies = new Array<number>(DISTANCES).fill(0)
  for (const token of tokens) {
    if (typeof token === "number") frequencies[token]++
    else {
      frequencies[lengthCode(token.length).symbol]++
      distanceFrequencies[distanceCode(token.distance).symbol]++
    }
  }
  frequencies[END] = 1
  distanceFrequencies[0]++
  distanceFrequencies[3]++
  return write(tokens, codeLengths(frequencies), codeLengths(distanceFrequencies), isLast)
}

/**
 * Makes tokens greedily: inside a span first a far match of 6 bytes or more, then runs of distance 1
 * or a pixel, else literals.
 */
function tokenize(rows: Uint8Array, rowBytes: number, pixelBytes: number, spans: RepeatSpan[]): Token[] {
  const tokens: Token[] = []
  for (let rowStart = 0; rowStart < rows.length; rowStart += rowBytes) {
    let p = rowStart
    for (const span of spans) {
      p = tokenizeStretch(rows, p, rowStart + span.from, 0, pixelBytes, tokens)
      p = tokenizeStretch(rows, p, rowStart + span.to, span.distance, pixelBytes, tokens)
    }
    tokenizeStretch(rows, p, rowStart + rowBytes, 0, pixelBytes, tokens)
  }
  return tokens
}

/** Makes tokens of bytes from `start` to `stop`; `far` is the hint's distance, or 0. Returns their end. */
function tokenizeStretch(
  rows: Uint8Array,
  start: number,
  stop: number,
  far: number,
  pixelBytes: number,
  tokens: Token[],
): number {
  let p = start
  while (p < stop) {
    if (far > 0) {
      const length = matchLength(rows, p, far, stop)
      if (length >= MIN_FAR_MATCH) {
        const isRun = matchLength(rows, p, 1, p + length) === length
        tokens.push({ length, distance: isRun ? 1 : far })
        p += length
        continue
      }
    }
    const run = findRun(rows, p, pixelBytes, Math.min(far > 0 ? 1 : MAX_LITERALS, stop - p))
    for (const literalEnd = p + run.literals; p < literalEnd; p++) tokens.push(rows[p])
    if (run.distance === 0) continue
    const length = matchLength(rows, p, run.distance, stop)
    if (length >= 3) {
      tokens.push({ length, distance: run.distance })
      p += length
    } else tokens.push(rows[p++])
  }
  return p
}

/**
 * Finds the first place where four bytes repeat those 1 byte or a pixel before. Distance 0 if that is
 * `limit` or more bytes on.
 */
function findRun(
  rows: Uint8Array,
  p: number,
  pixelBytes: number,
  limit: number,
): { literals: number; distance: number } {
  if (p < Math.max(4, pixelBytes) || p + 16 > rows.length) return { literals: 1, distance: 0 }
  for (let i = 0; i < limit; i++) {
    for (const distance of [1, pixelBytes]) {
      if (matchLength(rows, p + i, distance, p + i + 4) === 4) return { literals: i, distance }
    }
  }
  return { literals: limit, distance: 0 }
}

function matchLength(rows: Uint8Array, p: number, distance: number, stop: number): number {
  const limit = Math.min(MAX_MATCH, stop - p)
  let length = 0
  while (length < limit && rows[p + length] === rows[p + length - distance]) length++
  return length
}

type Code = { symbol: number; extra: number; extraBits: number }

function lengthCode(length: number): Code {
  const x = length - 3
  if (length === MAX_MATCH) return { symbol: 285, extra: 0, extraBits: 0 }
  if (x < 8) return { symbol: 257 + x, extra: 0, extraBits: 0 }
  const extraBits = Math.floor(Math.log2(x)) - 2
  return {
    symbol: 257 + 4 * (extraBits + 1) + ((x >> extraBits) & 3),
    extra: x & ((1 << extraBits) - 1),
    extraBits,
  }
}

function distanceCode(distance: number): Code {
  const x = distance - 1
  if (x < 4) return { symbol: x, extra: 0, extraBits: 0 }
  const extraBits = Math.floor(Math.log2(x)) - 1
  return {
    symbol: 2 * (extraBits + 1) + ((x >> extraBits) & 1),
    extra: x & ((1 << extraBits) - 1),
    extraBits,
  }
}

/** Computes Huffman's code lengths by the two-queue merge, cut to CODE_LIMIT and made complete again. */
function codeLengths(frequencies: number[]): number[] {
  const symbols = frequencies.map((_, symbol) => symbol).filter((symbol) => frequencies[symbol] > 0)
  symbols.sort((a, b) => frequencies[a] - frequencies[b] || a - b)
  const depths = limited(treeDepths(symbols.map((symbol) => frequencies[symbol])))
  const lengths = new Array<number>(frequencies.length).fill(0)
  symbols.forEach((symbol, i) => {
    lengths[symbol] = depths[i]
  })
  return lengths
}

/**
 * Returns depths of the leaves of Huffman's tree over ascending weights. On equal weights leaves go
 * before inner nodes.
 */
function treeDepths(leafWeights: number[]): number[] {
  const weights = [...leafWeights]
  const parents: number[] = []
  let leaf = 0
  let inner = leafWeights.length
  const takeLightest = () => {
    const isLeaf = inner >= weights.length || (leaf < leafWeights.length && weights[leaf] <= weights[inner])
    return isLeaf ? leaf++ : inner++
  }
  while (weights.length < 2 * leafWeights.length - 1) {
    const [a, b] = [takeLightest(), takeLightest()]
    parents[a] = weights.length
    parents[b] = weights.length
    weights.push(weights[a] + weights[b])
  }
  const depths = new Array<number>(weights.length).fill(0)
  for (let node = weights.length - 2; node >= 0; node--) depths[node] = depths[parents[node]] + 1
  return depths.slice(0, leafWeights.length)
}

/** Limits depths by Kraft's sum in units of the longest code: complete means 2^CODE_LIMIT. */
function limited(depths: number[]): number[] {
  const full = 1 << CODE_LIMIT
  const cut = depths.map((depth) => Math.min(depth, CODE_LIMIT))
  let kraft = cut.reduce((sum, depth) => sum + (full >> depth), 0)
  for (let i = 0; kraft > full; ) {
    if (cut[i] >= CODE_LIMIT) i++
    else kraft -= full >> ++cut[i]
  }
  for (let i = cut.length - 1; i >= 0 && kraft < full; i--) {
    while (cut[i] > 1 && kraft + (full >> cut[i]) <= full) kraft += full >> cut[i]--
  }
  return cut
}

/** Returns canonical codes (RFC 1951, section 3.2.2), most significant bit first. */
function canonicalCodes(lengths: number[]): number[] {
  const codes = new Array<number>(lengths.length).fill(0)
  let code = 0
  for (let bits = 1; bits <= CODE_LIMIT; bits++) {
    code <<= 1
    lengths.forEach((length, symbol) => {
      if (length === bits) codes[symbol] = code++
    })
  }
  return codes
}

function write(tokens: Token[], lengths: number[], distanceLengths: number[], isLast: boolean): Uint8Array {
  const bytes: number[] = []
  let pending = 0
  let pendingBits = 0
  const putBit = (bit: number) => {
    pending |= bit << pendingBits++
    if (pendingBits < 8) return
    bytes.push(pending)
    pending = 0
    pendingBits = 0
  }
  const put = (value: number, bits: number) => {
    for (let i = 0; i < bits; i++) putBit((value >> i) & 1)
  }
  const putCode = (code: number, bits: number) => {
    for (let i = bits - 1; i >= 0; i--) putBit((code >> i) & 1)
  }
  const codes = canonicalCodes(lengths)
  const distanceCodes = canonicalCodes(distanceLengths)
  put(isLast ? 1 : 0, 1)
  put(2, 2)
  put(SYMBOLS - 257, 5)
  put(DISTANCES - 1, 5)
  put(15, 4)
  // Code lengths 16, 17 and 18 are not used; 0 to 15 take four bits each.
  for (let i = 0; i < 19; i++) put(i < 3 ? 0 : 4, 3)
  for (const length of [...lengths, ...distanceLengths]) putCode(length, 4)
  for (const token of tokens) {
    if (typeof token === "number") {
      putCode(codes[token], lengths[token])
      continue
    }
    const length = lengthCode(token.length)
    putCode(codes[length.symbol], lengths[length.symbol])
    put(length.extra, length.extraBits)
    const distance = distanceCode(token.distance)
    putCode(distanceCodes[distance.symbol], distanceLengths[distance.symbol])
    put(distance.extra, distance.extraBits)
  }
  putCode(codes[END], lengths[END])
  if (!isLast) put(0, 3)
  while (pendingBits > 0) putBit(0)
  if (!isLast) bytes.push(0, 0, 0xff, 0xff)
  return Uint8Array.from(bytes)
}
