import { fitText } from "./fit-text.ts"
import type { OpenFont } from "./open-font.ts"
import { type Edges, pathText } from "./path.ts"
import { settableText, type TextLayer, type TextProblem } from "./text-layer.ts"

/** The size of any artwork here: an SVG's natural size or a picture's pixels. */
export type Canvas = { width: number; height: number }

/** One `<path>`, in the canvas' units. Its line is drawn about its edge, so half of it is covered. */
export type TextShape = {
  path: string
  fill: string
  line?: { color: string; width: number }
  /** The offset of the path. */
  by?: { x: number; y: number }
}

export type DrawnText = {
  /** The shapes from the lowest to the topmost: shadow, outlines, letters. */
  shapes: TextShape[]
  /** The same shapes as SVG elements: paths alone, no text. */
  svg: string
  /** The line on which bent letters stand, as a path; "" below straight ones. Never printed. */
  baseline: string
  /** The box of all its ink, with outlines and shadow; null if nothing is visible. */
  ink: Edges | null
  problems: TextProblem[]
}

/** The steps that divide the artwork's longer side: a hundredth of a pixel at 300 DPI. */
const STEPS = 1_000_000
const THOUSANDTH = 1 / 1000

/** Draws one text in its place on the canvas. An empty text draws nothing. */
export function drawLayer(layer: TextLayer, font: OpenFont, canvas: Canvas): DrawnText {
  const unit = canvas.height * THOUSANDTH
  const widths = layer.outlines.map(({ width }) => width * unit)
  const reach = widths.reduce((sum, width) => sum + width, 0)
  const shade = { x: (layer.shadow?.x ?? 0) * unit, y: (layer.shadow?.y ?? 0) * unit }
  const room = {
    x: layer.box.x * canvas.width * THOUSANDTH + reach + Math.max(0, -shade.x),
    y: layer.box.y * unit + reach + Math.max(0, -shade.y),
    width: layer.box.width * canvas.width * THOUSANDTH - 2 * reach - Math.abs(shade.x),
    height: layer.box.height * unit - 2 * reach - Math.abs(shade.y),
  }
  const text = settableText(layer.text, layer.caps)
  if (text === "") return nothing([])
  if (room.width <= 0 || room.height <= 0) return nothing([{ kind: "does-not-fit" }])
  const sizeWanted = layer.size === undefined ? null : layer.size * unit
  const fitted = fitText(font, { ...layer, text, room, sizeWanted })
  const shapes = shapesOf(pathText(fitted.path, digitsFor(canvas)), layer, widths, shade)
  return {
    shapes,
    svg: shapes.map(element).join(""),
    baseline: pathText(fitted.baseline, digitsFor(canvas)),
    ink: fitted.ink && surrounded(fitted.ink, reach, shade),
    problems: problemsOf(fitted.missing, fitted.isTooLarge),
  }
}

/**
 * Returns an SVG of nothing but drawn texts, whose canvas fills a picture of this size. With `part`, a
 * box in the picture's pixels, it is that part of the picture alone.
 */
export function textsSvg(
  texts: string,
  canvas: Canvas,
  picture: Canvas,
  part: Canvas & { x: number; y: number } = { x: 0, y: 0, ...picture },
): string {
  const across = canvas.width / picture.width
  const down = canvas.height / picture.height
  const size = `width="${part.width}" height="${part.height}"`
  const view = `viewBox="${part.x * across} ${part.y * down} ${part.width * across} ${part.height * down}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} preserveAspectRatio="none">${texts}</svg>`
}

function nothing(problems: TextProblem[]): DrawnText {
  return { shapes: [], svg: "", baseline: "", ink: null, problems }
}

function shapesOf(
  path: string,
  layer: TextLayer,
  widths: readonly number[],
  shade: { x: number; y: number },
): TextShape[] {
  if (path === "") return []
  const line = (color: string, width: number) => (width > 0 ? { line: { color, width: 2 * width } } : {})
  const reaches = widths.map((_, i) => widths.slice(0, i + 1).reduce((sum, width) => sum + width, 0))
  const shapes: TextShape[] = []
  if (layer.shadow) {
    const { color } = layer.shadow
    shapes.push({ path, fill: color, ...line(color, reaches.at(-1) ?? 0), by: shade })
  }
  // The outermost first: each covers the inner half of the line below it.
  for (let i = widths.length - 1; i >= 0; i--) {
    const { color } = layer.outlines[i]
    shapes.push({ path, fill: color, ...line(color, reaches[i]) })
  }
  return [...shapes, { path, fill: layer.fill }]
}

function element({ path, fill, line, by }: TextShape): string {
  const stroke = line ? ` stroke="${line.color}" stroke-width="${line.width}" stroke-linejoin="round"` : ""
  const place = by ? ` transform="translate(${by.x} ${by.y})"` : ""
  return `<path d="${path}" fill="${fill}"${stroke}${place}/>`
}

function surrounded(ink: Edges, reach: number, shade: { x: number; y: number }): Edges {
  return {
    left: ink.left - reach + Math.min(0, shade.x),
    right: ink.right + reach + Math.max(0, shade.x),
    top: ink.top - reach + Math.min(0, shade.y),
    bottom: ink.bottom + reach + Math.max(0, shade.y),
  }
}

function digitsFor({ width, height }: Canvas): number {
  return Math.max(0, Math.min(6, Math.ceil(Math.log10(STEPS / Math.max(width, height)))))
}

const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20E3/u

function problemsOf(missing: readonly string[], isTooLarge: boolean): TextProblem[] {
  const emoji = missing.filter((letter) => EMOJI.test(letter))
  const letters = missing.filter((letter) => !EMOJI.test(letter))
  const problems: TextProblem[] = []
  if (emoji.length > 0) problems.push({ kind: "emoji", letters: emoji })
  if (letters.length > 0) problems.push({ kind: "missing-letter", letters })
  if (isTooLarge) problems.push({ kind: "does-not-fit" })
  return problems
}
