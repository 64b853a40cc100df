import { leftWord, rightWord } from "../ink/bits.ts"
import type { RowSource } from "../raster/artwork.ts"
import type { Pause } from "../raster/pause.ts"
import { type BitMap, emptyBitMap, nextBit, rowWords, writeRun } from "./bit-map.ts"
import { medianColour, openBorder } from "./border-colour.ts"
import { openUnlikeness, remembered, surelyUnlike, unlikeness } from "./oklab.ts"

/** The pixels of a picture that have a colour, what it is there, and how noisy. */
export type Ground = {
  /** Pixels within the tolerance. */
  bits: BitMap
  /** The median of those that are plain, 0xbbggrr; the colour asked for where there are none. */
  colour: number
  /** How far the noise of JPEG or of a camera swings, in codes; 0 for a clean picture. */
  noise: number
}

/** A pixel within so many tolerances is noise where five or more of those around are within. */
const SPECK_TOLERANCES = 2
/** The fewest equal pixels of a row that say what the ground's own colour is: edges have less. */
const PLAIN_PX = 4
/** The first rows that are not clear, whose border says what the ground's colour is, unless the others' differs by more than this share of the tolerance. */
const FIRST_ROWS = 32
const NEAR_SHARE = 0.25
/** Every so many rows are looked at for noise. */
const NOISE_ROWS = 4
/** The least swing that counts as noise, in codes, and how far apart, in pixels, its two sides are at most. */
const LEAST_SWING = 2
const SWING_PX = 8
/** The swings beside each end of a run that a clean picture may have. */
const CLEAN_SWINGS = 0.5
/** The share of the swings that the noise covers. */
const NOISE_SHARE = 0.9
/** Pixels beside art belong to its edge. */
const EDGE_PX = 2

/** Reads which pixels of a picture have a colour (0xbbggrr, by `unlikeness`), or are clear, with `hasClear`. */
export async function readGround(
  source: RowSource,
  colour: number,
  tolerance: number,
  hasClear: boolean,
  pause: Pause,
): Promise<Ground> {
  const ground = openGround(source, colour, tolerance, hasClear)
  await source.decode((row) => ground.push(row), pause)
  return ground.finish()
}

/**
 * Reads which pixels have the dominant colour of the border, or null where no pixel is opaque. The colour is known from the
 * first rows; only where those below say otherwise is the picture decoded once more.
 */
export async function readBorderGround(
  source: RowSource,
  tolerance: number,
  hasClear: boolean,
  pause: Pause,
): Promise<Ground | null> {
  const { widthPx } = source
  const border = openBorder(source)
  const clearRow = new Uint8Array(widthPx * 4)
  const firstRows = new Uint8Array(FIRST_ROWS * widthPx * 4)
  let clearRows = 0
  let waiting = 0
  let guess: { colour: number; ground: ReturnType<typeof openGround> } | undefined
  const begin = () => {
    const colour = border.colour()
    if (colour === null) return
    guess = { colour, ground: openGround(source, colour, tolerance, hasClear) }
    for (let i = 0; i < clearRows; i++) guess.ground.push(clearRow)
    for (let i = 0; i < waiting; i++)
      guess.ground.push(firstRows.subarray(i * widthPx * 4, (i + 1) * widthPx * 4))
  }
  await source.decode((row) => {
    border.push(row)
    if (guess) guess.ground.push(row)
    else if (waiting === 0 && isClear(row)) clearRows++
    else if (waiting < FIRST_ROWS) {
      firstRows.set(row, waiting++ * widthPx * 4)
      if (waiting === FIRST_ROWS) begin()
    }
  }, pause)
  const colour = border.colour()
  if (colour === null) return null
  if (!guess && clearRows + waiting === source.heightPx) begin()
  const isRight = guess && unlikeness(guess.colour, colour) <= NEAR_SHARE * tolerance
  return guess && isRight ? guess.ground.finish() : readGround(source, colour, tolerance, hasClear, pause)
}

function isClear(row: Uint8Array): boolean {
  for (let at = 3; at < row.length; at += 4) if (row[at] !== 0) return false
  return true
}

