import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import { type Piece, pictureLook } from "./find-pieces.ts"

type Measured = Required<Pick<Artwork, "widthPx" | "heightPx" | "trim">>

/** Returns the data of an image that decide its printed size, with those of its piece once that is drawn; null for none. */
export function shownArtwork(image: Measured, piece: Piece | null): Artwork {
  if (piece === null) return image
  const { trim: shownTrim } = image
  if (piece.state !== "ready") return { ...image, shownTrim }
  const { trim, picture } = piece
  if (!picture) return { ...image, trim, shownTrim }
  return { trim, ...pictureLook(picture), own: image }
}
