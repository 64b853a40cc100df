import { drawLabel, type SheetLabel } from "../../../sheet/raster/label/draw-label.ts"

/** A label's ink, and where it lies in the label's box; in sheet pixels. */
export type LabelPicture = { canvas: HTMLCanvasElement; x: number; y: number }

/** Copies of one item share a picture; about 20 MB at the very most. */
const MAX_PICTURES = 100
const pictures = new Map<string, LabelPicture | null>()

/** The ink that the engine draws for a label, as a picture; null where not one letter fits. */
export function labelPicture(label: SheetLabel): LabelPicture | null {
  const { text, widthPx, heightPx, rotated, mirror } = label
  const key = `${widthPx} ${heightPx} ${rotated} ${mirror} ${text}`
  const known = pictures.get(key)
  const picture = known === undefined ? paint(label) : known
  pictures.delete(key)
  pictures.set(key, picture)
  for (const oldest of pictures.keys()) {
    if (pictures.size <= MAX_PICTURES) break
    pictures.delete(oldest)
  }
  return picture
}

function paint(label: SheetLabel): LabelPicture | null {
  const ink = drawLabel(label)
  if (ink.alpha.length === 0) return null
  const canvas = document.createElement("canvas")
  canvas.width = ink.widthPx
  canvas.height = ink.heightPx
  const pixels = new ImageData(ink.widthPx, ink.heightPx)
  for (let i = 0; i < ink.alpha.length; i++) pixels.data[i * 4 + 3] = ink.alpha[i]
  canvas.getContext("2d")?.putImageData(pixels, 0, 0)
  return { canvas, x: ink.x, y: ink.y }
}
