import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import { drawLabel, type SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import type { PlacedItem } from "./preview-item.ts"

/** Widths kept of each artwork: 500 small copies are not each scaled from the full preview. */
const STAMP_PX = [48, 96, 192, 384, 768]
/** Stamps kept for all pages together; about 40 MB at the very most in use. */
const MAX_STAMPS = 400

type Picture = { element: HTMLImageElement; isReady: boolean; listeners: Set<() => void> }
const pictures = new Map<string, Picture>()
const stamps = new Map<string, HTMLCanvasElement>()

/**
 * The printed part of an item's preview, near `widthPx` wide, ready to be drawn. Null while the
 * picture loads; `onReady` is called once when it has.
 */
export function artworkStamp(
  item: PlacedItem,
  trim: boolean,
  widthPx: number,
  onReady: () => void,
): HTMLCanvasElement | null {
  const path = item.image.previewFile?.path
  if (!path) return null
  const picture = openPicture(path)
  if (!picture.isReady) {
    picture.listeners.add(onReady)
    return null
  }
  const size = STAMP_PX.find((px) => px >= widthPx) ?? STAMP_PX[STAMP_PX.length - 1]
  const key = `${size} ${trim} ${path}`
  return kept(stamps, MAX_STAMPS, key, () => cutStamp(picture.element, item, trim, size))
}

/** Forgets a listener, when its stage is gone. */
export function forgetListener(onReady: () => void): void {
  for (const picture of pictures.values()) picture.listeners.delete(onReady)
}

function openPicture(path: string): Picture {
  const open = pictures.get(path)
  if (open) return open
  const picture: Picture = { element: new Image(), isReady: false, listeners: new Set() }
  picture.element.onload = () => {
    picture.isReady = true
    for (const listener of picture.listeners) listener()
    picture.listeners.clear()
  }
  // A picture that cannot be fetched now may be there on the next visit.
  picture.element.onerror = () => pictures.delete(path)
  picture.element.src = `/api/${path}`
  pictures.set(path, picture)
  return picture
}

// The preview shows the whole picture; the sheet takes its trimmed part.
function cutStamp(
  picture: HTMLImageElement,
  item: PlacedItem,
  trim: boolean,
  widthPx: number,
): HTMLCanvasElement {
  const box = printedBox(item.art, trim)
  const scale = picture.naturalWidth / item.art.widthPx
  const canvas = document.createElement("canvas")
  canvas.width = widthPx
  canvas.height = Math.max(1, Math.round((widthPx * box.height) / box.width))
  const context = canvas.getContext("2d")
  if (context) {
    context.imageSmoothingQuality = "high"
    context.drawImage(
      picture,
      box.x * scale,
      box.y * scale,
      Math.max(1, box.width * scale),
      Math.max(1, box.height * scale),
      0,
      0,
      canvas.width,
      canvas.height,
    )
  }
  return canvas
}

/** A label's ink, and where it lies in the label's box; in sheet pixels. */
type LabelPicture = { canvas: HTMLCanvasElement; x: number; y: number }

/** Copies of one item share a picture; about 20 MB at the very most. */
const MAX_LABELS = 100
const labels = new Map<string, LabelPicture | null>()

/** The ink that the engine draws for a label, as a picture; null where not one letter fits. */
export function labelPicture(label: SheetLabel): LabelPicture | null {
  const { text, widthPx, heightPx, rotated, mirror } = label
  const key = `${widthPx} ${heightPx} ${rotated} ${mirror} ${text}`
  return kept(labels, MAX_LABELS, key, () => paint(label))
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

/** The value under the key, created if missing. Beyond `max`, drops the least recently used. */
function kept<Value>(cache: Map<string, Value>, max: number, key: string, make: () => Value): Value {
  const known = cache.get(key)
  const value = known === undefined ? make() : known
  cache.delete(key)
  cache.set(key, value)
  for (const oldest of cache.keys()) {
    if (cache.size <= max) break
    cache.delete(oldest)
  }
  return value
}
