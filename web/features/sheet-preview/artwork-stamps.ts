import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import type { PlacedItem } from "./preview-item.ts"

/** Widths kept of each artwork, so that 500 small copies are not each scaled down from the full preview. */
const STAMP_PX = [48, 96, 192, 384, 768]
/** Stamps kept for all pages together; about 40 MB at the very most in use. */
const MAX_STAMPS = 400

type Picture = { element: HTMLImageElement; isReady: boolean; listeners: Set<() => void> }
const pictures = new Map<string, Picture>()
const stamps = new Map<string, HTMLCanvasElement>()

/**
 * The printed part of an item's preview, near `widthPx` wide, ready to be copied; null while the picture is on its
 * way, and `onReady` is called once when it has come.
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
  const stamp = stamps.get(key) ?? cutStamp(picture.element, item, trim, size)
  stamps.delete(key)
  stamps.set(key, stamp)
  for (const oldest of stamps.keys()) {
    if (stamps.size <= MAX_STAMPS) break
    stamps.delete(oldest)
  }
  return stamp
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
