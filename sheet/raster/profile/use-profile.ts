import { type ParsedProfile, type ProfileTransform, parseProfile } from "./parse-profile.ts"

/** An embedded profile's result: a conversion to sRGB, or a reason why not, for the seller. */
export type UsedProfile = { transform: ProfileTransform | null; warnings: string[] }

/**
 * Chooses what to do about a picture's profile. One that cannot be used is ignored with a warning, because
 * the picture is fine without it.
 */
export function useProfile(profile: Uint8Array | null, isGrey: boolean): UsedProfile {
  if (profile === null) return { transform: null, warnings: [] }
  const isGreyProfile = String.fromCharCode(...profile.subarray(16, 20)) === "GRAY"
  const parsed: ParsedProfile =
    isGreyProfile === isGrey
      ? parseProfile(profile)
      : { kind: "unsupported", reason: "it is for another kind of picture" }
  if (parsed.kind === "unsupported") return { transform: null, warnings: [ignored(parsed.reason)] }
  return { transform: parsed.kind === "transform" ? parsed.transform : null, warnings: [] }
}

/** Returns the warning about a profile that is left out, for this reason. */
export function ignored(reason: string): string {
  return `The colour profile in this picture was ignored: ${reason}. Colours may differ.`
}
