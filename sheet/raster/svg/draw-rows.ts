import { ArtworkError, type RowSink, type SvgHost } from "../types.ts"
import { NAMESPACES } from "./clean-svg.ts"
import type { RootBox } from "./root-box.ts"
import {
  SVG_LAYER_HEIGHTS,
  SVG_LAYERED_PIXELS,
  SVG_MIN_STRIP_ROWS,
  SVG_STRIP_PIXELS,
  SVG_WHOLE_PIXELS,
} from "./svg-limit.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"
import { type Scene, writeRows } from "./svg-scene.ts"

/** A drawing, the part of user space that it shows, and how large. */
export type Drawing = { scene: Scene; box: RootBox; widthPx: number; heightPx: number }

/** Draws from top to bottom, a strip at a time, and hands on the rows. */
export function drawRows(renderer: SvgHost, drawing: Drawing, sink: RowSink): void {
  const { widthPx, heightPx } = drawing
  const emit = (rgba: Uint8Array, top: number) => {
    const rowBytes = widthPx * 4
    for (let at = 0; at < rgba.length; at += rowBytes)
      sink(rgba.subarray(at, at + rowBytes), top + at / rowBytes)
  }
  for (let top = 0; top < heightPx; ) {
    const rgba = drawStrip(renderer, drawing, top)
    emit(rgba, top)
    top += rgba.length / 4 / widthPx
  }
}

/**
 * Draws as many rows from `top` on as fit. The renderer traps on layers that lie more than two strips away; parts that miss
 * the strip are left out for that, and where one is hidden inside a mask or pattern, higher strips are tried.
 */
function drawStrip(renderer: SvgHost, { scene, box, widthPx, heightPx }: Drawing, top: number): Uint8Array {
  const perRow = (1 + scene.layers * SVG_LAYER_HEIGHTS) * widthPx
  const fitting = Math.floor(Math.min(SVG_STRIP_PIXELS / widthPx, SVG_LAYERED_PIXELS / perRow))
  let rows = scene.hasFilter || scene.layers > 1 ? heightPx : Math.min(heightPx - top, Math.max(SVG_MIN_STRIP_ROWS, fitting))
  for (;;) {
    const from = box.y + (box.height * top) / heightPx
    const height = (box.height * rows) / heightPx
    // Two rows more on either side, for what smoothing spills.
    const spill = (box.height * 2) / heightPx
    const content = writeRows(scene, from - spill, from + height + spill)
    const drawn = render(renderer, frameText(box, content, widthPx, rows, from, height), widthPx, rows)
    if (drawn !== null) return drawn
    if (rows === heightPx - top || rows * 2 * widthPx > SVG_WHOLE_PIXELS)
      throw refusedSvg("unsupported", "uses something that cannot be drawn at this size", uploadPng)
    rows = Math.min(heightPx - top, rows * 2)
  }
}

function frameText(
  box: RootBox,
  content: string,
  widthPx: number,
  rows: number,
  y: number,
  height: number,
): string {
  const viewBox = `${box.x} ${y} ${box.width} ${height}`
  const size = `width="${widthPx}" height="${rows}" viewBox="${viewBox}" preserveAspectRatio="none"`
  return `<svg ${NAMESPACES} ${size}>${content}</svg>`
}

/** Pixels, or null where the renderer gives up; it says why in words for programmers. */
function render(renderer: SvgHost, text: string, widthPx: number, rows: number): Uint8Array | null {
  try {
    const drawing = renderer.render(text, widthPx)
    return drawing.widthPx === widthPx && drawing.heightPx === rows ? drawing.rgba : null
  } catch (error) {
    if (error instanceof ArtworkError) throw error
    return null
  }
}
