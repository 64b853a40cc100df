/** Readable twin of _mend-climb.as.ts: same foregrounds from plain loops. */

import { openWay } from "../mend/colour-way.ts"
import { EDGE, KEPT, OUTSIDE } from "../mend/edge-state.ts"

/** A block of pixels around the edges of a ground: rows of `stride` pixels, and the ground's colour and noise in codes. */
export type EdgeBlock = {
  /** RGBA8, red lowest. */
  pixels: Uint32Array
  states: Uint8Array
  stride: number
  colour: number
  noise: number
  /** The length of colours that are noise where they stand alone. */
  faint: number
}

/** The least alpha of a pixel whose colour says something. */
const LEAST_ALPHA = 128
/** A climb goes on where it rises by this share of the steepest step so far: a twentieth is 0.99 of a Gaussian's height. */
const LEAST_RISE = 0.05
/** What rounding may add to a length, in codes: to that of a rise, of the end of a climb, and of a colour beside its way. */
const RISE_ROUNDING = 0.75
const END_ROUNDING = 0.4
const MIX_ROUNDING = 1.5
/** The share of its length that a colour may be off the way from the ground's to another that it is a mixture with. */
const MIX_SHARE = 0.06
/** The share of its length that a colour may differ from its neighbours' where it is full. */
const FULL_SHARE = 0.03
/** The most that a colour rises over two pixels where it is level. */
const LEVEL = 0.6
/** How much more the first step rises than the second if it is one of an edge, and the second of a fill. */
const STEADY = 1.5
/** How much more than a rise it counts to be off the way. */
const OFF_WAY = 2
/** A pixel without another of art beside it, or of its own colour in its row and column, is noise up to so many times what is faint. */
const ALONE = 2

/** Returns how far a colour of this length may be beside the way of those that it is a mixture of. */
export function mixSlack(length: number, noise: number): number {
  return MIX_ROUNDING + noise + MIX_SHARE * length
}

/**
 * Returns the foregrounds (0xbbggrr) of the pixels of a ground's outline. Each climbs away from the ground's colour, as long as
 * each step explains the one before as a mixture with the ground and the rise is steep, at most `climb` pixels far. At its end is
 * the foreground in full colour, as near as it can be found, `search` pixels around.
 */
