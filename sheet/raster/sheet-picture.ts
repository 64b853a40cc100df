import { createPace, type InSteps } from "../in-steps.ts"
import type { Picture } from "./artwork.ts"
import { drawLabel, type SheetLabel } from "./label/draw-label.ts"
import { encodeCode } from "./label/encode-code.ts"

/** A half-open box, as shares of the picture's sides. */
export type Share = { left: number; top: number; width: number; height: number }

/** The place of a piece on the sheet, in sheet pixels and already turned. */
type PicturedPiece = {
  x: number
  y: number
  widthPx: number
  heightPx: number
  rotated: boolean
  halfTurned?: boolean
  mirror: boolean
}

/** A picture that is being drawn; `isDue` is true after some milliseconds of drawing. */
type SheetPicture = Picture & { scale: number; isDue: (pixels: number) => boolean }

const WHOLE: Share = { left: 0, top: 0, width: 1, height: 1 }

/** The samples across and down one pixel: artwork is drawn at down to an eighth of its preview's size. */
const SAMPLES = 3
/** The pixels drawn in two or three milliseconds. */
const PIXELS_PER_STEP = 8_192

/** Opens an empty picture of a sheet, as large as fits into the given sides. */
export function openSheetPicture(
  sheet: { widthPx: number; lengthPx: number },
  most: { widthPx: number; heightPx: number },
): SheetPicture {
  const scale = Math.min(1, most.widthPx / sheet.widthPx, most.heightPx / sheet.lengthPx)
  const widthPx = Math.max(1, Math.round(sheet.widthPx * scale))
  const heightPx = Math.max(1, Math.round(sheet.lengthPx * scale))
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  return { widthPx, heightPx, rgba, scale, isDue: createPace(PIXELS_PER_STEP) }
}

/**
 * Draws one copy from a preview of its artwork. `printed` is the part that is printed. The result is
 * good enough to recognise a sheet; the real sheet is rendered elsewhere. Mirrors first, then turns
 * clockwise, as stamps do.
 */
export function* drawPiece(
  sheet: SheetPicture,
  piece: PicturedPiece,
  artwork: Picture,
  printed: Share,
): InSteps<void> {
  const { scale } = sheet
  const left = Math.floor(piece.x * scale)
  const right = Math.min(sheet.widthPx, Math.ceil((piece.x + piece.widthPx) * scale))
  const bottom = Math.min(sheet.heightPx, Math.ceil((piece.y + piece.heightPx) * scale))
  for (let y = Math.floor(piece.y * scale); y < bottom; y++) {
    for (let x = left; x < right; x++) drawPixel(sheet, x, y, piece, artwork, printed)
    if (sheet.isDue(right - left)) yield
  }
}

/** Draws a label as on the sheet, though it is too small to read here. */
export function* drawLabelPiece(sheet: SheetPicture, label: SheetLabel): InSteps<void> {
  const { x, y, widthPx, heightPx, alpha } = drawLabel(label, encodeCode)
  if (alpha.length === 0) return
  const rgba = new Uint8Array(alpha.length * 4)
  for (let i = 0; i < alpha.length; i++) rgba[i * 4 + 3] = alpha[i]
  const piece = { x: label.x + x, y: label.y + y, widthPx, heightPx, rotated: false, mirror: false }
  yield* drawPiece(sheet, piece, { widthPx, heightPx, rgba }, WHOLE)
}

function drawPixel(
  sheet: SheetPicture,
  x: number,
  y: number,
  piece: PicturedPiece,
  artwork: Picture,
  printed: Share,
): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const acrossSheet = ((x + (column + 0.5) / SAMPLES) / sheet.scale - piece.x) / piece.widthPx
      const downSheet = ((y + (row + 0.5) / SAMPLES) / sheet.scale - piece.y) / piece.heightPx
      if (acrossSheet < 0 || acrossSheet >= 1 || downSheet < 0 || downSheet >= 1) continue
      const [right, under] = piece.halfTurned ? [1 - acrossSheet, 1 - downSheet] : [acrossSheet, downSheet]
      // Undoes the turn, then the mirror. A row of the turned piece is a column of the upright one,
      // from its foot.
      const [turned, down] = piece.rotated ? [under, 1 - right] : [right, under]
      const across = piece.mirror ? 1 - turned : turned
      const at = indexAt(artwork, printed.left + across * printed.width, printed.top + down * printed.height)
      const opacity = artwork.rgba[at + 3]
      red += artwork.rgba[at] * opacity
      green += artwork.rgba[at + 1] * opacity
      blue += artwork.rgba[at + 2] * opacity
      alpha += opacity
    }
  }
  if (alpha === 0) return
  const to = (y * sheet.widthPx + x) * 4
  sheet.rgba[to] = Math.round(red / alpha)
  sheet.rgba[to + 1] = Math.round(green / alpha)
  sheet.rgba[to + 2] = Math.round(blue / alpha)
  sheet.rgba[to + 3] = Math.round(alpha / (SAMPLES * SAMPLES))
}

function indexAt(picture: Picture, across: number, down: number): number {
  const x = Math.min(picture.widthPx - 1, Math.max(0, Math.floor(across * picture.widthPx)))
  const y = Math.min(picture.heightPx - 1, Math.max(0, Math.floor(down * picture.heightPx)))
  return (y * picture.widthPx + x) * 4
}
