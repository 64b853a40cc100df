import { lowestBit, widenedWord } from "../ink/bits.ts"
import { rowWords } from "./bit-map.ts"
import {
  EDGE,
  faintLength,
  GROUND,
  KEPT,
  mixSlack,
  OUTSIDE,
  openClimb,
  ringOf,
  type UnmixReach,
  unmixMargin,
} from "./climb.ts"
import { openWay } from "./colour-way.ts"
import type { Ground } from "./read-ground.ts"

/** A box of the picture, and the rows that are held around it, from `top` on. */
type Block = { left: number; top: number; right: number; bottom: number }
type HeldRows = { pixels: Uint32Array; top: number }

/** Returns what becomes of a pixel of an edge, of which `share` (0 to 1) has the colour `fore`, and the rest the ground's. */
export type PaintEdge = (pixel: number, fore: number, share: number) => number

/** The bytes of a block's pixel: its colour, its state, its foreground and its place in the queue. */
const PIXEL_BYTES = 13
/** What rounding may add to the length of the ground's colour, in codes. */
const GROUND_ROUNDING = 1.2
/** How deep, in pixels, what is noise at its outline is noise inside. */
const SPECK_DEPTH = 2
/** The least part of the way from ground to foreground that is no noise, and half a level of alpha. */
const LEAST_CONTRAST = 0.1
const HALF_LEVEL = 0.5 / 255

/**
 * Opens the unmixing of the edges of a ground, in blocks of at most `blockPx` columns and `blockRows` rows. An edge pixel is
 * a mixture C = α F + (1 − α) B of the ground's colour B, which is known, and a foreground F. Each pixel of the outline
 * looks for its F (climb.ts); pixels beside it, to either side, take over its F as long as they fade towards the ground.
 *
 *      B ▁▁▁▂▃▅▆▇███ F        ground │ edge │ kept
 *               ↑ outline, where the tolerance ends
 *
 * α is the projection of C − B on F − B, so an edge keeps its softness. Colours are mixed as codes of sRGB, the way that
 * programs draw.
 */