export function findForegrounds(
  { pixels, states, stride, colour, noise, faint }: EdgeBlock,
  outline: Iterable<number>,
  climb: number,
  search: number,
): number[] {
  const { take, along, square } = openWay(colour)
  const rings = Array.from({ length: search + 1 }, (_, k) => ringOf(k, stride))
  const [, beside, twoAway] = rings
  const around = rings.slice(1).flat()
  return Array.from(outline, foregroundOf)

  /** Returns the colour that a pixel of the outline is a mixture with: its own if it is none, the ground's if it is noise. */
  function foregroundOf(start: number): number {
    let length = take(pixels[start])
    if (length <= ALONE * faint && beside.every((step) => !isArt(start + step))) return colour
    let peak = 0
    for (const step of beside) {
      const next = start + step
      if (states[next] === OUTSIDE) continue
      peak = Math.max(peak, pixels[next] >>> 24 === 0 ? length : -riseTo(next, length))
    }
    let at = start
    for (;;) {
      let next = climbFrom(at, length, beside, Math.max(RISE_ROUNDING + noise, LEAST_RISE * peak))
      if (next < 0)
        next = climbFrom(at, length, twoAway, Math.max(RISE_ROUNDING + noise, 2 * LEAST_RISE * peak))
      if (next < 0 || distance(start, next) > climb) break
      peak = Math.max(peak, riseTo(next, length) / distance(at, next))
      at = next
      length = take(pixels[at])
    }
    return fullColour(settled(at, length))
  }

  /** Returns the colour of a climb's end; the ground's if that is noise, or a few pixels that are little more. */
  function fullColour(end: number): number {
    if (noise === 0) return pixels[end] & 0xffffff
    const length = take(pixels[end])
    const isNoise = length <= faint || (length <= ALONE * faint && !isAsFull(end, length))
    return isNoise ? colour : smoothed(end)
  }

  /**
   * Returns the pixel in full colour near the end of a climb. The last of an edge rises less and less, until it is level; a
   * fill that varies goes on rising, so at most the next pixel is of the edge. A stroke that is nowhere full is as full as
   * where it is thickest.
   */
  function settled(end: number, length: number): number {
    if (isPlain(end)) return end
    // The highest pixel up to each ring around the end, -1 for the end itself, and its rise.
    const tops = [-1]
    const rises = [0]
    const lookAt = (k: number) => {
      const top = climbFrom(end, length, rings[k], Math.max(END_ROUNDING + noise, rises[k - 1]))
      tops[k] = top < 0 ? tops[k - 1] : top
      rises[k] = top < 0 ? rises[k - 1] : riseTo(top, length)
    }
    lookAt(1)
    let level = 0
    for (; level + 2 <= search; level++) {
      lookAt(level + 2)
      if (rises[level + 2] - rises[level] <= LEVEL + noise) break
    }
    if (level + 2 > search) level = rises[1] > STEADY * (rises[2] - rises[1]) ? 1 : 0
    const at = tops[level] < 0 ? end : tops[level]
    const fullLength = take(pixels[at])
    if (isAsFull(at, fullLength)) return at
    const least = RISE_ROUNDING + noise + FULL_SHARE * fullLength
    const thicker = climbFrom(at, fullLength, around, least)
    return thicker < 0 ? at : thicker
  }

  /** Returns the pixel, so many steps away, that rises the most above one that may be its mixture; -1 if none does by more than `least`. */
  function climbFrom(at: number, length: number, steps: readonly number[], least: number): number {
    const slack = mixSlack(length, noise)
    let best = -1
    let most = least
    for (const step of steps) {
      const next = at + step
      if (!isArt(next)) continue
      const rise = riseTo(next, length)
      if (rise <= most) continue
      const way = rise + length
      const off = length * Math.sqrt(Math.max(0, 1 - (way * way) / square(pixels[next])))
      const score = off > slack ? rise - OFF_WAY * (off - slack) : rise
      if (score <= most) continue
      most = score
      best = next
    }
    return best
  }

  /** Returns by how much a pixel rises above the way taken, which is `length` long. */
  function riseTo(at: number, length: number): number {
    return length === 0 ? 0 : along(pixels[at]) / length - length
  }

  function isArt(at: number): boolean {
    return (states[at] === KEPT || states[at] === EDGE) && pixels[at] >>> 24 >= LEAST_ALPHA
  }

  /** Returns true if a pixel has the very colour of one beside it in its row and of one in its column. */
  function isPlain(at: number): boolean {
    const pixel = pixels[at]
    return (
      (pixel === pixels[at - 1] || pixel === pixels[at + 1]) &&
      (pixel === pixels[at - stride] || pixel === pixels[at + stride])
    )
  }

  /** Returns true if a colour is about that of one beside it in its row and of one in its column: thin strokes may be half covered. */
  function isAsFull(at: number, length: number): boolean {
    const slack = MIX_ROUNDING + noise + FULL_SHARE * length
    const isAlike = (next: number) => isArt(next) && apart(pixels[at], pixels[next]) <= slack
    return (isAlike(at - 1) || isAlike(at + 1)) && (isAlike(at - stride) || isAlike(at + stride))
  }

  /** Returns the mean of a pixel and those beside it that differ by noise. */
  function smoothed(at: number): number {
    const alike = [at, ...beside.map((step) => at + step)].filter(
      (next) => isArt(next) && apart(pixels[at], pixels[next]) <= MIX_ROUNDING + 2 * noise,
    )
    if (alike.length === 0) return pixels[at] & 0xffffff
    const [red, green, blue] = [0, 8, 16].map((shift) =>
      Math.round(alike.reduce((sum, next) => sum + ((pixels[next] >>> shift) & 255), 0) / alike.length),
    )
    return red | (green << 8) | (blue << 16)
  }

  function distance(from: number, to: number): number {
    const rows = Math.floor(to / stride) - Math.floor(from / stride)
    return Math.max(Math.abs(rows), Math.abs(to - from - rows * stride))
  }
}

/** Returns the distance of two colours in codes. */
function apart(one: number, other: number): number {
  const r = (one & 255) - (other & 255)
  const g = ((one >>> 8) & 255) - ((other >>> 8) & 255)
  const b = ((one >>> 16) & 255) - ((other >>> 16) & 255)
  return Math.sqrt(r * r + g * g + b * b)
}

/** Returns the steps to the pixels that are `away` from one, in the order of rows. */
export function ringOf(away: number, stride: number): number[] {
  const steps: number[] = []
  for (let y = -away; y <= away; y++)
    for (let x = -away; x <= away; x++)
      if (Math.max(Math.abs(x), Math.abs(y)) === away) steps.push(y * stride + x)
  return steps
}
