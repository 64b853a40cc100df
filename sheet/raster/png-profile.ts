import { ArtworkError } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { openInflate } from "./inflate.ts"
import { PROFILE_MAX_BYTES } from "./limits.ts"
import { type ParsedProfile, type ProfileTransform, parseProfile } from "./profile/parse-profile.ts"
import { openKernel } from "./raster-kernel.ts"

/** An embedded profile's result: a conversion to sRGB, or a reason why not, for the seller. */
type PngProfile = { transform: ProfileTransform | null; warnings: string[] }

/** The longest name before the compressed profile (PNG 3rd edition, section 11.3.2.3). */
const NAME_MAX_BYTES = 79
/** The bytes inflated at once. */
const PIECE_BYTES = 16 * 1024

/**
 * Reads an iCCP chunk. A profile that cannot be used is ignored with a warning, because the picture
 * is fine without it.
 */
export function readPngProfile(chunk: Uint8Array | undefined, isGrey: boolean, host: RasterHost): PngProfile {
  if (!chunk) return { transform: null, warnings: [] }
  const parsed = parseChunk(chunk, isGrey, host)
  if (parsed.kind === "transform") return { transform: parsed.transform, warnings: [] }
  if (parsed.kind === "srgb") return { transform: null, warnings: [] }
  const warning = `The colour profile in this picture was ignored: ${parsed.reason}. Colours may differ.`
  return { transform: null, warnings: [warning] }
}

function parseChunk(chunk: Uint8Array, isGrey: boolean, host: RasterHost): ParsedProfile {
  const nameEnd = chunk.subarray(0, NAME_MAX_BYTES + 1).indexOf(0)
  if (nameEnd < 1 || chunk[nameEnd + 1] !== 0) return { kind: "unsupported", reason: "it is damaged" }
  const profile = inflateProfile(chunk.subarray(nameEnd + 2), host)
  if (!profile) return { kind: "unsupported", reason: "it is damaged" }
  const isGreyProfile = String.fromCharCode(...profile.subarray(16, 20)) === "GRAY"
  if (isGreyProfile !== isGrey) return { kind: "unsupported", reason: "it is for another kind of picture" }
  return parseProfile(profile)
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
