import { openWay } from "./colour-way.ts"
import type { Ground } from "./read-ground.ts"

/**
 * How far, in pixels, an edge reaches to either side of the ground's outline, how far from there its foreground is looked
 * for, and how far around a climb's end.
 */
export type UnmixReach = { band: number; climb: number; search: number }

/** The most pixels around a pixel that decide about it; a foreground's own neighbours are looked at, too. */
export function unmixMargin({ band, climb, search }: UnmixReach): number {
  return band + climb + search + 2
}

/** The states of pixels: of the picture as it is, of the ground, of an edge between them, and beside the picture. */
export const KEPT = 0
export const GROUND = 1
export const EDGE = 2
export const OUTSIDE = 3
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
/** A colour that is so many times the noise away from the ground's, or so far, or less, is noise. In the dark JPEG errs most. */
const FAINT = 6
const LEAST_FAINT = 24
/** A pixel without another of art beside it is noise up to so many times that. */
const ALONE = 2

/** Returns how far a colour of this length may be beside the way of those that it is a mixture of. */
export function mixSlack(length: number, noise: number): number {
  return MIX_ROUNDING + noise + MIX_SHARE * length
}

/** Returns the length of colours that are noise where they stand alone. */
export function faintLength(noise: number): number {
  return noise === 0 ? 0 : Math.max(LEAST_FAINT, FAINT * noise)
}

/**
 * Opens climbs in a block of pixels, `stride` wide: from a pixel at the ground's outline away from the ground's colour,
 * as long as each step explains the one before as a mixture with the ground and the rise is steep. At their ends is the
 * foreground in full colour, as near as it can be found.
 */
export function openClimb(
  { colour, noise }: Ground,
  reach: UnmixReach,
  stride: number,
  pixels: Uint32Array,
  states: Uint8Array,
) {
  const { take, along, square } = openWay(colour)
  const faint = faintLength(noise)
  const around = ringOf(1, reach.search, stride)
  const rings = Array.from({ length: reach.search + 1 }, (_, k) => ringOf(k, k, stride))
  const [, beside, twoAway] = rings
  // The highest pixel up to each ring around the end of a climb, -1 for the end itself, and its rise.
  const tops = new Int32Array(reach.search + 1).fill(-1)
  const rises = new Float64Array(reach.search + 1)

  return { foregroundOf }

  /** Returns the colour that a pixel of the outline is a mixture with: its own if it is none, the ground's if it is noise. */
  function foregroundOf(start: number): number {
    let length = take(pixels[start])
    if (length <= ALONE * faint && isAlone(start)) return colour
    let peak = 0
    for (let i = 0; i < beside.length; i++) {
      const next = start + beside[i]
      if (states[next] === OUTSIDE) continue
      peak = Math.max(peak, pixels[next] >>> 24 === 0 ? length : -riseTo(next, length))
    }
    let at = start
    for (;;) {
      let next = climbFrom(at, length, beside, Math.max(RISE_ROUNDING + noise, LEAST_RISE * peak))
      if (next < 0)
        next = climbFrom(at, length, twoAway, Math.max(RISE_ROUNDING + noise, 2 * LEAST_RISE * peak))
      if (next < 0 || distance(start, next) > reach.climb) break
      peak = Math.max(peak, riseTo(next, length) / distance(at, next))
      at = next
      length = take(pixels[at])
    }
    const end = settled(at, length)
    if (noise === 0) return pixels[end] & 0xffffff
    return take(pixels[end]) <= faint ? colour : smoothed(end)
  }

  /**
   * Returns the pixel in full colour near the end of a climb. The last of an edge rises less and less, until it is level; a
   * fill that varies goes on rising, so at most the next pixel is of the edge. A stroke that is nowhere full is as full as
   * where it is thickest.
   */
  function settled(end: number, length: number): number {
    if (isPlain(end)) return end
    const lookAt = (k: number) => {
      const top = climbFrom(end, length, rings[k], Math.max(END_ROUNDING + noise, rises[k - 1]))
      tops[k] = top < 0 ? tops[k - 1] : top
      rises[k] = top < 0 ? rises[k - 1] : riseTo(top, length)
    }
    lookAt(1)
    let level = 0
    for (; level + 2 <= reach.search; level++) {
      lookAt(level + 2)
      if (rises[level + 2] - rises[level] <= LEVEL + noise) break
    }
    if (level + 2 > reach.search) level = rises[1] > STEADY * (rises[2] - rises[1]) ? 1 : 0
    const at = tops[level] < 0 ? end : tops[level]
    const fullLength = take(pixels[at])
    if (isAsFull(at, fullLength)) return at
    const least = RISE_ROUNDING + noise + FULL_SHARE * fullLength
    const thicker = climbFrom(at, fullLength, around, least)
    return thicker < 0 ? at : thicker
  }

  /** Returns the pixel, so many steps away, that rises the most above one that may be its mixture; -1 if none does by more than `least`. */
  function climbFrom(at: number, length: number, steps: Int32Array, least: number): number {
    const slack = mixSlack(length, noise)
    let best = -1
    let most = least
    for (let i = 0; i < steps.length; i++) {
      const next = at + steps[i]
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

  function isAlone(at: number): boolean {
    return beside.every((step) => !isArt(at + step))
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
    const sums = [0, 0, 0]
    let count = 0
    const add = (next: number) => {
      if (!isArt(next) || apart(pixels[at], pixels[next]) > MIX_ROUNDING + 2 * noise) return
      count++
      for (let c = 0; c < 3; c++) sums[c] += (pixels[next] >>> (8 * c)) & 255
    }
    add(at)
    for (const step of beside) add(at + step)
    if (count === 0) return pixels[at] & 0xffffff
    const [red, green, blue] = sums.map((sum) => Math.round(sum / count))
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

/** Returns the steps to the pixels around one, from `first` to `last` pixels away. */
export function ringOf(first: number, last: number, stride: number): Int32Array {
  const steps: number[] = []
  for (let y = -last; y <= last; y++)
    for (let x = -last; x <= last; x++)
      if (Math.max(Math.abs(x), Math.abs(y)) >= first) steps.push(y * stride + x)
  return Int32Array.from(steps)
}
