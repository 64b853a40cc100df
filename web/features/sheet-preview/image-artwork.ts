import type { Image } from "../../../contract/artwork/image.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"

/**
 * The measured size. `shownTrim` is the ink with the image's samples, if `trim` is that of a piece with other
 * values; `own` is that of the image itself, if the rest is of a picture that was made for its printed width.
 */
type Size = Pick<Image, "widthPx" | "heightPx" | "trim">
type Measured = Size & { shownTrim?: Image["trim"]; own?: Size | undefined }

/** Returns the image's size as the engine needs it, or null while it has not been measured. */
export function artworkOf({ widthPx, heightPx, trim, shownTrim, own }: Measured): Artwork | null {
  if (!widthPx || !heightPx) return null
  const itself = own && artworkOf(own)
  const shown = shownTrim === undefined ? {} : { shownTrim }
  return { widthPx, heightPx, trim, ...shown, ...(itself && { own: itself }) }
}
