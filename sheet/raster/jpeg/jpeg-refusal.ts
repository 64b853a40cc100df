import { ArtworkError } from "../artwork.ts"

/** The refusals of the JPEG decoder, in words for the seller. */

const again = "Save the picture again and upload the new file."

export function damagedJpeg(what: string): ArtworkError {
  return new ArtworkError("damaged", `This JPEG is damaged: ${what}. ${again}`)
}

export function cutShortJpeg(): ArtworkError {
  return damagedJpeg("it ends too early, as after a broken transfer")
}

export function unsupportedJpeg(what: string): ArtworkError {
  return new ArtworkError(
    "unsupported",
    `This JPEG ${what}, which cannot be printed from. Save it as an ordinary JPEG or as a PNG.`,
  )
}

export function tooLargeJpeg(what: string, remedy: string): ArtworkError {
  return new ArtworkError("too-large", `This JPEG ${what}. ${remedy}`)
}
