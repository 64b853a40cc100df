import { ArtworkError } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { openInflate } from "./inflate.ts"
import { PROFILE_MAX_BYTES } from "./limits.ts"
import { type UsedProfile, useProfile, without } from "./profile/use-profile.ts"
import { openKernel } from "./raster-kernel.ts"

/** The longest name before the compressed profile (PNG 3rd edition, section 11.3.2.3). */
const NAME_MAX_BYTES = 79
/** The bytes inflated at once. */
const PIECE_BYTES = 16 * 1024

/**
 * Reads an iCCP chunk. A profile that cannot be used is ignored with a warning, because the picture
 * is fine without it.
 */
export function readPngProfile(
  chunk: Uint8Array | undefined,
  isGrey: boolean,
  host: RasterHost,
): UsedProfile {
  if (!chunk) return { transform: null, warnings: [] }
  const nameEnd = chunk.subarray(0, NAME_MAX_BYTES + 1).indexOf(0)
  const isNamed = nameEnd >= 1 && chunk[nameEnd + 1] === 0
  const profile = isNamed ? inflateProfile(chunk.subarray(nameEnd + 2), host) : null
  const space = isGrey ? "grey" : "rgb"
  return profile ? useProfile(profile, space, host) : without("it is damaged", space, host)
}

function inflateProfile(compressed: Uint8Array, host: RasterHost): Uint8Array | null {
  const kernel = openKernel(host, "measure")
  const profile = new Uint8Array(PROFILE_MAX_BYTES)
  let length = 0
  try {
    const inflate = openInflate(kernel, PIECE_BYTES)
    inflate.feed(compressed)
    // Takes whole pieces first, then the rest byte by byte.
    for (const size of [PIECE_BYTES, 1]) {
      for (let at = inflate.take(size); at !== 0; at = inflate.take(size)) {
        if (length + size > PROFILE_MAX_BYTES) return null
        profile.set(kernel.view(at, size), length)
        length += size
      }
    }
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw error
  } finally {
    kernel.close()
  }
  return profile.slice(0, length)
}
