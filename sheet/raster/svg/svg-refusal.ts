import { ArtworkError, type ArtworkErrorCode } from "../artwork.ts"

/** Returns a refusal of SVG artwork, in words for the seller. */

export function refusedSvg(code: ArtworkErrorCode, what: string, remedy: string): ArtworkError {
  return new ArtworkError(code, `This SVG ${what}. ${remedy}`)
}

export function malformedSvg(what: string): ArtworkError {
  return refusedSvg("damaged", `is not well formed: ${what}`, "Export it again and upload the new file.")
}

/** Refuses SVG artwork that takes too much work, whatever multiplies in it. */
export function tooComplex(): ArtworkError {
  return refusedSvg("too-large", "is too complex to draw", `Simplify its paths and effects, or: ${uploadPng}`)
}

export const uploadPng = "Export it as a PNG at print size and upload that instead."
