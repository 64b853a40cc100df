import type { Picture } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { ANY_INK_ALPHA } from "./ink-rows.ts"

/** The sentence about a profile that nothing prints by, though it said so. */
export const UNUSABLE_PRESS =
  "The destination's colour profile cannot be used. Upload another one of its press, or remove it."

/**
 * Changes a picture in place to what a press of this profile prints of it, as on paper that is white. Returns the share
 * of its ink, 0 to 1, in colours that the press cannot mix; null, with the picture of no use, if nothing prints by the profile.
 * `onOutside` is told each pixel of these.
 */
export function softProof(
  { widthPx, rgba }: Picture,
  profile: Uint8Array,
  { colours }: RasterHost,
  onOutside: (x: number, y: number) => void = () => undefined,
): number | null {
  const proof = colours.openProof(profile)
  if (proof === null) return null
  const outside = new Uint8Array(widthPx)
  let [inked, beyond] = [0, 0]
  for (let at = 0; at < rgba.length; at += widthPx * 4) {
    const row = rgba.subarray(at, at + widthPx * 4)
    if (!proof.apply(row, outside)) return null
    for (let x = 0; x < widthPx; x++) {
      if (row[x * 4 + 3] < ANY_INK_ALPHA) continue
      inked++
      if (outside[x] === 0) continue
      beyond++
      onOutside(x, at / (widthPx * 4))
    }
  }
  return inked === 0 ? 0 : beyond / inked
}
