import { ARTWORK_MAX_SIDE_PX } from "../limits.ts"
import { malformedSvg, refusedSvg } from "./svg-refusal.ts"

/** Natural size in px (96 to the inch) and the part of user space that exactly fills it. */
export type RootBox = {
  widthPx: number
  heightPx: number
  x: number
  y: number
  width: number
  height: number
}

const PX_PER_UNIT: Record<string, number> = {
  "": 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  ex: 8,
}

/** The smallest and largest size. Beyond them the renderer's 32-bit floats lose the picture. */
const SMALLEST = 1e-3
const LARGEST = 1e7

/**
 * The longest number; a double takes 24 characters. The regular expression below takes quadratic time
 * on text that it does not match.
 */
const LENGTH_MAX_CHARS = 100

/**
 * Works out size and coordinate system of the root element (SVG 1.1, 7.2, 7.7 and 7.8). Percentages
 * and missing lengths follow the viewBox. preserveAspectRatio is applied here once, so the returned
 * box needs none.
 */
export function readRootBox(attributes: ReadonlyMap<string, string>): RootBox {
  const box = readViewBox(attributes.get("viewBox"))
  const width = readLength(attributes.get("width"))
  const height = readLength(attributes.get("height"))
  const widthPx = width ?? (height !== null && box !== null ? (height * box.width) / box.height : box?.width)
  const heightPx = height ?? (width !== null && box !== null ? (width * box.height) / box.width : box?.height)
  if (widthPx === undefined || heightPx === undefined) {
    throw refusedSvg("unsupported", "does not say how large it is", "Export it with a width and a height.")
  }
  const sides = [widthPx, heightPx]
  if (sides.some((side) => side < SMALLEST)) throw refusedSvg("empty", "has no size", "Export it again.")
  if (sides.some((side) => side > ARTWORK_MAX_SIDE_PX)) {
    throw refusedSvg("too-large", "is far too large", "Export it with a smaller width and height.")
  }
  const user = box ?? { x: 0, y: 0, width: widthPx, height: heightPx }
  const fitted = fitBox(user, widthPx, heightPx, attributes.get("preserveAspectRatio") ?? "")
  return { widthPx, heightPx, ...fitted }
}

type Box = { x: number; y: number; width: number; height: number }

function readViewBox(text: string | undefined): Box | null {
  if (text === undefined) return null
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every((n) => Number.isFinite(n) && Math.abs(n) < LARGEST))
    throw malformedSvg("its viewBox makes no sense")
  if (width < SMALLEST || height < SMALLEST) throw refusedSvg("empty", "has no size", "Export it again.")
  return { x, y, width, height }
}

/** Returns the pixels of an absolute length. Null if it is missing, relative or not a length. */
function readLength(text: string | undefined): number | null {
  const written = text?.trim() ?? ""
  if (written.length > LENGTH_MAX_CHARS) return null
  const parts = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(written)
  const unit = PX_PER_UNIT[parts?.[2].toLowerCase() ?? "?"]
  return parts === null || unit === undefined ? null : Number(parts[1]) * unit
}

/** Returns the part of user space that a viewport shows when `box` is fitted into it. */
function fitBox(box: Box, widthPx: number, heightPx: number, preserve: string): Box {
  const words = preserve.trim().split(/\s+/)
  const align = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(words[0])
  if (words[0] === "none") return box
  const scaleX = widthPx / box.width
  const scaleY = heightPx / box.height
  const scale = words[1] === "slice" ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY)
  const width = widthPx / scale
  const height = heightPx / scale
  const share = (word: string | undefined) => (word === "Min" ? 0 : word === "Max" ? 1 : 0.5)
  return {
    x: box.x - (width - box.width) * share(align?.[1]),
    y: box.y - (height - box.height) * share(align?.[2]),
    width,
    height,
  }
}
