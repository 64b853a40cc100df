import type { RowSource } from "../raster/artwork.ts"
import { type HeldRow, throughWindow } from "./through-window.ts"

/** Ink of at most that alpha counts as none, and of so much less than full as full: a hundredth of a tone. */
const NOISE = 2

/** A maker of dots: makes row y solid in place, once `ahead` rows after it are settled. */
export type Dotting = { ahead: number; open(held: HeldRow): (y: number) => void }

/** Returns a picture whose soft areas are made of dots; all else is cut at its half. */
export function dotSoft(source: RowSource, reach: number, dotting: Dotting): RowSource {
  const { widthPx, heightPx } = source
  const later = 2 * reach
  return throughWindow(source, { behind: 0, ahead: later + dotting.ahead, ownBytes: 9 * widthPx }, (held) => {
    const soft = openSoftRows(widthPx, reach)
    const dot = dotting.open(held)
    return {
      take(y) {
        soft.take(held(y))
        if (y >= later) soft.settle(held(y - later))
      },
      takeEnd() {
        for (let y = Math.max(0, heightPx - later); y < heightPx; y++) soft.settle(held(y))
      },
      make(y) {
        dot(y)
        return held(y)
      },
    }
  })
}

/**
 * Opens the settling of what is soft in a picture, row by row. A soft area is where a square of 2 · `reach` + 1 pixels
 * of half ink fits: an opening, so that smoothed edges and hairs, which are narrower, do not count and are cut at
 * their half. Whatever alpha is not 0 or 255 afterwards belongs to a soft area.
 *
 *   255 255 160  0  0      edge: one of half ink in a row, cut to 255
 *   255 200 170 140 120    area
 */
function openSoftRows(widthPx: number, reach: number) {
  const side = 2 * reach + 1
  /** The rows up to the last one in which so many half pixels lie side by side around a column. */
  const high = new Int32Array(widthPx)
  /** The last row that ends a square around a column. */
  const square = new Int32Array(widthPx).fill(-1)
  const isSoft = new Uint8Array(widthPx)
  let taken = 0
  let settled = 0

  return {
    /** Takes the next row. */
    take(row: Uint8Array): void {
      for (let x = 0; x < widthPx; ) {
        const from = x
        while (x < widthPx && !isHalf(row[x * 4 + 3])) x++
        high.fill(0, from, x)
        const start = x
        while (x < widthPx && isHalf(row[x * 4 + 3])) x++
        // Only the inner columns of a run have half pixels around them.
        const first = Math.min(x, start + reach)
        const end = Math.max(first, x - reach)
        high.fill(0, start, first)
        for (let inner = first; inner < end; inner++) if (++high[inner] >= side) square[inner] = taken
        high.fill(0, end, x)
      }
      taken++
    },
    /** Settles the next row in place; it comes 2 · reach rows after it was taken, or at the picture's end. */
    settle(row: Uint8Array): void {
      const y = settled++
      isSoft.fill(0)
      for (let x = 0; x < widthPx; x++) {
        if (square[x] < y) continue
        const from = x
        while (x + 1 < widthPx && square[x + 1] >= y) x++
        isSoft.fill(1, Math.max(0, from - reach), x + reach + 1)
      }
      for (let x = 0, at = 3; x < widthPx; x++, at += 4) {
        const alpha = row[at]
        if (alpha === 0 || alpha === 255 || (isSoft[x] === 1 && isHalf(alpha))) continue
        row[at] = alpha < 128 ? 0 : 255
      }
    },
  }
}

function isHalf(alpha: number): boolean {
  return alpha > NOISE && alpha < 255 - NOISE
}
