import { ArtworkError } from "../artwork.ts"

/** Returns a refusal of the TIFF decoder, in words for the seller. */

export function damagedTiff(what: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `This TIFF is damaged: ${what}. Export it again from your design program and upload it again.`,
  )
}

/** Refuses a kind of TIFF; `what` finishes "This TIFF …", `remedy` is a sentence. */
export function unsupportedTiff(what: string, remedy: string): ArtworkError {
  return new ArtworkError("unsupported", `This TIFF ${what}, which cannot be printed from. ${remedy}`)
}
