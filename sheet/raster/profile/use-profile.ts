import { ArtworkError } from "../artwork.ts"
import type { ColourSpace, OpenColours, RasterHost } from "../host.ts"
import { type ParsedProfile, type ProfileTransform, parseProfile } from "./parse-profile.ts"
import { swopProfile } from "./swop.ts"

/** An embedded profile's result: a conversion to sRGB, or a reason why not, for the seller. */
export type UsedProfile = { transform: ProfileTransform | null; warnings: string[] }

const GUESSED_CMYK =
  "It was read as SWOP (CGATS TR 001), as design programs usually do; colours may differ. Embed the profile, or save the picture in sRGB, to be sure."

const ASTRAY =
  "The colour profile in this picture cannot be used. Save the picture once more in sRGB, or without a profile."

const spaceNames: Record<string, ColourSpace> = { "RGB ": "rgb", GRAY: "grey", CMYK: "cmyk" }

/**
 * Chooses what to do about the profile of a picture of `space`. Those of a matrix and curves are tables of our own,
 * any other is littleCMS's. One that cannot be used is ignored with a warning, because the picture is fine without it;
 * CMYK is then read as SWOP.
 */
export function useProfile(profile: Uint8Array | null, space: ColourSpace, host: RasterHost): UsedProfile {
  if (profile === null)
    return space === "cmyk"
      ? guessedCmyk("This picture is in CMYK without a colour profile.", host)
      : { transform: null, warnings: [] }
  const named = spaceNames[String.fromCharCode(...profile.subarray(16, 20))]
  if (named !== undefined && named !== space) return without("it is for another kind of picture", space, host)
  const parsed: ParsedProfile = parseProfile(profile)
  if (parsed.kind !== "unsupported")
    return { transform: parsed.kind === "transform" ? parsed.transform : null, warnings: [] }
  const transform = byTables(profile, space, host)
  return transform ? { transform, warnings: [] } : without(parsed.reason, space, host)
}

/** Leaves out a picture's profile for this reason, which finishes a sentence. */
export function without(reason: string, space: ColourSpace, host: RasterHost): UsedProfile {
  if (space === "cmyk")
    return guessedCmyk(`The colour profile in this CMYK picture was ignored: ${reason}.`, host)
  const words = `The colour profile in this picture was ignored: ${reason}. Colours may differ.`
  return { transform: null, warnings: [words] }
}

function guessedCmyk(why: string, host: RasterHost): UsedProfile {
  return { transform: byTables(swopProfile(), "cmyk", host), warnings: [`${why} ${GUESSED_CMYK}`] }
}

/** Opens a conversion by littleCMS, which each decoding lets go at its end and the next one opens anew. */
function byTables(profile: Uint8Array, space: ColourSpace, host: RasterHost): ProfileTransform | null {
  let colours: OpenColours | null = host.colours.open(profile, space)
  if (colours === null) return null
  return {
    apply(row) {
      colours ??= host.colours.open(profile, space)
      if (colours === null) throw new Error("a profile that could be used cannot be used again")
      if (!colours.apply(row)) throw new ArtworkError("damaged", ASTRAY)
    },
    close() {
      colours = null
    },
  }
}
