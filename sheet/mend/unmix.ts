import { lowestBit, widenedWord } from "../ink/bits.ts"
import type { RasterKernel } from "../raster/raster-kernel.ts"
import { rowWords } from "./bit-map.ts"
import { openWay } from "./colour-way.ts"
import { EDGE, GROUND, KEPT, OUTSIDE } from "./edge-state.ts"
import type { Ground } from "./read-ground.ts"

/**
 * How far, in pixels, an edge reaches to either side of the ground's outline, how far from there its foreground is looked
 * for, and how far around a climb's end.
 */
export type UnmixReach = { band: number; climb: number; search: number }

/** A box of the picture, and where in the kernel's memory the rows are held around it, from `top` on. */
type Block = { left: number; top: number; right: number; bottom: number }
type HeldRows = { at: number; top: number }

/** Returns what becomes of a pixel of an edge, of which `share` (0 to 1) has the colour `fore`, and the rest the ground's. */
export type PaintEdge = (pixel: number, fore: number, share: number) => number

/** The bytes of a block's pixel: its colour, its state, its foreground, that of the climbs that end there, and its place in the queue. */
const PIXEL_BYTES = 17
/** The bytes of the block's record: see `openBlock` in sheet/kernel/_mend-block.as.ts. */
const RECORD_BYTES = 40
/** What rounding may add to the length of the ground's colour, in codes. */
const GROUND_ROUNDING = 1.2
/** A colour that is so many times the noise away from the ground's, or so far, or less, is noise. In the dark JPEG errs most. */
const FAINT = 6
const LEAST_FAINT = 24
/** The least part of the way from ground to foreground that is no noise, and half a level of alpha. */
const LEAST_CONTRAST = 0.1
const HALF_LEVEL = 0.5 / 255

/** The share of a foreground below which a pixel of a noisy picture is noise, unless one beside it has more. */
const FAINT_SHARE = 0.1

/** The states of four pixels by their bits, a byte each. */
const STATES = Uint32Array.from({ length: 16 }, (_, bits) =>
  [0, 1, 2, 3].reduce((word, i) => word | ((((bits >>> i) & 1) === 1 ? GROUND : KEPT) << (8 * i)), 0),
)

/**
 * Returns the most pixels around a pixel that decide about it, in fours: the last foreground is looked for around one that was
 * found before.
 */
export function unmixMargin({ band, climb, search }: UnmixReach): number {
  return inFours(band + climb + 2 * search + 2)
}

function inFours(count: number): number {
  return Math.ceil(count / 4) * 4
}

/**
 * Opens the unmixing of the edges of a ground, in blocks of at most `blockPx` columns, a multiple of four, and `blockRows` rows. An edge pixel is
 * a mixture C = α F + (1 − α) B of the ground's colour B, which is known, and a foreground F. Each pixel of the outline
 * looks for its F (sheet/kernel/mend-climb.twin.ts); pixels beside it, to either side, take over its F as long as they fade
 * towards the ground (mend-spread.twin.ts).
 *
 *      B ▁▁▁▂▃▅▆▇███ F        ground │ edge │ kept
 *               ↑ outline, where the tolerance ends
 *
 * α is the projection of C − B on F − B, so an edge keeps its softness. Colours are mixed as codes of sRGB, the way that
 * programs draw. Takes its memory from the kernel.
 */
