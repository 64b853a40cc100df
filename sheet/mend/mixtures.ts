import { openUnlikeness, remembered } from "./oklab.ts"
import { isAlike, ONE_COLOUR } from "./palette.ts"
import type { HeldRow } from "./through-window.ts"

/** The pixels around one, across and down, whose colours it may be a mixture of. */
export const MIXED_AROUND = 2
/** The label of film; colour i of a palette has i + 1. */
export const FILM = 0
/** A pixel that has none of the colours. */
const MIXED = 255
const OPAQUE = 250
const LEAST_ALPHA = 2
/** The least alpha between two colours that are drawn side by side: each covers a part of what the other leaves. */
const SEAM_ALPHA = 128

/** A pixel's part in a picture of few colours: so much of `other`, and the rest of `one`. */
type TakeMixture = (x: number, one: number, other: number, share: number) => void

/** Returns the bytes that `openMixtures` holds besides the rows. */
export function mixtureBytes(widthPx: number): number {
  return (2 * MIXED_AROUND + 1) * widthPx
}

/**
 * Opens the reading of rows as mixtures of two of a palette's colours, film among them: within an area of the colour that is
 * nearest, at an edge of those around that come nearest to the pixel.
 */
export function openMixtures(
  palette: readonly number[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  held: HeldRow,
) {
  const rowCount = 2 * MIXED_AROUND + 1
  const labels = Array.from({ length: rowCount }, () => new Uint8Array(widthPx))
  const labelsOf = (y: number) => labels[Math.max(0, Math.min(heightPx - 1, y)) % rowCount]
  const unlikenesses = palette.map(openUnlikeness)
  const nearestOf = remembered((colour) => nearestIn(unlikenesses, colour))
  const labelOf = remembered((colour) => {
    const nearest = nearestOf(colour)
    return unlikenesses[nearest - 1](colour) <= ONE_COLOUR ? nearest : MIXED
  })
  const entries = labelColours(palette)
  const isNear = new Uint8Array(entries.length)
  const lineOf = (y: number) => {
    const row = held(y)
    return new Uint32Array(row.buffer, row.byteOffset, widthPx)
  }

  return {
    /** Looks at row y, which has just come. */
    look(y: number): void {
      const line = lineOf(y)
      const own = labelsOf(y)
      for (let x = 0; x < widthPx; x++) {
        const alpha = line[x] >>> 24
        own[x] = alpha < LEAST_ALPHA ? FILM : alpha >= OPAQUE ? labelOf(line[x] & 0xffffff) : MIXED
      }
    },
    /** Reads row y, once MIXED_AROUND rows behind it have been looked at. */
    read(y: number, take: TakeMixture): void {
      const line = lineOf(y)
      const [above, own, below] = [labelsOf(y - 1), labelsOf(y), labelsOf(y + 1)]
      for (let x = 0; x < widthPx; x++) {
        const label = own[x]
        const left = x > 0 ? own[x - 1] : label
        const right = x + 1 < widthPx ? own[x + 1] : label
        const isPlain = label !== MIXED && label === left && label === right
        if (isPlain && label === above[x] && label === below[x]) take(x, label, label, 0)
        else if (label === MIXED && isWithinArea(x, y, line)) {
          const nearest = nearestOf(line[x] & 0xffffff)
          take(x, nearest, nearest, 0)
        } else takeMixture(x, y, line[x], take)
      }
    },
  }

  /** Returns true for an opaque pixel that has neighbours like it in its row and its column: it is no edge, whatever its colour. */
  function isWithinArea(x: number, y: number, line: Uint32Array): boolean {
    const pixel = line[x]
    const isLike = (row: Uint32Array, at: number) => at >= 0 && at < widthPx && isAlike(row[at], pixel)
    if (pixel >>> 24 < OPAQUE || !(isLike(line, x - 1) || isLike(line, x + 1))) return false
    return [y - 1, y + 1].some((beside) => isLike(lineOf(beside), x))
  }

  /** Takes the mixture of two colours around a pixel that comes nearest to it. */
  function takeMixture(x: number, y: number, seen: number, take: TakeMixture): void {
    isNear.fill(0)
    if (seen >>> 24 >= LEAST_ALPHA) isNear[nearestOf(seen & 0xffffff)] = 1
    for (let dy = -MIXED_AROUND; dy <= MIXED_AROUND; dy++) {
      const row = labelsOf(y + dy)
      const end = Math.min(widthPx - 1, x + MIXED_AROUND)
      for (let at = Math.max(0, x - MIXED_AROUND); at <= end; at++) if (row[at] !== MIXED) isNear[row[at]] = 1
    }
    let colours = 0
    for (let label = 1; label < entries.length; label++) colours += isNear[label]
    // What is opaque has no film in it; what is not has, wherever it lies, unless two colours meet there without it.
    const isSeam = isNear[FILM] === 0 && seen >>> 24 >= SEAM_ALPHA && colours >= 2
    const pixel = isSeam ? (seen | 0xff000000) >>> 0 : seen
    isNear[FILM] = pixel >>> 24 < OPAQUE ? 1 : 0
    let [bestOne, bestOther, bestShare] = [FILM, FILM, 0]
    let least = Number.POSITIVE_INFINITY
    for (let one = 0; one < entries.length; one++) {
      if (isNear[one] === 0) continue
      for (let other = one; other < entries.length; other++) {
        if (isNear[other] === 0) continue
        const share = shareOf(pixel, entries[one], entries[other])
        const off = offBy(pixel, mixed(entries[one], entries[other], share))
        if (off >= least) continue
        least = off
        bestOne = one
        bestOther = other
        bestShare = share
      }
    }
    take(x, bestOne, bestOther, bestShare)
  }
}

/** Returns the pixels of a palette's labels, 0xaabbggrr. */
export function labelColours(palette: readonly number[]): number[] {
  return [0, ...palette.map((colour) => (colour | 0xff000000) >>> 0)]
}

/** Returns the number, from 1 on, of the colour that is nearest. */
function nearestIn(unlikenesses: readonly ((colour: number) => number)[], colour: number): number {
  let nearest = 0
  let least = unlikenesses[0](colour)
  for (let i = 1; i < unlikenesses.length; i++) {
    const away = unlikenesses[i](colour)
    if (away >= least) continue
    least = away
    nearest = i
  }
  return nearest + 1
}

/** Returns how much of `other` is in a pixel that is mixed of it and `one`. */
function shareOf(pixel: number, one: number, other: number): number {
  let [along, square] = [0, 0]
  for (let shift = 0; shift < 32; shift += 8) {
    const way = premultiplied(other, shift) - premultiplied(one, shift)
    along += (premultiplied(pixel, shift) - premultiplied(one, shift)) * way
    square += way * way
  }
  return square === 0 ? 0 : Math.max(0, Math.min(1, along / square))
}

/** Returns the pixel that is mixed of two, so much of it of the other. */
export function mixed(one: number, other: number, share: number): number {
  if (share === 0) return one
  if (share === 1) return other
  const alpha = (one >>> 24) * (1 - share) + (other >>> 24) * share
  let pixel = Math.round(alpha) << 24
  for (let shift = 0; shift < 24; shift += 8) {
    const sum = premultiplied(one, shift) * (1 - share) + premultiplied(other, shift) * share
    pixel |= Math.min(255, Math.round((sum * 255) / alpha)) << shift
  }
  return pixel >>> 0
}

/** Returns the square of the distance of two pixels, in premultiplied codes. */
function offBy(one: number, other: number): number {
  let square = 0
  for (let shift = 0; shift < 32; shift += 8)
    square += (premultiplied(one, shift) - premultiplied(other, shift)) ** 2
  return square
}

/** Returns a channel of a pixel as its alpha lets it count; alpha itself as it is. */
export function premultiplied(pixel: number, shift: number): number {
  const code = (pixel >>> shift) & 255
  return shift === 24 ? code : (code * (pixel >>> 24)) / 255
}
