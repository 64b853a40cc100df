// Huffman decoding of JPEG scans (ITU-T T.81, annexes F and G), resumable between any two MCUs.
//
// Scan record, little endian. The first CURSOR_BYTES = 56 are the cursor: a snapshot is one copy.
//   0 u32 next byte       4 u32 end of the scan's bytes    8 u64 bit reservoir, the next bit on top
//  16 i32 bits in it     20 i32 EOBRUN                    24 i32 MCUs until the next restart marker
//  28 i32×4 DC predictors by component                    44 i32 padding bits after the last byte
//  48 i32 number of the next restart marker               52 i32 unused
//  56 i32 components     60 Ss   64 Se   68 Ah   72 Al    76 restart interval (0: none)
//  80 progressive        84 per component, 12 bytes: i32 component, u32 DC table, u32 AC table
// Component record, 20 bytes each:
//   i32 h, i32 v, i32 blocks from one row of coefficients to the next,
//   u32 coefficients (i16 in natural order, 128 bytes a block),
//   u32 known coefficients (progressive scans only: u64 a block, bit k is set where the k-th AC
//   coefficient in zigzag order is not zero)
// Huffman table:
//   u16[512] by the next 9 bits (length << 8 | symbol, 0: longer code),
//   i32[17] largest code of each length or −1 at 1024, i32[17] symbol index − code at 1092,
//   u8[256] symbols at 1160

const SCAN_COMPONENTS: usize = 84
const COMPONENT_BYTES: usize = 20
const TABLE_MAX_CODE: usize = 1024
const TABLE_OFFSET: usize = 1092
const TABLE_SYMBOLS: usize = 1160

/** Zigzag to natural order. 16 more entries catch runs that leave the block in damaged data. */
const NATURAL: usize = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
])

// The cursor of the current scan. Each export loads it on entry and stores it on exit.
let pos: usize = 0
let end: usize = 0
let bits: u64 = 0
let bitCount: i32 = 0
let eobRun: i32 = 0
let toRestart: i32 = 0
let pred0: i32 = 0
let pred1: i32 = 0
let pred2: i32 = 0
let pred3: i32 = 0
let padding: i32 = 0
let restartNumber: i32 = 0
let isDamaged: bool = false

function loadCursor(scan: usize): void {
  pos = load<u32>(scan)
  end = load<u32>(scan, 4)
  bits = load<u64>(scan, 8)
  bitCount = load<i32>(scan, 16)
  eobRun = load<i32>(scan, 20)
  toRestart = load<i32>(scan, 24)
  pred0 = load<i32>(scan, 28)
  pred1 = load<i32>(scan, 32)
  pred2 = load<i32>(scan, 36)
  pred3 = load<i32>(scan, 40)
  padding = load<i32>(scan, 44)
  restartNumber = load<i32>(scan, 48)
  isDamaged = false
}

function storeCursor(scan: usize): void {
  store<u32>(scan, <u32>pos)
  store<u64>(scan, bits, 8)
  store<i32>(scan, bitCount, 16)
  store<i32>(scan, eobRun, 20)
  store<i32>(scan, toRestart, 24)
  store<i32>(scan, pred0, 28)
  store<i32>(scan, pred1, 32)
  store<i32>(scan, pred2, 36)
  store<i32>(scan, pred3, 40)
  store<i32>(scan, padding, 44)
  store<i32>(scan, restartNumber, 48)
}

/** Returns the first marker at or after `from` that ends a scan (not FF00, RSTn or fill), or `limit`. */
export function findMarker(from: usize, limit: usize): usize {
  for (let at = from; at + 1 < limit; at++) {
    if (load<u8>(at) != 0xff) continue
    const code = load<u8>(at, 1)
    if (code != 0 && code != 0xff && (code < 0xd0 || code > 0xd7)) return at
  }
  return limit
}

/**
 * Decodes MCUs `from` to `to` of an interleaved scan. Coefficients of MCU m go to column m −
 * origin. Stops before an MCU if the next byte lies past `softEnd` (more bytes will come). Returns
 * the MCU reached, or −1 when the bytes are damaged.
 */
