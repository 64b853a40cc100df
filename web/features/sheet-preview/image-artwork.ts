import type { Image } from "../../../contract/artwork/image.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"

/**
 * The measured size. `shownTrim` is the ink with the image's samples, if `trim` is that of a piece with other
 * values; `own` is that of the image itself, if the rest is of a picture that was made for its printed width.
 */
type Measured = Pick<Image, "widthPx" | "heightPx" | "trim"> & {
  shownTrim?: Image["trim"]
  own?: Artwork["own"]
}

/** Returns the image's size as the engine needs it, or null while it has not been measured. */
export function artworkOf({ widthPx, heightPx, trim, shownTrim, own }: Measured): Artwork | null {
  return widthPx && heightPx ? { widthPx, heightPx, trim, shownTrim, own } : null
}
