import type { Picture } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"

/**
 * Changes a picture in place to what a press of this profile prints of it, as on paper that is white. Returns the share
 * of its ink, 0 to 1, in colours that the press cannot mix; null, with nothing changed, if nothing prints by the profile.
 */
export function softProof(
  { widthPx, rgba }: Picture,
  profile: Uint8Array,
  { colours }: RasterHost,
): number | null {
  const proof = colours.openProof(profile)
  if (proof === null) return null
  const outside = new Uint8Array(widthPx)
  let [inked, beyond] = [0, 0]
  for (let at = 0; at < rgba.length; at += widthPx * 4) {
    const row = rgba.subarray(at, at + widthPx * 4)
    proof.apply(row, outside)
    for (let x = 0; x < widthPx; x++) {
      if (row[x * 4 + 3] === 0) continue
      inked++
      beyond += outside[x]
    }
  }
  return inked === 0 ? 0 : beyond / inked
}