export function decodeMcus(scan: usize, components: usize, from: i32, to: i32, origin: i32, softEnd: usize): i32 {
  loadCursor(scan)
  const count = load<i32>(scan, 56)
  const ah = load<i32>(scan, 68)
  const al = load<i32>(scan, 72)
  const interval = load<i32>(scan, 76)
  const isProgressive = load<i32>(scan, 80) != 0
  let mcu = from
  for (; mcu < to; mcu++) {
    if (pos > softEnd) break
    if (interval) {
      if (toRestart == 0 && !restart(interval, softEnd)) break
      toRestart--
    }
    for (let i = 0; i < count; i++) {
      const entry = scan + SCAN_COMPONENTS + <usize>i * 12
      const number = load<i32>(entry)
      const dc: usize = load<u32>(entry, 4)
      const ac: usize = load<u32>(entry, 8)
      const component = components + <usize>number * COMPONENT_BYTES
      const h = load<i32>(component)
      const v = load<i32>(component, 4)
      const stride = load<i32>(component, 8)
      const coefficients: usize = load<u32>(component, 12)
      for (let y = 0; y < v; y++) {
        for (let x = 0; x < h; x++) {
          const block = coefficients + (<usize>(y * stride + (mcu - origin) * h + x) << 7)
          if (!isProgressive) sequential(block, dc, ac, number)
          else if (ah == 0) dcFirst(block, dc, number, al)
          else dcRefine(block, al)
        }
      }
    }
    if (isDamaged || padding > bitCount) return -1
  }
  storeCursor(scan)
  return mcu
}

/**
 * Decodes blocks `from` to `to` of one row of blocks of a scan with a single component. `row`
 * counts block rows inside the current coefficients. Block x goes to column x − origin. Returns the
 * block reached, or −1 as above.
 */
export function decodeBlocks(scan: usize, components: usize, row: i32, from: i32, to: i32, origin: i32, softEnd: usize): i32 {
  loadCursor(scan)
  const ss = load<i32>(scan, 60)
  const se = load<i32>(scan, 64)
  const ah = load<i32>(scan, 68)
  const al = load<i32>(scan, 72)
  const interval = load<i32>(scan, 76)
  const isProgressive = load<i32>(scan, 80) != 0
  const number = load<i32>(scan, SCAN_COMPONENTS)
  const dc: usize = load<u32>(scan, SCAN_COMPONENTS + 4)
  const ac: usize = load<u32>(scan, SCAN_COMPONENTS + 8)
  const component = components + <usize>number * COMPONENT_BYTES
  const stride = load<i32>(component, 8)
  const first = <usize>(row * stride - origin)
  const line: usize = <usize>load<u32>(component, 12) + (first << 7)
  const knownLine: usize = <usize>load<u32>(component, 16) + (first << 3)
  const isAcFirst = isProgressive && ss != 0 && ah == 0
  let x = from
  while (x < to) {
    if (pos > softEnd) break
    if (interval && toRestart == 0 && !restart(interval, softEnd)) break
    if (isAcFirst && eobRun > 0) {
      // Blocks inside an end-of-band run hold nothing new, so all are skipped at once.
      let skip = min(eobRun, to - x)
      if (interval) skip = min(skip, toRestart)
      eobRun -= skip
      toRestart -= interval ? skip : 0
      x += skip
      continue
    }
    if (interval) toRestart--
    const block = line + (<usize>x << 7)
    const known = knownLine + (<usize>x << 3)
    if (!isProgressive) sequential(block, dc, ac, number)
    else if (ss == 0) {
      if (ah == 0) dcFirst(block, dc, number, al)
      else dcRefine(block, al)
    } else if (ah == 0) acFirst(block, known, ac, ss, se, al)
    else acRefine(block, known, ac, ss, se, al)
    if (isDamaged || padding > bitCount) return -1
    x++
  }
  if (isDamaged) return -1
  storeCursor(scan)
  return x
}

/**
 * Skips the restart marker that is due. A wrong or missing one means that blocks were lost. Any
 * number of fill bytes may stand before it (T.81 B.1.1.5). Returns false if the marker is not
 * reached, or is so late that the bytes at hand may not hold the whole MCU behind it. Then more
 * bytes are due, and the next call goes on from there.
 */
function restart(interval: i32, softEnd: usize): bool {
  bitCount = 0
  bits = 0
  padding = 0
  eobRun = 0
  pred0 = pred1 = pred2 = pred3 = 0
  let code: i32 = 0
  for (; pos + 1 < end; pos++) {
    code = load<u8>(pos) == 0xff ? load<u8>(pos, 1) : 0
    if (code != 0 && code != 0xff) break
  }
  if (pos > softEnd) return false
  toRestart = interval
  isDamaged = pos + 1 >= end || code != 0xd0 + restartNumber
  pos += 2
  restartNumber = (restartNumber + 1) & 7
  return true
}

/** Returns the next 32 bits, without the zeros stuffed behind bytes of 255, and zeros after the end. */
function nextWord(): u64 {
  if (pos + 4 <= end) {
    const word = bswap(load<u32>(pos))
    // The classic test for a byte of 255 in a word: none of the four needs unstuffing.
    if (!((~word - 0x01010101) & word & 0x80808080)) {
      pos += 4
      return word
    }
  }
  return stuffedWord()
}

