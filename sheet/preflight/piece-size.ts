/** A half-open box in pixels of the oriented picture. */
export type TrimBox = { x: number; y: number; width: number; height: number }

/**
 * The data that decide an artwork's printed size. `trim` is null for artwork that was never measured.
 * `shownTrim` is there for a piece with values of its own: the ink of the image as it is shown with
 * its samples, for which printed widths count. `own` is there for a piece whose picture was made for its
 * printed width: the image itself, whose pixels decide how sharp it is.
 */
export type Artwork = MeasuredArtwork & {
  shownTrim?: TrimBox | null | undefined
  own?: MeasuredArtwork | undefined
}
type MeasuredArtwork = { widthPx: number; heightPx: number; trim: TrimBox | null }

const MM_PER_IN = 25.4

type PieceTemplate = { dpi: number; trim: boolean }

export type PieceSize = { widthPx: number; heightPx: number }

/** Returns the printed part of the picture: the ink's box, or the whole picture if trimming is off. */
export function printedBox(image: Artwork, trim: boolean): TrimBox {
  return orWhole(image, trim ? image.trim : null)
}

/** Returns the part of the picture that a printed width counts for. */
export function scaleBox(image: Artwork, trim: boolean): TrimBox {
  return orWhole(image, trim ? (image.shownTrim ?? image.trim) : null)
}

/** Returns the printed length of a pixel of the artwork, in mm, at a printed width. */
export function printedMmPerPx(image: Artwork, widthIn: number, trim: boolean): number {
  return (widthIn * MM_PER_IN) / scaleBox(image, trim).width
}

function orWhole({ widthPx, heightPx }: Artwork, box: TrimBox | null): TrimBox {
  if (box && box.width > 0 && box.height > 0) return box
  return { x: 0, y: 0, width: widthPx, height: heightPx }
}

/**
 * Returns the pixels that one copy takes on the sheet. `widthIn` is the printed width in inches. The
 * height follows the aspect ratio of the printed part. Page and server both call this, so the sheet
 * previewed is the sheet rendered.
 */
export function pieceSize(piece: { image: Artwork; widthIn: number; template: PieceTemplate }): PieceSize {
  const { image, widthIn, template } = piece
  const grid = pieceGrid(piece)
  if (grid) return { widthPx: grid.part.width, heightPx: grid.part.height }
  const box = printedBox(image, template.trim)
  const widthPx = printedWidth(box, widthIn, template)
  return { widthPx, heightPx: Math.max(1, Math.round((widthPx * box.height) / box.width)) }
}

/**
 * Returns the whole artwork at its printed scale, and the part of it that is cut out, in whole pixels
 * of that. All pieces of an image lie on one grid, so letters are equally large on each, and their
 * common parts are drawn once. Null for artwork that is the same on each piece, which is fitted as it
 * is.
 *
 *   grid    ┌───────────────┐
 *           │  ┌─────────┐  │   the ink as shown with samples is as wide as requested;
 *           │  │ Al │    │  │   a piece is as wide as its own ink
 *           └──┴────┴────┴──┘
 */
export function pieceGrid(piece: {
  image: Artwork
  widthIn: number
  template: PieceTemplate
}): (PieceSize & { part: TrimBox }) | null {
  const { image, widthIn, template } = piece
  if (!image.shownTrim) return null
  const shown = scaleBox(image, template.trim)
  const scale = printedWidth(shown, widthIn, template) / shown.width
  const widthPx = Math.max(1, Math.round(image.widthPx * scale))
  const heightPx = Math.max(1, Math.round((image.heightPx * widthPx) / image.widthPx))
  return { widthPx, heightPx, part: onGrid(printedBox(image, template.trim), image, { widthPx, heightPx }) }
}

/** The tolerance of rounding, which alone makes no piece a pixel larger. */
const SLACK = 1e-6

/** Returns the whole pixels of a grid that a box of the artwork touches. */
export function onGrid(box: TrimBox, image: Artwork, { widthPx, heightPx }: PieceSize): TrimBox {
  const across = widthPx / image.widthPx
  const down = heightPx / image.heightPx
  const x = Math.min(widthPx - 1, Math.max(0, Math.floor(box.x * across + SLACK)))
  const y = Math.min(heightPx - 1, Math.max(0, Math.floor(box.y * down + SLACK)))
  const right = Math.min(widthPx, Math.ceil((box.x + box.width) * across - SLACK))
  const bottom = Math.min(heightPx, Math.ceil((box.y + box.height) * down - SLACK))
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}

function printedWidth(box: TrimBox, widthIn: number, { dpi }: PieceTemplate): number {
  if (!(box.width > 0 && box.height > 0)) throw new RangeError("The artwork has no pixels")
  if (!(widthIn > 0)) throw new RangeError(`A printed width must be above 0 in, it is ${widthIn}`)
  return Math.max(1, Math.round(widthIn * dpi))
}
