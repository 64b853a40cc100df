import type { RowSource } from "../raster/artwork.ts"
import { restingPause } from "../raster/pause.ts"
import { enlargedEdges } from "./enlarge.ts"
import type { MendStep } from "./mend.ts"
import { remembered, unlikeness } from "./oklab.ts"
import { isAlike, ONE_COLOUR, readPalette } from "./palette.ts"
import { throughWindow } from "./through-window.ts"

/** The pixels around one, across and down, whose colours it may be a mixture of. */
const AROUND = 2
/** Film, and a pixel that has none of the colours. The colours are the numbers between. */
const FILM = 0
const MIXED = 255
const OPAQUE = 250
const LEAST_ALPHA = 2
/** The share of a colour that is noise. */
const LEAST_SHARE = 0.08

/**
 * Draws a picture of few colours anew: each pixel gets the colour that is nearest among at most so many, each pixel of
 * an edge a mixture of two of those around it, and edges become as sharp as `enlarge` makes them, at its size. A picture
 * without opaque pixels stays as it is.
 */
export const trace: MendStep<"trace"> = async (source, { colours }, context) => {
  const palette = await readPalette(source, colours, restingPause(context.host))
  if (palette.length === 0) return source
  return enlargedEdges(flatColours(source, palette), context)
}

function flatColours(source: RowSource, palette: readonly number[]): RowSource {
  const { widthPx, heightPx } = source
  const rowCount = 2 * AROUND + 1
  const ownBytes = rowCount * widthPx
  return throughWindow(source, { behind: AROUND, ahead: AROUND, ownBytes }, (held) => {
    const labels = Array.from({ length: rowCount }, () => new Uint8Array(widthPx))
    const labelsOf = (y: number) => labels[Math.max(0, Math.min(heightPx - 1, y)) % rowCount]
    const nearestOf = remembered((colour) => nearestIn(palette, colour))
    const labelOf = remembered((colour) => {
      const nearest = nearestOf(colour)
      return unlikeness(palette[nearest - 1], colour) <= ONE_COLOUR ? nearest : MIXED
    })
    const entries = [0, ...palette.map((colour) => (colour | 0xff000000) >>> 0)]
    const target = new Uint8Array(widthPx * 4)
    const pixels = new Uint32Array(target.buffer)
    const isNear = new Uint8Array(entries.length)

    return {
      take(y) {
        const row = held(y)
        const line = new Uint32Array(row.buffer, row.byteOffset, widthPx)
        const own = labelsOf(y)
        for (let x = 0; x < widthPx; x++) {
          const alpha = line[x] >>> 24
          own[x] = alpha < LEAST_ALPHA ? FILM : alpha >= OPAQUE ? labelOf(line[x] & 0xffffff) : MIXED
        }
      },
      make(y) {
        const row = held(y)
        const line = new Uint32Array(row.buffer, row.byteOffset, widthPx)
        const [above, own, below] = [labelsOf(y - 1), labelsOf(y), labelsOf(y + 1)]
        for (let x = 0; x < widthPx; x++) {
          const label = own[x]
          const left = x > 0 ? own[x - 1] : label
          const right = x + 1 < widthPx ? own[x + 1] : label
          const isPlain = label !== MIXED && label === left && label === right
          if (isPlain && label === above[x] && label === below[x]) pixels[x] = entries[label]
          else if (label === MIXED && isWithinArea(x, y, line))
            pixels[x] = entries[nearestOf(line[x] & 0xffffff)]
          else pixels[x] = mixtureAt(x, y, line[x])
        }
        return target
      },
    }

    /** Returns true for an opaque pixel that has neighbours like it in its row and its column: it is no edge, whatever its colour. */
    function isWithinArea(x: number, y: number, line: Uint32Array): boolean {
      const pixel = line[x]
      const isLike = (row: Uint32Array, at: number) => at >= 0 && at < widthPx && isAlike(row[at], pixel)
      if (pixel >>> 24 < OPAQUE || !(isLike(line, x - 1) || isLike(line, x + 1))) return false
      return [y - 1, y + 1].some((beside) => {
        const row = held(beside)
        return isLike(new Uint32Array(row.buffer, row.byteOffset, widthPx), x)
      })
    }

    /** Returns the mixture of two colours around a pixel that comes nearest to it. */
    function mixtureAt(x: number, y: number, pixel: number): number {
      isNear.fill(0)
      if (pixel >>> 24 >= LEAST_ALPHA) isNear[nearestOf(pixel & 0xffffff)] = 1
      for (let dy = -AROUND; dy <= AROUND; dy++) {
        const row = labelsOf(y + dy)
        const end = Math.min(widthPx - 1, x + AROUND)
        for (let at = Math.max(0, x - AROUND); at <= end; at++) if (row[at] !== MIXED) isNear[row[at]] = 1
      }
      // What is opaque has no film in it; what is not has, wherever it lies.
      isNear[FILM] = pixel >>> 24 < OPAQUE ? 1 : 0
      let best = pixel
      let least = Number.POSITIVE_INFINITY
      for (let one = 0; one < entries.length; one++) {
        if (isNear[one] === 0) continue
        for (let other = one; other < entries.length; other++) {
          if (isNear[other] === 0) continue
          const share = shareOf(pixel, entries[one], entries[other])
          const mixed = mix(entries[one], entries[other], share)
          const off = offBy(pixel, mixed)
          if (off >= least) continue
          least = off
          best = mixed
        }
      }
      return best
    }
  })
}

/** Returns the number, from 1 on, of the colour that is nearest. */
function nearestIn(palette: readonly number[], colour: number): number {
  let nearest = 0
  for (let i = 1; i < palette.length; i++)
    if (unlikeness(palette[i], colour) < unlikeness(palette[nearest], colour)) nearest = i
  return nearest + 1
}

/** Returns how much of `other` is in a pixel that is mixed of it and `one`; next to none is none. */
function shareOf(pixel: number, one: number, other: number): number {
  let [along, square] = [0, 0]
  for (let shift = 0; shift < 32; shift += 8) {
    const way = premultiplied(other, shift) - premultiplied(one, shift)
    along += (premultiplied(pixel, shift) - premultiplied(one, shift)) * way
    square += way * way
  }
  const share = square === 0 ? 0 : along / square
  return share < LEAST_SHARE ? 0 : share > 1 - LEAST_SHARE ? 1 : share
}

function mix(one: number, other: number, share: number): number {
  if (share === 0) return one
  if (share === 1) return other
  const alpha = (one >>> 24) * (1 - share) + (other >>> 24) * share
  let mixed = Math.round(alpha) << 24
  for (let shift = 0; shift < 24; shift += 8) {
    const sum = premultiplied(one, shift) * (1 - share) + premultiplied(other, shift) * share
    mixed |= Math.min(255, Math.round((sum * 255) / alpha)) << shift
  }
  return mixed >>> 0
}

/** Returns the square of the distance of two pixels, in premultiplied codes. */
function offBy(one: number, other: number): number {
  let square = 0
  for (let shift = 0; shift < 32; shift += 8)
    square += (premultiplied(one, shift) - premultiplied(other, shift)) ** 2
  return square
}

/** Returns a channel of a pixel as its alpha lets it count; alpha itself as it is. */
function premultiplied(pixel: number, shift: number): number {
  const code = (pixel >>> shift) & 255
  return shift === 24 ? code : (code * (pixel >>> 24)) / 255
}
