// The pixels that share the edges of an outline: see sheet/kernel/mend-spread.twin.ts.

import {
  along, checkInside, colour, EDGE, faint, KEPT, mixSlack, noise, openBlock, pixelAt, square, stateAt, states, stride, take,
} from "./_mend-block.as"
import { reachMany } from "./_raster-reach.as"

const GROUND_ROUNDING: f64 = 1.2
const SPECK_DEPTH: i32 = 2
const ENCLOSED: f64 = 2

/** The steps to the pixels beside one, in the order of rows. */
const BESIDE = memory.data(4 * 8, 16)

/**
 * Spreads the edges of the `outline` first places of `queue` to pixels beside them that are `state`, up to `band` pixels away, and
 * queues these from `count` on. They become EDGE, and get the foreground of the edge. Returns the queue's new end. The outline lies
 * `band` + 1 pixels within the block; `queue` and `fores` have a place for each of its pixels.
 */
export function spreadEdges(record: usize, queue: usize, outline: i32, count: i32, state: u32, band: i32, fores: usize): i32 {
  const room = openBlock(record)
  if (band < 0 || band > stride || outline < 0 || outline > count || count > room) unreachable()
  reachMany(queue, room, 4)
  reachMany(fores, room, 4)
  let beside = BESIDE
  for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) if (x != 0 || y != 0) {
    store<i32>(beside, y * stride + x)
    beside += 4
  }
  for (let i = 0; i < outline; i++) checkInside(load<i32>(queue + (<usize>i << 2)), band + 1)
  const isKept = state == KEPT
  const dead = GROUND_ROUNDING + 2 * noise
  let from = 0
  let end = outline
  let to = count
  for (let depth = 0; depth < band && from < end; depth++) {
    const first = to
    const enclosed = depth < SPECK_DEPTH ? ENCLOSED * faint : 0
    for (let i = from; i < end; i++) {
      const at = load<i32>(queue + (<usize>i << 2))
      const fore = load<u32>(fores + (<usize>at << 2))
      const length = take(fore)
      const isNoise = length == 0
      if (isNoise && (!isKept || depth >= SPECK_DEPTH)) continue
      const way = isNoise ? 0 : <f64>along(pixelAt(at)) / length
      const full = length - dead
      if (!isNoise && isKept && way >= full) continue
      for (let step = BESIDE; step < BESIDE + 32; step += 4) {
        const next = at + load<i32>(step)
        if (stateAt(next) != state) continue
        const pixel = pixelAt(next)
        if (!(isNoise ? isFaint(pixel) : fades(pixel, way, length, full, dead, enclosed, isKept))) continue
        if (to == room) unreachable()
        store<u8>(states + next, <u8>EDGE)
        store<u32>(fores + (<usize>next << 2), fore)
        store<i32>(queue + (<usize>to << 2), next)
        to++
      }
    }
    from = first
    end = to
  }
  return to
}

@inline
function isFaint(pixel: u32): bool {
  return <f64>square(pixel) <= faint * faint
}

/** Returns true if a pixel goes on with the edge of one that lies `way` along it. */
@inline
function fades(pixel: u32, way: f64, length: f64, full: f64, dead: f64, enclosed: f64, isKept: bool): bool {
  if (pixel >>> 24 == 0) return false
  const nextWay = <f64>along(pixel) / length
  const far = <f64>square(pixel)
  if (isKept && far <= enclosed * enclosed) return true
  if (!(isKept ? nextWay > way && nextWay < full : nextWay < way && nextWay > dead)) return false
  const off = sqrt<f64>(max<f64>(0, far - nextWay * nextWay))
  return off <= mixSlack(nextWay)
}
