import { clampByte } from "./clamp-byte.ts"
import type { Inner } from "./vp8l-image.ts"

/** A function that undoes one change of the whole picture, row by row from the top, in place. */
export type RowChange = (row: Uint32Array, y: number) => void

/** Adds each of the four bytes. */
export function added(a: number, b: number): number {
  return (((a & 0xff00ff00) + (b & 0xff00ff00)) & 0xff00ff00) | (((a & 0xff00ff) + (b & 0xff00ff)) & 0xff00ff)
}

/** Returns the means of the four bytes, rounded down. */
function mean(a: number, b: number): number {
  return (((a ^ b) & 0xfefefefe) >>> 1) + (a & b)
}

/** Returns `one` or `other`, whichever is nearer to the sum of both less the corner. */
function nearer(above: number, left: number, corner: number): number {
  let difference = 0
  for (let shift = 0; shift < 32; shift += 8) {
    const c = (corner >>> shift) & 255
    difference += Math.abs(((left >>> shift) & 255) - c) - Math.abs(((above >>> shift) & 255) - c)
  }
  return difference <= 0 ? above : left
}

function sumLess(left: number, above: number, corner: number): number {
  let all = 0
  for (let shift = 0; shift < 32; shift += 8)
    all |=
      clampByte(((left >>> shift) & 255) + ((above >>> shift) & 255) - ((corner >>> shift) & 255)) << shift
  return all
}

function halfLess(left: number, above: number, corner: number): number {
  const middle = mean(left, above)
  let all = 0
  for (let shift = 0; shift < 32; shift += 8) {
    const value = (middle >>> shift) & 255
    all |= clampByte(value + Math.trunc((value - ((corner >>> shift) & 255)) / 2)) << shift
  }
  return all
}

const BLACK = 0xff000000

/** Returns what a pixel was predicted as, from its neighbours (RFC 9649, section 4.1). */
function predicted(mode: number, left: number, corner: number, above: number, right: number): number {
  switch (mode) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return right
    case 4:
      return corner
    case 5:
      return mean(mean(left, right), above)
    case 6:
      return mean(left, corner)
    case 7:
      return mean(left, above)
    case 8:
      return mean(corner, above)
    case 9:
      return mean(above, right)
    case 10:
      return mean(mean(left, corner), mean(above, right))
    case 11:
      return nearer(above, left, corner)
    case 12:
      return sumLess(left, above, corner)
    case 13:
      return halfLess(left, above, corner)
    default:
      return BLACK
  }
}

/** Adds predictions to their differences. The pixel above and to the right of a row's last is the row's first. */
export function undoPrediction(widthPx: number, { bits, across, values }: Inner): RowChange {
  const above = new Uint32Array(widthPx + 1)
  return (row, y) => {
    if (y === 0) {
      row[0] = added(row[0], BLACK)
      for (let x = 1; x < widthPx; x++) row[x] = added(row[x], row[x - 1])
    } else {
      row[0] = added(row[0], above[0])
      above[widthPx] = row[0]
      const modes = (y >> bits) * across
      for (let x = 1; x < widthPx; x++) {
        const mode = (values[modes + (x >> bits)] >>> 8) & 15
        row[x] = added(row[x], predicted(mode, row[x - 1], above[x - 1], above[x], above[x + 1]))
      }
    }
    above.set(row.subarray(0, widthPx))
  }
}

/** Returns a share of a channel, both as signed bytes, in 32nds. */
function share(factor: number, channel: number): number {
  return (((factor << 24) >> 24) * ((channel << 24) >> 24)) >> 5
}

/** Adds shares of green to red and blue, and of red to blue (section 4.2). */
export function undoShares(widthPx: number, { bits, across, values }: Inner): RowChange {
  return (row, y) => {
    for (let x = 0; x < widthPx; x++) {
      const factors = values[(y >> bits) * across + (x >> bits)]
      const pixel = row[x]
      const green = pixel >>> 8
      const red = ((pixel >>> 16) + share(factors, green)) & 255
      const blue = (pixel + share(factors >>> 8, green) + share(factors >>> 16, red)) & 255
      row[x] = (pixel & 0xff00ff00) | (red << 16) | blue
    }
  }
}

/** Adds green to red and blue (section 4.3). */
export function undoGreen(widthPx: number): RowChange {
  return (row) => {
    for (let x = 0; x < widthPx; x++) {
      const green = (row[x] >>> 8) & 255
      row[x] = (row[x] & 0xff00ff00) | (((row[x] & 0xff00ff) + ((green << 16) | green)) & 0xff00ff)
    }
  }
}

/** Looks colours up by their indexes, several of which may share a pixel's green (section 4.4). */
export function undoPalette(widthPx: number, palette: Uint32Array, packedBits: number): RowChange {
  const indexBits = 8 >> packedBits
  const mask = (1 << indexBits) - 1
  const inPixel = (1 << packedBits) - 1
  return (row) => {
    // From the right, so that no pixel is overwritten before its last index is read.
    for (let x = widthPx - 1; x >= 0; x--) {
      const green = (row[x >> packedBits] >>> 8) & 255
      row[x] = palette[(green >> ((x & inPixel) * indexBits)) & mask] ?? 0
    }
  }
}
