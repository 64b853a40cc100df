import { renameFont } from "../../font/rename-font.ts"
import { ArtworkError, type ByteSource, type RowSource } from "../artwork.ts"
import type { RasterHost } from "../host.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "../limits.ts"
import { BoundRenderer, type SvgEffort } from "./bound-renderer.ts"
import { cleanSvg, NAMESPACES } from "./clean-svg.ts"
import { drawRows, trySixteenth } from "./draw-rows.ts"
import { type RootBox, readRootBox } from "./root-box.ts"
import {
  SVG_FILTER_PIXELS,
  SVG_MAX_BYTES,
  SVG_SIMPLE_MAX_BYTES,
  SVG_TILE_PIXELS,
  SVG_WHOLE_PIXELS,
} from "./svg-limit.ts"
import { malformedSvg, refusedSvg, tooComplex, uploadPng } from "./svg-refusal.ts"
import { readScene, type Scene, writeRows } from "./svg-scene.ts"
import { type FindFonts, type FoundFonts, rendererFamily } from "./text-faces.ts"
import { xmlTokens } from "./xml-tokens.ts"

/**
 * Returns the natural size of an SVG from the first bytes of its text. Throws an ArtworkError if they
 * hold no root element.
 */
export function probeSvg(head: string): { widthPx: number; heightPx: number } {
  for (const token of xmlTokens(head)) {
    if (token.kind !== "open") continue
    const { widthPx, heightPx } = readRootBox(token.attributes)
    return roundedSize(widthPx, heightPx)
  }
  throw malformedSvg("it is not an SVG picture")
}

/** The text of a drawing, once it is drawn as outlines. */
export type DrawnText = {
  /** The drawing with outlines in the place of its text: it looks the same without any font. */
  outlines: string
  /** The families that its text names first and that nobody has. */
  missing: string[]
}

const PLAIN_TEXT_WARNING =
  "Text in this SVG is drawn in a plain font. Convert text to outlines before exporting to keep your own."

/**
 * Opens an SVG to be drawn as wide or as long as `target`, or at its natural size. Art that can only be drawn
 * whole (filters) is refused above 2000 × 2000 pixels; unless a width is asked for it is drawn smaller
 * instead. The text is read once, here. `effort` bounds the work of understanding and drawing it.
 * Without `findFonts`, text is drawn in the renderer's plain font.
 */
export async function openSvg(
  source: ByteSource,
  host: RasterHost,
  target: TargetSize | null,
  effort: SvgEffort,
  findFonts?: FindFonts,
): Promise<RowSource & { warnings: string[]; text: DrawnText | null }> {
  const { renderer, box, scene, warnings, text } = await readDrawing(source, host, effort, findFonts)
  const size = chooseSize(box, scene.needsWhole, target)
  checkEffects(scene, (size.widthPx * size.heightPx) / (box.width * box.height), effort)
  return {
    ...size,
    warnings,
    text,
    async decode(sink, pause) {
      const { stripPixels, layeredPixels } = effort
      const drawing = { scene, box, ...size, stripPixels, layeredPixels }
      if (effort.tryWork !== null) trySixteenth(renderer, drawing, effort.tryWork)
      await drawRows(renderer, drawing, sink, pause)
    },
  }
}

/**
 * Reads an SVG as the renderer understands it: absolute paths, groups and pictures, with nothing inherited and no style
 * sheets. `drawing` is null if it is too long in that form to be opened again, or can only be drawn whole, which is small.
 */
export async function readOutlines(
  source: ByteSource,
  host: RasterHost,
  effort: SvgEffort,
  findFonts?: FindFonts,
): Promise<{ drawing: string | null; warnings: string[]; text: DrawnText | null }> {
  const { box, scene, warnings, text } = await readDrawing(source, host, effort, findFonts)
  const drawing = scene.needsWhole ? null : (text?.outlines ?? shortOutlines(scene, box))
  return { drawing, warnings, text }
}

function shortOutlines(scene: Scene, box: RootBox): string | null {
  try {
    return outlinesOf(scene, box)
  } catch (error) {
    if (error instanceof ArtworkError) return null
    throw error
  }
}

async function readDrawing(
  source: ByteSource,
  host: RasterHost,
  effort: SvgEffort,
  findFonts: FindFonts | undefined,
) {
  if (host.svg === undefined) {
    throw refusedSvg("unsupported", "cannot be drawn here", "Export it as a PNG and upload that instead.")
  }
  const renderer = new BoundRenderer(host.svg, effort)
  const { box, text, warnings, faces, fonts } = cleanSvg(await readText(source))
  const textFonts = await findFonts?.(faces, fonts)
  const scene = readScene(simplify(renderer, text, textFonts?.fonts ?? []))
  const hasText = faces.length > 0
  return {
    ...{ renderer, box, scene },
    warnings: [...warnings, ...(hasText ? (textFonts?.warnings ?? [PLAIN_TEXT_WARNING]) : [])],
    text: hasText ? { outlines: outlinesOf(scene, box), missing: textFonts?.missing ?? [] } : null,
  }
}

