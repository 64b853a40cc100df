import type { Picture } from "../raster/artwork.ts"
import { isAlike } from "./palette.ts"

/** The least alpha of a pixel that is compared: below it a colour is too coarse. */
const LEAST_ALPHA = 32
/** The codes by which a pixel may be off, and those of a channel without alpha, which become more the less there is of it. */
const OFF = 10
const OFF_BY_ALPHA = 600
/** The compared pixels of which one may differ. */
const ONE_IN = 500

/**
 * Returns true if a picture has other colours as `changed` (of 0xbbggrr) says from what it was before. Pixels within areas are
 * compared, with what the change makes of any of the nine around: edges have colours of their own.
 */
export function looksChanged(before: Picture, after: Picture, changed: (colour: number) => number): boolean {
  const { widthPx, heightPx } = before
  const [old, own] = [before, after].map(
    ({ rgba }) => new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4),
  )
  let [compared, different] = [0, 0]
  const [low, high] = [new Uint8Array(3), new Uint8Array(3)]
  for (let y = 1; y + 1 < heightPx; y++)
    for (let x = 1; x + 1 < widthPx; x++) {
      const at = y * widthPx + x
      if (old[at] >>> 24 < LEAST_ALPHA || !isWithinArea(at)) continue
      compared++
      if (!isRight(at)) different++
    }
  return different * ONE_IN <= compared

  function isWithinArea(at: number): boolean {
    for (let dy = -widthPx; dy <= widthPx; dy += widthPx)
      for (let near = at + dy - 1; near <= at + dy + 1; near++) if (!isAlike(old[at], old[near])) return false
    return true
  }

  function isRight(at: number): boolean {
    const alpha = old[at] >>> 24
    if (Math.abs(alpha - (own[at] >>> 24)) > OFF) return false
    low.fill(255)
    high.fill(0)
    for (let dy = -widthPx; dy <= widthPx; dy += widthPx)
      for (let near = at + dy - 1; near <= at + dy + 1; near++) {
        const colour = changed(old[near] & 0xffffff)
        for (let c = 0; c < 3; c++) {
          const code = (colour >>> (8 * c)) & 255
          if (code < low[c]) low[c] = code
          if (code > high[c]) high[c] = code
        }
      }
    const off = OFF + OFF_BY_ALPHA / alpha
    for (let c = 0; c < 3; c++) {
      const code = (own[at] >>> (8 * c)) & 255
      if (code < low[c] - off || code > high[c] + off) return false
    }
    return true
  }
}
