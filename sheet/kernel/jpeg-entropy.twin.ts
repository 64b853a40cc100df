// The readable form of _jpeg-entropy.as.ts: decodes one whole scan, a bit at a time, straight from
// ITU-T T.81.

export type TwinTable = { counts: Uint8Array; symbols: Uint8Array }

export type TwinComponent = {
  h: number
  v: number
  /** The real size in blocks, then blocks a row. Coefficients in natural order, 64 a block. */
  blocksWide: number
  blocksHigh: number
  stride: number
  coefficients: Int16Array
}

type TwinScan = {
  entries: { component: TwinComponent; dc: TwinTable | null; ac: TwinTable | null }[]
  ss: number
  se: number
  ah: number
  al: number
  restartInterval: number
  isProgressive: boolean
  mcusWide: number
  mcusHigh: number
}

/** The natural position of the k-th coefficient: diagonals, alternately up and down. */
const natural: readonly number[] = Array.from({ length: 64 }, (_, i) => i).sort((a, b) => {
  const [x, y, u, v] = [a & 7, a >> 3, b & 7, b >> 3]
  if (x + y !== u + v) return x + y - u - v
  return (x + y) % 2 === 0 ? v - y : y - v
})

/** Adds one scan to the coefficients. Throws if the bytes end early or hold no code. */
export function decodeScan(bytes: Uint8Array, scan: TwinScan): void {
  const reader = new BitReader(bytes)
  const state = { predictors: scan.entries.map(() => 0), eobRun: 0 }
  let untilRestart = scan.restartInterval
  for (const blocks of unitsOf(scan)) {
    if (scan.restartInterval > 0 && untilRestart === 0) {
      reader.restart()
      state.predictors.fill(0)
      state.eobRun = 0
      untilRestart = scan.restartInterval
    }
    untilRestart--
    for (const { entry, index } of blocks) {
      const { component, dc, ac } = scan.entries[entry]
      const block = component.coefficients.subarray(index * 64, index * 64 + 64)
      if (scan.ss === 0) decodeDc(reader, block, scan, state, entry, dc)
      if (scan.se > 0) {
        if (scan.ah === 0) decodeAc(reader, block, scan, state, ac)
        else refineAc(reader, block, scan, state, ac)
      }
    }
  }
}

type State = { predictors: number[]; eobRun: number }

/** Yields blocks in the order of the scan, grouped as restart intervals count them (T.81 A.2). */
function* unitsOf(scan: TwinScan): Generator<{ entry: number; index: number }[]> {
  const [first] = scan.entries
  if (scan.entries.length === 1) {
    const { blocksWide, blocksHigh, stride } = first.component
    for (let y = 0; y < blocksHigh; y++) {
      for (let x = 0; x < blocksWide; x++) yield [{ entry: 0, index: y * stride + x }]
    }
    return
  }
  for (let row = 0; row < scan.mcusHigh; row++) {
    for (let column = 0; column < scan.mcusWide; column++) {
      const unit: { entry: number; index: number }[] = []
      for (const [entry, { component }] of scan.entries.entries()) {
        const { h, v, stride } = component
        for (let i = 0; i < h * v; i++) {
          const y = row * v + Math.floor(i / h)
          unit.push({ entry, index: y * stride + column * h + (i % h) })
        }
      }
      yield unit
    }
  }
}

function decodeDc(
  reader: BitReader,
  block: Int16Array,
  { ah, al }: TwinScan,
  state: State,
  entry: number,
  table: TwinTable | null,
): void {
  if (ah > 0) block[0] |= reader.bits(1) << al
  else {
    state.predictors[entry] += extend(reader, reader.symbol(table))
    block[0] = state.predictors[entry] << al
  }
}

function decodeAc(
  reader: BitReader,
  block: Int16Array,
  { ss, se, al }: TwinScan,
  state: State,
  table: TwinTable | null,
): void {
  if (state.eobRun > 0) {
    state.eobRun--
    return
  }
  for (let k = Math.max(1, ss); k <= se; k++) {
    const symbol = reader.symbol(table)
    const run = symbol >> 4
    const size = symbol & 15
    if (size === 0 && run < 15) {
      state.eobRun = (1 << run) + reader.bits(run) - 1
      return
    }
    k += run
    if (size > 0) block[natural[Math.min(63, k)]] = extend(reader, size) << al
  }
}

function refineAc(
  reader: BitReader,
  block: Int16Array,
  { ss, se, al }: TwinScan,
  state: State,
  table: TwinTable | null,
): void {
  const one = 1 << al
  let k = ss
  while (k <= se && state.eobRun === 0) {
    const symbol = reader.symbol(table)
    const size = symbol & 15
    let zeros = symbol >> 4
    if (size === 0 && zeros < 15) {
      state.eobRun = (1 << zeros) + reader.bits(zeros)
      break
    }
    const fresh = size === 0 ? 0 : reader.bits(1) === 1 ? one : -one
    for (; k <= se; k++) {
      const position = natural[k]
      if (block[position] !== 0) correct(reader, block, position, one)
      else if (zeros-- === 0) {
        block[position] = fresh
        k++
        break
      }
    }
  }
  if (state.eobRun === 0) return
  for (; k <= se; k++) if (block[natural[k]] !== 0) correct(reader, block, natural[k], one)
  state.eobRun--
}

function correct(reader: BitReader, block: Int16Array, position: number, one: number): void {
  const value = block[position]
  if (reader.bits(1) === 1 && (Math.abs(value) & one) === 0) block[position] += value > 0 ? one : -one
}

/** Returns a value of `size` bits. Bits that begin with 0 are negative. */
function extend(reader: BitReader, size: number): number {
  if (size === 0) return 0
  const value = reader.bits(size)
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
}

class BitReader {
  readonly #bytes: Uint8Array
  #at = 0
  #current = 0
  #left = 0
  #restarts = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) value = (value << 1) | this.#bit()
    return value
  }

  /** Reads the next code of a table: codes of one length are consecutive numbers (T.81 C.2). */
  symbol(table: TwinTable | null): number {
    if (table === null) throw new Error("a code table is missing")
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= 16; length++) {
      code = (code << 1) | this.#bit()
      const count = table.counts[length - 1]
      if (code - first < count) return table.symbols[index + code - first]
      index += count
      first = (first + count) << 1
    }
    throw new Error("bits that are no code")
  }

  restart(): void {
    this.#left = 0
    const code = 0xd0 + (this.#restarts++ & 7)
    // Fill bytes, as many as there are.
    while (this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] === 0xff) this.#at++
    if (this.#bytes[this.#at] !== 0xff || this.#bytes[this.#at + 1] !== code)
      throw new Error("no restart marker")
    this.#at += 2
  }

  #bit(): number {
    if (this.#left === 0) {
      if (this.#at >= this.#bytes.length) throw new Error("the scan ends early")
      this.#current = this.#bytes[this.#at++]
      this.#left = 8
      if (this.#current === 0xff && this.#bytes[this.#at++] !== 0) throw new Error("a marker inside the scan")
    }
    this.#left--
    return (this.#current >> this.#left) & 1
  }
}
