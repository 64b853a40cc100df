import type { Picture } from "../raster/artwork.ts"

/** The least step between two pixels that is an edge, in codes of a channel; and the share of it by which a hard one's sides may vary. */
const LEAST_STEP = 48
const LEVEL_SHARE = 1 / 8

/** How edges were drawn: the soft steps of those with smoothing, and the places where hard ones go on beside themselves. */
export type EdgeCounts = { softSteps: number; jogs: number }

/**
 * Counts how a picture's edges are drawn. A hard edge has no pixels between its two colours. Where it is aslant it
 * is a stair: it goes on a pixel beside itself in the next line. An edge that lies along the pixels is none, however it was drawn.
 *
 *     ███░░░        ███▒░░
 *     ███░░░        ███▒░░      soft: two steps
 *     ████░░ jog    ███▓░░
 */
export function countEdges({ widthPx, heightPx, rgba }: Picture): EdgeCounts {
  const counts = { softSteps: 0, jogs: 0 }
  const codes = premultiplied(rgba)
  look(widthPx, heightPx, 4, widthPx * 4)
  look(heightPx, widthPx, widthPx * 4, 4)
  return counts

  /** Looks along lines of `length` pixels, `step` codes apart, for edges across them. */
  function look(length: number, lines: number, step: number, lineStep: number): void {
    let before = new Uint8Array(length)
    let own = new Uint8Array(length)
    for (let line = 0; line < lines; line++) {
      own.fill(0)
      for (let x = 1; x + 2 < length; x++) {
        const at = line * lineStep + x * step
        const rise = apart(at, at + step)
        if (rise < LEAST_STEP) continue
        const isHard = Math.max(apart(at - step, at), apart(at + step, at + 2 * step)) <= LEVEL_SHARE * rise
        if (!isHard) counts.softSteps++
        else {
          own[x] = 1
          if (before[x] === 0 && before[x - 1] + before[x + 1] > 0) counts.jogs++
        }
      }
      ;[before, own] = [own, before]
    }
  }

  function apart(one: number, other: number): number {
    let most = 0
    for (let c = 0; c < 4; c++) most = Math.max(most, Math.abs(codes[one + c] - codes[other + c]))
    return most
  }
}

function premultiplied(rgba: Uint8Array): Float32Array {
  const codes = Float32Array.from(rgba)
  for (let at = 0; at < codes.length; at += 4)
    for (let c = 0; c < 3; c++) codes[at + c] = (codes[at + c] * codes[at + 3]) / 255
  return codes
}
