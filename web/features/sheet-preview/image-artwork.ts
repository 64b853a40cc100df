import type { Image } from "../../../contract/artwork/image.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"

/**
 * The measured size. `shownTrim` is the ink with the image's samples, if `trim` is that of a piece with other
 * values.
 */
type Measured = Pick<Image, "widthPx" | "heightPx" | "trim"> & { shownTrim?: Image["trim"] }

/** Returns the image's size as the engine needs it, or null while it has not been measured. */
export function artworkOf({ widthPx, heightPx, trim, shownTrim }: Measured): Artwork | null {
  if (!widthPx || !heightPx) return null
  return { widthPx, heightPx, trim, ...(shownTrim === undefined ? {} : { shownTrim }) }
}