function stuffedWord(): u64 {
  let word: u32 = 0
  for (let i = 0; i < 4; i++) {
    let byte: u32 = 0
    if (pos >= end) padding += 8
    else {
      byte = load<u8>(pos)
      if (byte != 0xff) pos++
      else {
        let next = pos + 1
        while (next < end && load<u8>(next) == 0xff) next++
        if (next < end && load<u8>(next) == 0) pos = next + 1
        else {
          byte = 0 // a marker: the segment is over, zeros follow
          padding += 8
        }
      }
    }
    word = (word << 8) | byte
  }
  return word
}

// Loops over coefficients keep the reservoir in locals, because every access to a global goes
// through memory. They fill it to at least 32 bits before a code: enough for the longest (16) and
// the bits that follow it (16).

/** Returns the code on top of the reservoir: its length << 8 | symbol, or 0 if the bits are no code. */
// @ts-ignore: decorator
@inline
function codeOn(table: usize, reservoir: u64): i32 {
  const entry = <i32>load<u16>(table + <usize>((reservoir >> 55) << 1))
  return entry ? entry : longCode(table, <i32>(reservoir >> 48))
}

function longCode(table: usize, code16: i32): i32 {
  for (let length = 10; length <= 16; length++) {
    const code = code16 >> (16 - length)
    const slot = table + (<usize>length << 2)
    if (code <= load<i32>(slot, TABLE_MAX_CODE)) {
      return (length << 8) | <i32>load<u8>(table + TABLE_SYMBOLS + <usize>((code + load<i32>(slot, TABLE_OFFSET)) & 255))
    }
  }
  isDamaged = true
  return 0
}

/** Returns the first `size` bits of the reservoir, 32 or fewer. */
// @ts-ignore: decorator
@inline
function bitsOn(reservoir: u64, size: i32): u64 {
  return (reservoir >> 1) >> <u64>(63 - size)
}

/** Returns `size` bits (one or more) as a signed value (EXTEND of T.81): a leading 0 means negative. */
// @ts-ignore: decorator
@inline
function extend(value: i32, size: i32): i32 {
  return value + (((value - (1 << (size - 1))) >> 31) & (1 - (1 << size)))
}

// @ts-ignore: decorator
@inline
function natural(k: i32): usize {
  return <usize>load<u8>(NATURAL + <usize>k) << 1
}

// @ts-ignore: decorator
@inline
function fill(): void {
  if (bitCount >= 32) return
  bits |= nextWord() << <u64>(32 - bitCount)
  bitCount += 32
}

// @ts-ignore: decorator
@inline
function nextDc(table: usize, number: i32): i32 {
  fill()
  const entry = codeOn(table, bits)
  const size = entry & 255
  bits <<= <u64>(entry >> 8)
  bitCount -= (entry >> 8) + size
  let value = number == 0 ? pred0 : number == 1 ? pred1 : number == 2 ? pred2 : pred3
  if (size) {
    value += extend(<i32>bitsOn(bits, size), size)
    bits <<= <u64>size
    if (number == 0) pred0 = value
    else if (number == 1) pred1 = value
    else if (number == 2) pred2 = value
    else pred3 = value
  }
  return value
}

function sequential(block: usize, dc: usize, ac: usize, number: i32): void {
  store<i16>(block, <i16>nextDc(dc, number))
  let reservoir = bits
  let count = bitCount
  for (let k = 1; k < 64; k++) {
    if (count < 32) {
      reservoir |= nextWord() << <u64>(32 - count)
      count += 32
    }
    const entry = codeOn(ac, reservoir)
    const size = entry & 15
    reservoir <<= <u64>(entry >> 8)
    count -= (entry >> 8) + size
    k += (entry >> 4) & 15
    if (size) {
      store<i16>(block + natural(k), <i16>extend(<i32>bitsOn(reservoir, size), size))
      reservoir <<= <u64>size
    } else if ((entry & 255) != 0xf0) break
  }
  bits = reservoir
  bitCount = count
}

function dcFirst(block: usize, dc: usize, number: i32, al: i32): void {
  store<i16>(block, <i16>(nextDc(dc, number) << al))
}

function dcRefine(block: usize, al: i32): void {
  fill()
  store<i16>(block, <i16>(<i32>load<i16>(block) | (<i32>bitsOn(bits, 1) << al)))
  bits <<= 1
  bitCount--
}

