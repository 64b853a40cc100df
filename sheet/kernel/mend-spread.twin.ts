/** Readable twin of _mend-spread.as.ts: same edges from plain loops. */

import { openWay } from "../mend/colour-way.ts"
import { EDGE, KEPT } from "../mend/edge-state.ts"
import { type EdgeBlock, mixSlack, ringOf } from "./mend-climb.twin.ts"

/** What rounding may add to the length of the ground's colour, in codes. */
const GROUND_ROUNDING = 1.2
/** How deep, in pixels, what is noise at its outline is noise inside. */
const SPECK_DEPTH = 2
/** A pixel that is enclosed by an edge, as deep, is noise of it up to so many times what is faint, though it has less of the foreground. */
const ENCLOSED = 2

/**
 * Spreads edges from an outline to pixels beside it that are `state` and mixtures of the same colours, up to `band` pixels away: inwards
 * as long as their share of the foreground rises, or is noise, into the ground as long as it falls. Where the outline is noise, it spreads to what
 * is as faint. Returns the places of these pixels, whose state becomes EDGE; each has the foreground of the edge in `fores`.
 */
export function spreadEdges(
  { pixels, states, stride, colour, noise, faint }: EdgeBlock,
  outline: Iterable<number>,
  state: number,
  band: number,
  fores: Uint32Array,
): number[] {
  const { take, along, square } = openWay(colour)
  const beside = ringOf(1, stride)
  const dead = GROUND_ROUNDING + 2 * noise
  const edges: number[] = []
  let latest = [...outline]
  for (let depth = 0; depth < band; depth++) {
    const found: number[] = []
    for (const at of latest)
      for (const step of beside) {
        const next = at + step
        if (states[next] !== state || !goesOn(at, next, depth)) continue
        states[next] = EDGE
        fores[next] = fores[at]
        found.push(next)
      }
    edges.push(...found)
    latest = found
  }
  return edges

  /** Returns true if an edge goes on from one of its pixels to the next. */
  function goesOn(at: number, next: number, depth: number): boolean {
    const length = take(fores[at])
    if (length === 0) return state === KEPT && depth < SPECK_DEPTH && square(pixels[next]) <= faint * faint
    if (pixels[next] >>> 24 === 0) return false
    const way = along(pixels[at]) / length
    const nextWay = along(pixels[next]) / length
    const full = length - dead
    const enclosed = depth < SPECK_DEPTH ? ENCLOSED * faint : 0
    if (state === KEPT && square(pixels[next]) <= enclosed * enclosed) return true
    const fades = state === KEPT ? nextWay > way && nextWay < full : nextWay < way && nextWay > dead
    const off = Math.sqrt(Math.max(0, square(pixels[next]) - nextWay * nextWay))
    return fades && off <= mixSlack(nextWay, noise)
  }
}
