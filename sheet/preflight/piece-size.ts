/** Half-open box in pixels of the oriented picture. */
type TrimBox = { x: number; y: number; width: number; height: number }

/** What decides how large an artwork prints. `trim` is null for artwork that was never measured. */
export type Artwork = { widthPx: number; heightPx: number; trim: TrimBox | null }

type PieceTemplate = { dpi: number; trim: boolean }

type PieceSize = { widthPx: number; heightPx: number }

/** The printed part of the picture: the ink's box, or the whole picture where trimming is off. */
export function printedBox(image: Artwork, trim: boolean): TrimBox {
  const box = trim ? image.trim : null
  if (box && box.width > 0 && box.height > 0) return box
  return { x: 0, y: 0, width: image.widthPx, height: image.heightPx }
}

/**
 * Pixels that one copy takes on the sheet. `widthIn` is the printed width in inches. The height
 * follows the aspect ratio of the printed part. Page and server both call this, so the sheet
 * previewed is the sheet rendered.
 */
export function pieceSize(piece: { image: Artwork; widthIn: number; template: PieceTemplate }): PieceSize {
  const { image, widthIn, template } = piece
  const box = printedBox(image, template.trim)
  if (!(box.width > 0 && box.height > 0)) throw new RangeError("The artwork has no pixels")
  if (!(widthIn > 0)) throw new RangeError(`A printed width must be above 0 in, it is ${widthIn}`)
  const widthPx = Math.max(1, Math.round(widthIn * template.dpi))
  return { widthPx, heightPx: Math.max(1, Math.round((widthPx * box.height) / box.width)) }
}