function acFirst(block: usize, knownAt: usize, ac: usize, ss: i32, se: i32, al: i32): void {
  let reservoir = bits
  let count = bitCount
  let known = load<u64>(knownAt)
  for (let k = ss; k <= se; k++) {
    if (count < 32) {
      reservoir |= nextWord() << <u64>(32 - count)
      count += 32
    }
    const entry = codeOn(ac, reservoir)
    const run = (entry >> 4) & 15
    const size = entry & 15
    reservoir <<= <u64>(entry >> 8)
    count -= (entry >> 8) + size
    k += run
    if (size) {
      const value = <i16>(extend(<i32>bitsOn(reservoir, size), size) << al)
      const bit = <u64>1 << <u64>min(k, 63)
      store<i16>(block + natural(k), value)
      // Damaged data may shift a value out of its 16 bits, or send a coefficient twice.
      known = value ? known | bit : known & ~bit
      reservoir <<= <u64>size
    } else if (run < 15) {
      eobRun = (1 << run) - 1 + <i32>bitsOn(reservoir, run)
      reservoir <<= <u64>run
      count -= run
      break
    }
  }
  store<u64>(knownAt, known)
  bits = reservoir
  bitCount = count
}

/**
 * Refines one block (T.81 G.1.2.3). A run counts zeros only. Every known coefficient that it passes
 * gets one correction bit. Most runs end before the next known one. The bits are collected, and
 * added when the block has been read.
 */
function acRefine(block: usize, knownAt: usize, ac: usize, ss: i32, se: i32, al: i32): void {
  let reservoir = bits
  let count = bitCount
  let known = load<u64>(knownAt)
  const one = 1 << al
  const former = known & (<u64>-1 >> <u64>(63 - se)) & (<u64>-1 << <u64>ss)
  let corrections: u64 = 0
  let blocks = eobRun
  let k = ss
  let nextKnown = min(<i32>ctz(former), se + 1)
  while (k <= se) {
    let at = 64
    let run = 0
    let fresh = 0
    if (blocks == 0) {
      if (count < 32) {
        reservoir |= nextWord() << <u64>(32 - count)
        count += 32
      }
      const entry = codeOn(ac, reservoir)
      run = (entry >> 4) & 15
      reservoir <<= <u64>(entry >> 8)
      count -= entry >> 8
      if (entry & 15) {
        const minus = <i32>bitsOn(reservoir, 1) - 1
        fresh = (one ^ minus) - minus
        at = k + run
        reservoir <<= 1
        count--
      } else if (run == 15) at = k + 15
      else {
        blocks = (1 << run) + <i32>bitsOn(reservoir, run)
        reservoir <<= <u64>run
        count -= run
      }
    }
    if (at >= nextKnown) {
      // Without a run, the whole band is passed.
      if (blocks == 0) at = behindZeros(former, k, se, run)
      let left = <i32>popcnt(between(former, k, at))
      do {
        if (count < 32) {
          reservoir |= nextWord() << <u64>(32 - count)
          count += 32
        }
        const size = min(left, 32)
        corrections = (corrections << <u64>size) | bitsOn(reservoir, size)
        reservoir <<= <u64>size
        count -= size
        left -= size
      } while (left)
      nextKnown = at <= se ? min(<i32>ctz(between(former, at, 64)), se + 1) : 64
    }
    if (fresh != 0 && at <= se) {
      store<i16>(block + natural(at), <i16>fresh)
      known |= <u64>1 << <u64>at
    }
    k = at + 1
  }
  eobRun = blocks > 0 ? blocks - 1 : 0
  bits = reservoir
  bitCount = count
  store<u64>(knownAt, known)
  if (corrections) correct(block, former, corrections, al)
}

/** Returns the index of the zero behind `zeros` others from `k` on, or 64 if the band ends first. */
// @ts-ignore: decorator
@inline
function behindZeros(former: u64, k: i32, se: i32, zeros: i32): i32 {
  let free = ~former & (<u64>-1 >> <u64>(63 - se)) & (<u64>-1 << <u64>k)
  for (; zeros > 0 && free != 0; zeros--) free &= free - 1
  return free ? <i32>ctz(free) : 64
}

/** Returns the coefficients of `former` from `k` up to, but not including, `at`. */
// @ts-ignore: decorator
@inline
function between(former: u64, k: i32, at: i32): u64 {
  const from = former & (<u64>-1 << <u64>k)
  return at > 63 ? from : from & ((<u64>1 << <u64>at) - 1)
}

/**
 * Adds one bit of the scan's weight, away from zero, to each coefficient of `former` with a bit in
 * `corrections`.
 */
// @ts-ignore: decorator
@inline
function correct(block: usize, former: u64, corrections: u64, al: i32): void {
  let left = <i32>popcnt(former)
  for (; former; former &= former - 1) {
    left--
    const at = block + natural(<i32>ctz(former))
    const value = <i32>load<i16>(at)
    const sign = value >> 31
    const size = (value ^ sign) - sign
    // A second scan over the same bit, which damaged data may hold, adds nothing.
    const step = (<i32>(corrections >> <u64>left) & ~(size >> al) & 1) << al
    store<i16>(at, <i16>(value + ((step ^ sign) - sign)))
  }
}
