import type { Image } from "../../../contract/image.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"

/** The image's size as the engine wants it, or null while it has not been measured. */
export function artworkOf(image: Pick<Image, "widthPx" | "heightPx" | "trim">): Artwork | null {
  if (!image.widthPx || !image.heightPx) return null
  return { widthPx: image.widthPx, heightPx: image.heightPx, trim: image.trim }
}

export function isVector(image: Pick<Image, "mediaType">): boolean {
  return image.mediaType === "image/svg+xml"
}
