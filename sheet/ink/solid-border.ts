import { lastClear, lowestBit, nextClear } from "./bits.ts"
import type { InkGrid } from "./ink-grid.ts"
import type { InkRow } from "./ink-rows.ts"
import type { GridBox } from "./places.ts"

/** An opaque box of one colour around art. `colour` is 0xbbggrr. */
export type SolidBorder = { box: GridBox; colour: number }

/** The most that a channel may be off the border's colour, for the noise of JPEG. */
const TOLERANCE = 20
/** The share of each side that has the border's colour. */
const SIDE_SHARE = 0.97
/** The rows and columns at the box's sides that may be smoothed. */
const SMOOTHED_PX = 2
/** The narrowest box. */
const LEAST_PX = 24
/** The least share of the box that is art; below it a box is a plain patch. */
const LEAST_ART = 0.001
/** Every so many columns are looked at from above and below; those of a word. */
const COLUMN_STEP = 8
const LOOKED_AT = 0x01010101
/** A frame is no wider than this share of the box's shorter side, and its sides differ by this share at most. */
const FRAME_SHARE = 0.15
const FRAME_DIFFERENCE = 0.3

/**
 * Opens a search for a box of one colour around art: the ink's border is opaque and has one colour, and
 * the same colour reaches inwards to art of any outline. A picture that is meant to be a rectangle has
 * other colours at its border, or a frame: the colour is as wide on all sides, and ends along straight
 * lines.
 *
 *   ▒▒▒▒▒▒▒▒▒      ▒▒▒▒▒▒▒▒▒        the widths of the colour, seen from each side:
 *   ▒▒▒▓▓▒▒▒▒      ▒▓▓▓▓▓▓▓▒        different along a side around art, the same along
 *   ▒▒▓▓▓▓▒▒▒      ▒▓▓▓▓▓▓▓▒        a frame
 *   ▒▒▒▒▒▒▒▒▒      ▒▒▒▒▒▒▒▒▒
 *   a white box    a frame
 *
 * `findColour` finds the row's opaque pixels that are off a colour by a tolerance at most: it writes their plane to
 * `bits`, and returns their number.
 */
export function openSolidBorder(
  { columns, rows }: InkGrid,
  bits: Uint32Array,
  findColour: (colour: number, tolerance: number) => number,
) {
  let state: "waiting" | "open" | "ended" | "refuted" = "waiting"
  const box = { left: 0, top: -1, right: 0, bottom: 0 }
  let colour = 0
  let badRows = 0
  let plain = 0
  let lastPlain = 0
  const leftDepths = new Int32Array(rows).fill(-1)
  const rightDepths = new Int32Array(rows).fill(-1)
  const sampled = Math.ceil(columns / COLUMN_STEP)
  const topDepths = new Int32Array(sampled).fill(-1)
  const bottomRows = new Int32Array(sampled).fill(-1)

  return {
    push({ pixels, any }: InkRow, y: number): void {
      if (state === "refuted") return
      if (any.count === 0) {
        if (state === "open") state = "ended"
        return
      }
      if (state === "ended") {
        state = "refuted"
        return
      }
      if (state === "waiting") {
        if (box.top < 0) box.top = y
        // The first rows may be smoothed.
        if (y < box.top + SMOOTHED_PX) return
        box.left = any.ends[0]
        box.right = any.ends[any.count - 1]
        box.bottom = y + 1
        state = "open"
        if (box.right - box.left < LEAST_PX) {
          state = "refuted"
          return
        }
        colour = middleColour(pixels, box.left + SMOOTHED_PX, box.right - SMOOTHED_PX)
        if (findColour(colour, TOLERANCE) < SIDE_SHARE * (box.right - box.left) - 2 * SMOOTHED_PX) {
          state = "refuted"
          return
        }
      }
      look(any.ends[0], any.ends[any.count - 1], y)
    },
    /** Returns the box, or null where there is none around art. */
    finish(): SolidBorder | null {
      if (state === "waiting" || state === "refuted") return null
      const width = box.right - box.left
      const height = box.bottom - box.top
      if (height < LEAST_PX || badRows > (1 - SIDE_SHARE) * height + 2 * SMOOTHED_PX) return null
      if (lastPlain < SIDE_SHARE * width - 2 * SMOOTHED_PX) return null
      if (plain > (1 - LEAST_ART) * width * (height - 2 * SMOOTHED_PX)) return null
      return isFrame(width, height) ? null : { box, colour }
    },
  }

  /** Looks at row y, whose ink goes from column `from` to `to`. */
  function look(from: number, to: number, y: number): void {
    const count = findColour(colour, TOLERANCE)
    const first = box.left + SMOOTHED_PX
    const last = box.right - SMOOTHED_PX - 1
    const isOnSides = isSet(bits, first) && isSet(bits, last)
    if (from < box.left - SMOOTHED_PX || to > box.right + SMOOTHED_PX || !isOnSides) badRows++
    // Early, so that pictures without a box cost nothing: a quarter inch of rows is enough to say.
    if (badRows > 4 * SMOOTHED_PX + 0.1 * (y - box.top)) {
      state = "refuted"
      return
    }
    box.bottom = y + 1
    plain += count
    if (y === rows - 1 || isOnSides) lastPlain = count
    // A smoothed last row says nothing about what is inside.
    if (!isOnSides) return
    if (count < last - first + 1) {
      leftDepths[y] = nextClear(bits, first) - box.left
      rightDepths[y] = box.right - 1 - lastClear(bits, last)
    }
    for (let w = first >>> 5; w <= last >>> 5; w++)
      for (let others = ~bits[w] & LOOKED_AT; others !== 0; others &= others - 1) {
        const x = (w << 5) + lowestBit(others)
        if (x < first || x > last) continue
        const i = x / COLUMN_STEP
        if (topDepths[i] < 0) topDepths[i] = y - box.top
        bottomRows[i] = y
      }
  }

  function isFrame(width: number, height: number): boolean {
    const bottomDepths = bottomRows.map((row) => (row < 0 ? -1 : box.bottom - 1 - row))
    const sides = [leftDepths, rightDepths, topDepths, bottomDepths].map(spreadOf)
    const widths = sides.map(({ middle }) => middle)
    const [least, most] = [Math.min(...widths), Math.max(...widths)]
    const slack = Math.max(2 * SMOOTHED_PX, 0.02 * Math.min(width, height))
    return (
      sides.every(({ spread }) => spread <= slack) &&
      most <= FRAME_SHARE * Math.min(width, height) &&
      most - least <= Math.max(slack, FRAME_DIFFERENCE * most)
    )
  }
}

/** Returns the middle of the depths that are known, and how far the middle eight tenths of them differ. */
function spreadOf(depths: Int32Array): { middle: number; spread: number } {
  const known = depths.filter((depth) => depth >= 0).sort()
  if (known.length === 0) return { middle: 0, spread: Number.POSITIVE_INFINITY }
  const at = (share: number) => known[Math.floor(share * (known.length - 1))]
  return { middle: at(0.5), spread: at(0.9) - at(0.1) }
}

function isSet(bits: Uint32Array, x: number): boolean {
  return ((bits[x >>> 5] >>> (x & 31)) & 1) === 1
}

/** Returns the median of each channel. */
function middleColour(row: Uint8Array, from: number, to: number): number {
  let colour = 0
  for (let c = 0; c < 3; c++) {
    const counts = new Uint32Array(256)
    for (let x = from; x < to; x++) counts[row[x * 4 + c]]++
    let value = 0
    for (let below = counts[0]; below <= (to - from) >> 1; below += counts[value]) value++
    colour |= value << (8 * c)
  }
  return colour
}