export function openUnmix(
  kernel: RasterKernel,
  ground: Ground,
  reach: UnmixReach,
  block: [number, number],
  paint: PaintEdge,
) {
  const { bits, colour, noise } = ground
  const { widthPx, heightPx } = bits
  const { margin, stride, room } = roomOf(ground, reach, block)
  const { calls } = kernel
  const at = {
    record: kernel.allocate(RECORD_BYTES),
    pixels: kernel.allocate(room * 4),
    states: kernel.allocate(room),
    fores: kernel.allocate(room * 4),
    known: kernel.allocate(room * 4),
    queue: kernel.allocate(room * 4),
  }
  const { buffer } = calls.memory
  const pixels = new Uint32Array(buffer, at.pixels, room)
  const states = new Uint8Array(buffer, at.states, room)
  const fourStates = new Uint32Array(buffer, at.states, room / 4)
  const fores = new Uint32Array(buffer, at.fores, room)
  const queue = new Int32Array(buffer, at.queue, room)
  new Uint32Array(buffer, at.record, 5).set([at.pixels, at.states, stride, room / stride, colour])
  new Float64Array(buffer, at.record + 24, 2).set([noise, faintLength(noise)])
  const { take, along } = openWay(colour)
  const dead = GROUND_ROUNDING + 2 * noise

  /** Paints the edges within a block, into `target`, whose first row is the block's. */
  return (box: Block, rows: HeldRows, target: Uint32Array): void => {
    const outline = findOutline(box)
    if (outline === 0) return
    load(box, rows)
    calls.findForegrounds(at.record, at.queue, outline, reach.climb, reach.search, at.known, at.fores)
    for (let i = 0; i < outline; i++) states[queue[i]] = EDGE
    const spread = (state: number, count: number) =>
      calls.spreadEdges(at.record, at.queue, outline, count, state, reach.band, at.fores)
    write(box, spread(GROUND, spread(KEPT, outline)), target)
  }

  /** Queues the kept pixels beside ground that decide about the block, and returns their number. */
  function findOutline({ left, top, right, bottom }: Block): number {
    // What is beside the block tells whether a pixel of it is noise.
    const around = reach.band + 1
    const from = Math.max(0, left - around)
    const end = Math.min(widthPx, right + around)
    const last = Math.min(heightPx, bottom + around)
    let count = 0
    let y = Math.max(0, top - around)
    let own = rowWords(bits, y - 1)
    let below = rowWords(bits, y)
    for (; y < last; y++) {
      const above = own
      own = below
      below = rowWords(bits, y + 1)
      for (let w = from >>> 5; w << 5 < end; w++) {
        if (own[w] === 0xffffffff) continue
        const beside = widenedWord(above, w) | widenedWord(own, w) | widenedWord(below, w)
        for (let word = beside & ~own[w]; word !== 0; word &= word - 1) {
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
    const to = (first - top + margin) * stride + from - left + margin
    const source = rows.at + ((first - rows.top) * widthPx + from) * 4
    calls.copyRows(at.pixels + to * 4, stride * 4, source, widthPx * 4, (end - from) * 4, last - first)
    const { words } = bits
    const whole = from + ((end - from) & ~3)
    for (let y = first, start = to; y < last; y++, start += stride) {
      const line = y * bits.stride
      for (let x = from, four = start >>> 2; x < whole; x += 4)
        fourStates[four++] = STATES[(words[line + (x >>> 5)] >>> (x & 31)) & 15]
      for (let x = whole; x < end; x++)
        states[start + x - from] = ((words[line + (x >>> 5)] >>> (x & 31)) & 1) === 1 ? GROUND : KEPT
    }
  }

  /** Paints the edges of the queue that lie in the block. */
  function write({ left, top, right, bottom }: Block, count: number, target: Uint32Array): void {
    for (let i = 0; i < count; i++) {
      const place = queue[i]
      const row = Math.floor(place / stride)
      const x = place - row * stride - margin + left
      const y = row - margin + top
      if (x < left || x >= right || y < top || y >= bottom) continue
      const pixel = pixels[place]
      const fore = fores[place]
      const share = shareOf(pixel, fore)
      const isNoise = noise > 0 && share < FAINT_SHARE && isApart(place)
      target[(y - top) * widthPx + x] = paint(pixel, fore, isNoise ? 0 : share)
    }
  }

  /** Returns true if all around a pixel have little of their foregrounds. */
  function isApart(place: number): boolean {
    for (let row = place - stride; row <= place + stride; row += stride)
      for (let at = row - 1; at <= row + 1; at++) {
        if (states[at] === KEPT) return false
        if (states[at] === EDGE && shareOf(pixels[at], fores[at]) >= FAINT_SHARE) return false
      }
    return true
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

/** Returns the length of colours that are noise where they stand alone. */
function faintLength(noise: number): number {
  return noise === 0 ? 0 : Math.max(LEAST_FAINT, FAINT * noise)
}

/** Returns the pixels around a block that are looked at, and those of a row and of all rows with them. */
function roomOf({ bits }: Ground, reach: UnmixReach, [blockPx, blockRows]: [number, number]) {
  const margin = unmixMargin(reach)
  const stride = inFours(Math.min(blockPx, bits.widthPx)) + 2 * margin
  return { margin, stride, room: stride * (Math.min(blockRows, bits.heightPx) + 2 * margin) }
}
