import type { Image } from "../../../contract/artwork/image.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"

/** `shownTrim` is the ink with the image's samples, where `trim` is that of a piece with other values. */
type Measured = Pick<Image, "widthPx" | "heightPx" | "trim"> & { shownTrim?: Image["trim"] }

/** The image's size as the engine wants it, or null while it has not been measured. */
export function artworkOf({ widthPx, heightPx, trim, shownTrim }: Measured): Artwork | null {
  if (!widthPx || !heightPx) return null
  return { widthPx, heightPx, trim, ...(shownTrim === undefined ? {} : { shownTrim }) }
}

export function isVector(image: Pick<Image, "mediaType">): boolean {
  return image.mediaType === "image/svg+xml"
}
