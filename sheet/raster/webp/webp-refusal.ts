import { ArtworkError } from "../artwork.ts"

/** Returns a refusal of the WebP decoder, in words for the seller. */

export function damagedWebp(what: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `This WebP is damaged: ${what}. Export it again from your design program and upload it again.`,
  )
}

/** Refuses a WebP that is whole; `what` finishes "This WebP …", `remedy` is a sentence. */
export function refusedWebp(code: "unsupported" | "too-large", what: string, remedy: string): ArtworkError {
  return new ArtworkError(code, `This WebP ${what}. ${remedy}`)
}