/** Opens a reading of rows, from the first to the last. */
function openGround({ widthPx, heightPx }: RowSource, colour: number, tolerance: number, hasClear: boolean) {
  const bits = emptyBitMap(widthPx, heightPx)
  const { stride } = bits
  const isFar = surelyUnlike(colour, SPECK_TOLERANCES * tolerance)
  const differenceOf = remembered(openUnlikeness(colour))
  const line = new Int32Array(widthPx)
  const bytes = new Uint8Array(line.buffer)
  const counts = new Uint32Array(3 * 256)
  const noise = openNoise(bits)
  // The pixels of the row above that are a bit off, and those of the row before it that are noise.
  let doubtful = new Uint32Array(stride)
  let other = new Uint32Array(stride)
  let specks = new Uint32Array(stride)
  let nextSpecks = new Uint32Array(stride)
  let y = 0

  return {
    push(row: Uint8Array): void {
      bytes.set(row)
      const off = other.fill(0)
      const own = rowWords(bits, y)
      for (let x = 0; x < widthPx; ) {
        const pixel = line[x]
        const isClear = pixel >>> 24 === 0
        if (isClear ? !hasClear : isFar(pixel)) {
          x++
          continue
        }
        let end = x + 1
        while (end < widthPx && line[end] === pixel) end++
        const away = isClear ? 0 : differenceOf(pixel & 0xffffff)
        if (away <= tolerance) {
          writeRun(own, x, end, true)
          if (!isClear && end - x >= PLAIN_PX)
            for (let c = 0; c < 3; c++) counts[c * 256 + ((pixel >>> (8 * c)) & 255)] += end - x
        } else if (away <= SPECK_TOLERANCES * tolerance) writeRun(off, x, end, true)
        x = end
      }
      if (y % NOISE_ROWS === 0) noise.look(line, y)
      judge(y - 1)
      other = doubtful
      doubtful = off
      y++
    },
    finish(): Ground {
      judge(heightPx - 1)
      joinSpecks(heightPx - 1)
      const hasColour = counts.some((count) => count > 0)
      return { bits, colour: hasColour ? medianColour(counts) : colour, noise: noise.finish() }
    },
  }

  /** Finds the specks of a row, and joins those of the row above, which it was judged without, to the ground. */
  function judge(row: number): void {
    if (row < 0) return
    const [above, own, below] = [row - 1, row, row + 1].map((at) => rowWords(bits, at))
    for (let w = 0; w < stride; w++)
      nextSpecks[w] = doubtful[w] === 0 ? 0 : doubtful[w] & amongWord(above, own, below, w)
    joinSpecks(row - 1)
    ;[specks, nextSpecks] = [nextSpecks, specks]
  }

  function joinSpecks(row: number): void {
    const words = rowWords(bits, row)
    for (let w = 0; w < words.length; w++) words[w] |= specks[w]
  }
}

/** Returns the pixels of a word of which five or more of the eight neighbours are set: sums of bits, a column of each number for each pixel. */
function amongWord(above: Uint32Array, own: Uint32Array, below: Uint32Array, w: number): number {
  const [a, b, c] = [leftWord(above, w), above[w] ?? 0, rightWord(above, w)]
  const [d, e] = [leftWord(own, w), rightWord(own, w)]
  const [f, g, h] = [leftWord(below, w), below[w] ?? 0, rightWord(below, w)]
  const [one, other] = [a ^ b ^ c, f ^ g ^ h]
  const ones = one ^ other ^ d ^ e
  const [twosA, twosB, twosC] = [(a & b) | (c & (a ^ b)), (f & g) | (h & (f ^ g)), d & e]
  const beside = d ^ e
  const twosD = (one & other) | (beside & (one ^ other))
  const twos = twosA ^ twosB ^ twosC ^ twosD
  const foursA = (twosA & twosB) | (twosC & (twosA ^ twosB))
  const foursB = (twosA ^ twosB ^ twosC) & twosD
  const [fours, eights] = [foursA ^ foursB, foursA & foursB]
  return eights | (fours & (ones | twos))
}

/**
 * Opens a search for noise within the set bits of rows: channels that swing up and down again within a few pixels. The edges
 * of clean art, however soft, go one way.
 */
function openNoise(bits: BitMap) {
  const swings = new Uint32Array(256)
  const lastSteps = new Int32Array(3)
  const lastXs = new Int32Array(3)
  let ends = 0
  return {
    look(line: Int32Array, y: number): void {
      const { widthPx } = bits
      for (let from = nextBit(bits, y, 0, widthPx, false); from < widthPx; ) {
        const end = nextBit(bits, y, from, widthPx, true)
        if (from > 0) ends++
        if (end < widthPx) ends++
        lookAt(line, from + EDGE_PX, end - EDGE_PX)
        from = nextBit(bits, y, end, widthPx, false)
      }
    },
    finish(): number {
      const count = swings.reduce((sum, these) => sum + these, 0)
      if (count <= CLEAN_SWINGS * ends) return 0
      let swing = 0
      for (let below = swings[0]; below < NOISE_SHARE * count; below += swings[swing]) swing++
      return swing
    },
  }

  function lookAt(line: Int32Array, from: number, end: number): void {
    lastSteps.fill(0)
    for (let x = from + 1; x < end; x++) {
      const pixel = line[x]
      const before = line[x - 1]
      if (pixel === before) continue
      for (let c = 0; c < 3; c++) {
        const step = ((pixel >>> (8 * c)) & 255) - ((before >>> (8 * c)) & 255)
        if (Math.abs(step) < LEAST_SWING) continue
        if (step * lastSteps[c] < 0 && x - lastXs[c] <= SWING_PX)
          swings[Math.min(Math.abs(step), Math.abs(lastSteps[c]))]++
        lastSteps[c] = step
        lastXs[c] = x
      }
    }
  }
}