export function openUnmix(ground: Ground, reach: UnmixReach, block: [number, number], paint: PaintEdge) {
  const { bits, colour, noise } = ground
  const { widthPx, heightPx } = bits
  const { margin, stride, room } = roomOf(ground, reach, block)
  const pixels = new Uint32Array(room)
  const states = new Uint8Array(room)
  const fores = new Uint32Array(room)
  const queue = new Int32Array(room)
  const beside = ringOf(1, 1, stride)
  const { take, along, square } = openWay(colour)
  const { foregroundOf } = openClimb(ground, reach, stride, pixels, states)
  const faint = faintLength(noise)
  const dead = GROUND_ROUNDING + 2 * noise

  /** Paints the edges within a block, into `target`, whose first row is the block's. */
  return (block: Block, rows: HeldRows, target: Uint32Array): void => {
    const outline = findOutline(block)
    if (outline === 0) return
    load(block, rows)
    for (let i = 0; i < outline; i++) fores[queue[i]] = foregroundOf(queue[i])
    for (let i = 0; i < outline; i++) states[queue[i]] = EDGE
    const inner = spread(KEPT, outline, outline)
    write(block, spread(GROUND, outline, inner), target)
  }

  /** Queues the kept pixels beside ground that decide about the block, and returns their number. */
  function findOutline({ left, top, right, bottom }: Block): number {
    const from = Math.max(0, left - reach.band)
    const end = Math.min(widthPx, right + reach.band)
    const last = Math.min(heightPx, bottom + reach.band)
    let count = 0
    for (let y = Math.max(0, top - reach.band); y < last; y++) {
      const [above, own, below] = [rowWords(bits, y - 1), rowWords(bits, y), rowWords(bits, y + 1)]
      for (let w = from >>> 5; w << 5 < end; w++) {
        const around = widenedWord(above, w) | widenedWord(own, w) | widenedWord(below, w)
        for (let word = around & ~own[w]; word !== 0; word &= word - 1) {
          const x = (w << 5) + lowestBit(word)
          if (x >= from && x < end) queue[count++] = (y - top + margin) * stride + x - left + margin
        }
      }
    }
    return count
  }

  function load({ left, top, bottom }: Block, rows: HeldRows): void {
    const from = Math.max(0, left - margin)
    const end = Math.min(widthPx, left - margin + stride)
    const first = Math.max(0, top - margin)
    const last = Math.min(heightPx, bottom + margin)
    if (end - from < stride || (last - first) * stride < room) {
      states.fill(OUTSIDE)
      pixels.fill(0)
    }
    for (let y = first; y < last; y++) {
      const at = (y - top + margin) * stride + from - left + margin
      const source = (y - rows.top) * widthPx
      pixels.set(rows.pixels.subarray(source + from, source + end), at)
      const words = rowWords(bits, y)
      for (let x = from; x < end; ) {
        const to = Math.min(end, (x | 31) + 1)
        const word = words[x >>> 5]
        if (word === 0 || word === 0xffffffff)
          states.fill(word === 0 ? KEPT : GROUND, at + x - from, at + to - from)
        else
          for (let i = x; i < to; i++) states[at + i - from] = ((word >>> (i & 31)) & 1) === 1 ? GROUND : KEPT
        x = to
      }
    }
  }

  /**
   * Spreads edges from the outline, the first `outline` of the queue, to pixels that are `state` and mixtures of the same
   * colours: inwards as long as α rises, into the ground as long as it falls. Returns the queue's new end.
   */
  function spread(state: number, outline: number, count: number): number {
    let [from, end] = [0, outline]
    let to = count
    for (let depth = 0; depth < reach.band && from < end; depth++) {
      const first = to
      for (let i = from; i < end; i++) {
        const at = queue[i]
        const fore = fores[at]
        const length = take(fore)
        if (length === 0) {
          if (state === KEPT && depth < SPECK_DEPTH) to = spreadNoise(at, to)
          continue
        }
        const way = along(pixels[at]) / length
        const full = length - dead
        if (state === KEPT && way >= full) continue
        for (let k = 0; k < beside.length; k++) {
          const next = at + beside[k]
          if (states[next] !== state || pixels[next] >>> 24 === 0) continue
          const nextWay = along(pixels[next]) / length
          const isFading = state === KEPT ? nextWay > way && nextWay < full : nextWay < way && nextWay > dead
          if (!isFading) continue
          const off = Math.sqrt(Math.max(0, square(pixels[next]) - nextWay * nextWay))
          if (off > mixSlack(nextWay, noise)) continue
          states[next] = EDGE
          fores[next] = fore
          queue[to++] = next
        }
      }
      from = first
      end = to
    }
    return to
  }

  /** Spreads noise to what is as faint. */
  function spreadNoise(at: number, count: number): number {
    let to = count
    for (const step of beside) {
      const next = at + step
      if (states[next] !== KEPT || square(pixels[next]) > faint * faint) continue
      states[next] = EDGE
      fores[next] = colour
      queue[to++] = next
    }
    return to
  }

  /** Paints the edges of the queue that lie in the block. */
  function write({ left, top, right, bottom }: Block, count: number, target: Uint32Array): void {
    for (let i = 0; i < count; i++) {
      const at = queue[i]
      const row = Math.floor(at / stride)
      const x = at - row * stride - margin + left
      const y = row - margin + top
      if (x < left || x >= right || y < top || y >= bottom) continue
      target[(y - top) * widthPx + x] = paint(pixels[at], fores[at], shareOf(pixels[at], fores[at]))
    }
  }

  /** Returns the share of the foreground in a pixel; within the noise of ground or foreground, none or all. */
  function shareOf(pixel: number, fore: number): number {
    const length = take(fore)
    if (length === 0) return 0
    const way = along(pixel) / length
    const share =
      noise === 0 ? way / length : (way - dead) / Math.max(LEAST_CONTRAST * length, length - 2 * dead)
    return share < 1 - HALF_LEVEL ? Math.max(0, share) : 1
  }
}

/** Returns the bytes of an unmixing. */
export function unmixBytes(ground: Ground, reach: UnmixReach, block: [number, number]): number {
  return roomOf(ground, reach, block).room * PIXEL_BYTES
}

/** Returns the pixels around a block that are looked at, and those of a row and of all rows with them. */
function roomOf({ bits }: Ground, reach: UnmixReach, [blockPx, blockRows]: [number, number]) {
  const margin = unmixMargin(reach)
  const stride = Math.min(blockPx, bits.widthPx) + 2 * margin
  return { margin, stride, room: stride * (Math.min(blockRows, bits.heightPx) + 2 * margin) }
}
