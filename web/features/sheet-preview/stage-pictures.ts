import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import { CODE_DOTS, type CodeEncoder } from "../../../sheet/raster/label/code-dots.ts"
import { codeBox, drawLabel, placedDots, type SheetLabel } from "../../../sheet/raster/label/draw-label.ts"
import type { PlacedItem } from "./preview-item.ts"

/** The widths kept of each artwork, so that 500 small copies are not each scaled from the full preview. */
const STAMP_PX = [48, 96, 192, 384, 768]
/** The pixels of all kept stamps, 96 MB: more than any stage shows at once, or it would cut for ever. */
const MAX_STAMP_PX = 24_000_000

type Picture = { element: HTMLImageElement; isReady: boolean; listeners: Set<() => void> }
const pictures = new Map<string, Picture>()
const stamps = new Map<string, HTMLCanvasElement>()
let stampPx = 0

/**
 * Returns the printed part of an item's preview, near `widthPx` wide, ready to be drawn. Null while the
 * picture loads, or while other stamps are cut; `onReady` is called once when it is worth asking again.
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
  if (!stamps.has(key) && !mayCut()) {
    onReady()
    return null
  }
  return keptStamp(key, () => timed(() => cutStamp(picture.element, item, trim, size)))
}

function keptStamp(key: string, make: () => HTMLCanvasElement): HTMLCanvasElement {
  const stamp = stamps.get(key) ?? make()
  if (!stamps.delete(key)) stampPx += areaOf(stamp)
  stamps.set(key, stamp)
  for (const [oldest, old] of stamps) {
    if (stampPx <= MAX_STAMP_PX) break
    stamps.delete(oldest)
    stampPx -= areaOf(old)
  }
  return stamp
}

function areaOf({ width, height }: HTMLCanvasElement): number {
  return width * height
}

/** The time in a frame for stamps: each is decoded and scaled, and a large print has hundreds. */
const CUT_MS = 8
let cutMs = 0

/** Returns whether this frame has time for one more stamp; the first one always has. */
function mayCut(): boolean {
  if (cutMs === 0)
    requestAnimationFrame(() => {
      cutMs = 0
    })
  return cutMs < CUT_MS
}

function timed<Result>(act: () => Result): Result {
  const startMs = performance.now()
  const result = act()
  cutMs += performance.now() - startMs + Number.MIN_VALUE
  return result
}

/** Drops a listener when its stage is closed. */
export function forgetListener(onReady: () => void): void {
  for (const picture of pictures.values()) picture.listeners.delete(onReady)
  awaitingCodes.delete(onReady)
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
  // A picture that cannot be fetched now may exist on the next visit.
  picture.element.onerror = () => pictures.delete(path)
  picture.element.src = `/api/${path}`
  pictures.set(path, picture)
  return picture
}

// Cuts the trimmed part, which the sheet takes, out of the whole preview.
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

/** A label's ink, and its place in the label's box, in sheet pixels. */
type LabelPicture = { canvas: HTMLCanvasElement; x: number; y: number }

/** The pictures kept; copies of one item share one. They take about 20 MB at most. */
const MAX_LABELS = 100
const labels = new Map<string, LabelPicture | null>()

/**
 * Returns the letters that the engine draws for a label, as a picture; null if none fits. It leaves room for
 * the code: copies differ only by that, and have a small picture of it each.
 */
export function labelPicture(label: SheetLabel): LabelPicture | null {
  const { text, code = "", widthPx, heightPx, rotated, mirror } = label
  const hasCode = codeBox(label) !== null
  const key = `${widthPx} ${heightPx} ${rotated} ${mirror} ${hasCode ? "beside a code" : code} ${text}`
  return kept(labels, MAX_LABELS, key, () => paint(label))
}

const blank = new Uint8Array(CODE_DOTS * CODE_DOTS)

/** The codes kept; a dot is a pixel, so each takes some 4 KB. */
const MAX_CODES = 2_000
const codes = new Map<string, HTMLCanvasElement | null>()

let encode: CodeEncoder | null = null
let isFetching = false
const awaitingCodes = new Set<() => void>()

/**
 * Returns a label's code as it lies on the sheet, one pixel for each dot. Null if it has none, and while the
 * encoder is loaded for the first one; `onReady` is called once it is there.
 */
export function codePicture(label: SheetLabel, onReady: () => void): HTMLCanvasElement | null {
  const { code = "", rotated, mirror } = label
  if (code === "") return null
  if (encode === null) {
    awaitingCodes.add(onReady)
    if (!isFetching) void fetchEncoder()
    return null
  }
  const draw = encode
  return kept(codes, MAX_CODES, `${rotated} ${mirror} ${code}`, () => {
    const dots = draw(code)
    return dots && pictureOf(placedDots(dots, label), CODE_DOTS, CODE_DOTS, 255)
  })
}

async function fetchEncoder(): Promise<void> {
  isFetching = true
  try {
    encode = (await import("../../../sheet/raster/label/encode-code.ts")).encodeCode
  } catch {
    // Without the encoder the preview has no codes; the sheet has them.
    return
  }
  for (const listener of awaitingCodes) listener()
  awaitingCodes.clear()
}

function paint(label: SheetLabel): LabelPicture | null {
  const ink = drawLabel(label, () => blank)
  if (ink.alpha.length === 0) return null
  return { canvas: pictureOf(ink.alpha, ink.widthPx, ink.heightPx), x: ink.x, y: ink.y }
}

/** Returns black ink by its coverage; `times` brings a value to 0–255. */
function pictureOf(alpha: Uint8Array, widthPx: number, heightPx: number, times = 1): HTMLCanvasElement {
  const canvas = document.createElement("canvas")
  canvas.width = widthPx
  canvas.height = heightPx
  const pixels = new ImageData(widthPx, heightPx)
  for (let i = 0; i < alpha.length; i++) pixels.data[i * 4 + 3] = alpha[i] * times
  canvas.getContext("2d")?.putImageData(pixels, 0, 0)
  return canvas
}

/** Returns the value under the key, created if missing. Beyond `max`, drops the least recently used. */
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
