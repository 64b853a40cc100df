import { PROFILE_MAX_BYTES } from "./limits.ts"
import { type ParsedProfile, type ProfileTransform, parseProfile } from "./profile/parse-profile.ts"
import { ArtworkError, type RasterHost } from "./types.ts"

/** What becomes of an embedded profile: a conversion to sRGB, or a reason why not, for the seller. */
export type PngProfile = { transform: ProfileTransform | null; warnings: string[] }

/** Longest profile name in front of the compressed profile (PNG 3rd edition, section 11.3.2.3). */
const NAME_MAX_BYTES = 79

/**
 * Reads an iCCP chunk. Profiles that cannot be used are ignored with a warning, as the picture is fine without them.
 */
export async function readPngProfile(
  chunk: Uint8Array | undefined,
  isGrey: boolean,
  host: RasterHost,
): Promise<PngProfile> {
  if (!chunk) return { transform: null, warnings: [] }
  const parsed = await parseChunk(chunk, isGrey, host)
  if (parsed.kind === "transform") return { transform: parsed.transform, warnings: [] }
  if (parsed.kind === "srgb") return { transform: null, warnings: [] }
  const warning = `The colour profile in this picture was ignored: ${parsed.reason}. Colours may differ.`
  return { transform: null, warnings: [warning] }
}

async function parseChunk(chunk: Uint8Array, isGrey: boolean, host: RasterHost): Promise<ParsedProfile> {
  const nameEnd = chunk.subarray(0, NAME_MAX_BYTES + 1).indexOf(0)
  if (nameEnd < 1 || chunk[nameEnd + 1] !== 0) return { kind: "unsupported", reason: "it is damaged" }
  const profile = await inflateProfile(chunk.subarray(nameEnd + 2), host)
  if (!profile) return { kind: "unsupported", reason: "it is damaged" }
  const isGreyProfile = String.fromCharCode(...profile.subarray(16, 20)) === "GRAY"
  if (isGreyProfile !== isGrey) return { kind: "unsupported", reason: "it is for another kind of picture" }
  return parseProfile(profile)
}

async function inflateProfile(compressed: Uint8Array, host: RasterHost): Promise<Uint8Array | null> {
  const inflater = host.openInflate()
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    await inflater.push(compressed, (bytes) => {
      length += bytes.length
      if (length > PROFILE_MAX_BYTES) throw new ArtworkError("unsafe", "The colour profile is too long.")
      pieces.push(bytes.slice())
    })
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw error
  } finally {
    inflater.close()
  }
  const profile = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    profile.set(piece, offset)
    offset += piece.length
  }
  return profile
}
