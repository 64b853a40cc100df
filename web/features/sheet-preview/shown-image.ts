import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import type { PreviewImage } from "./preview-item.ts"

type Look = Pick<PreviewImage, "previewFile" | "trim" | "isOpaque" | "softShare" | "shownTrim">

/** Returns the image as its piece prints it: the same as the server shows it in a saved print. */
export function shownImage<Image extends Look>(image: Image, piece: ShownPiece): Image {
  const shownTrim = image.trim
  if (piece.state !== "ready") return { ...image, shownTrim }
  const { previewFile, trim, isOpaque, softShare } = piece
  return { ...image, previewFile, trim, isOpaque, softShare, shownTrim }
}