/** Returns the whole drawing as strips of it are drawn, with its size, in a form that can be opened. */
function outlinesOf({ root, definitions }: Scene, box: RootBox): string {
  const size = `width="${box.widthPx}" height="${box.heightPx}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}"`
  const content = writeRows(root, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  const outlines = `<svg ${NAMESPACES} ${size} preserveAspectRatio="none">${definitions}${content}</svg>`
  cleanSvg(outlines)
  return outlines
}

function simplify(renderer: BoundRenderer, text: string, fonts: FoundFonts["fonts"]): string {
  const named = fonts.map(({ bytes, faces }) => renameFont(bytes, faces.map(rendererFamily)))
  try {
    const simple = renderer.simplify(text, named)
    if (simple.length > SVG_SIMPLE_MAX_BYTES) throw tooComplex()
    return simple
  } catch (error) {
    if (error instanceof ArtworkError) throw error
    // The renderer's own message is for programmers.
    throw refusedSvg("unsupported", "cannot be understood by our renderer", uploadPng)
  }
}

/** Refuses too large patterns and filters, which are computed whole, whatever part of them shows. */
function checkEffects(
  { largestTile, filters }: Scene,
  pixelsPerUnit2: number,
  { filterWork }: SvgEffort,
): void {
  if (largestTile * pixelsPerUnit2 > SVG_TILE_PIXELS)
    throw refusedSvg("too-large", "repeats a pattern that is too large to draw", uploadPng)
  const { work, pixels } = filters.cost(Math.sqrt(pixelsPerUnit2))
  if (!(work <= filterWork && pixels <= SVG_FILTER_PIXELS))
    throw refusedSvg("too-large", "uses effects that take too long to draw at this size", uploadPng)
}

async function readText(source: ByteSource): Promise<string> {
  const reader = (await source()).getReader()
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false })
  let text = ""
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      if (length === 0 && value[0] === 0x1f && value[1] === 0x8b)
        throw refusedSvg("unsupported", "is compressed (SVGZ)", "Save it as plain SVG and upload it again.")
      length += value.length
      if (length > SVG_MAX_BYTES)
        throw refusedSvg("too-large", `takes over ${SVG_MAX_BYTES >> 20} MB`, `Simplify it, or: ${uploadPng}`)
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    if (error instanceof TypeError) throw malformedSvg("its text is not UTF-8")
    throw error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A target: a width, whose `heightPx` is within a pixel or two of the height that it gives, or the longer side. */
export type TargetSize = { widthPx: number; heightPx?: number } | { longSidePx: number }

type Size = { widthPx: number; heightPx: number }

function roundedSize(widthPx: number, heightPx: number): Size {
  return { widthPx: Math.max(1, Math.round(widthPx)), heightPx: Math.max(1, Math.round(heightPx)) }
}

function targetSize({ widthPx, heightPx }: RootBox, target: TargetSize | null): Size {
  if (target === null) return roundedSize(widthPx, heightPx)
  if ("widthPx" in target)
    return roundedSize(target.widthPx, target.heightPx ?? (target.widthPx * heightPx) / widthPx)
  const scale = target.longSidePx / Math.max(widthPx, heightPx)
  return roundedSize(widthPx * scale, heightPx * scale)
}

function chooseSize(box: RootBox, needsWhole: boolean, target: TargetSize | null): Size {
  const ratio = box.heightPx / box.widthPx
  const size = targetSize(box, target)
  const pixels = size.widthPx * size.heightPx
  if (
    pixels > ARTWORK_MAX_PIXELS ||
    size.widthPx > ARTWORK_MAX_SIDE_PX ||
    size.heightPx > ARTWORK_MAX_SIDE_PX
  )
    throw refusedSvg("too-large", "has more than 100 megapixels at this size", "Make it smaller.")
  if (!needsWhole || pixels <= SVG_WHOLE_PIXELS) return size
  if (target === null || "longSidePx" in target) {
    const width = Math.max(1, Math.floor(Math.sqrt(SVG_WHOLE_PIXELS / ratio)))
    return { widthPx: width, heightPx: Math.max(1, Math.floor(width * ratio)) }
  }
  throw refusedSvg("too-large", "uses effects that can only be drawn up to 2000 × 2000 pixels", uploadPng)
}
