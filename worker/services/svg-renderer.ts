import type { SvgHost } from "../../sheet/raster/types.ts"
import { openResvg, type ResvgInstance } from "./resvg-instance.ts"

/** An instance that has grown beyond this is thrown away after the drawing, since its memory never shrinks. */
const KEPT_MEMORY_BYTES = 24 << 20

/**
 * The SVG renderer of the runtime: @resvg/resvg-wasm (`module` is its compiled index_bg.wasm) with `font`, a TTF, as the
 * one font for all text. Instances are started as needed and dropped after a trap.
 */
export function createSvgHost(module: WebAssembly.Module, font: Uint8Array): SvgHost {
  let idle: ResvgInstance | null = null
  const use = <Result>(draw: (instance: ResvgInstance) => Result): Result => {
    const instance = idle ?? openResvg(module)
    // Put back only after success: a trap leaves an instance that cannot be used again.
    idle = null
    const result = draw(instance)
    if (instance.memoryBytes <= KEPT_MEMORY_BYTES) idle = instance
    return result
  }
  const fontsFor = (svg: string) => (font.length > 0 && /<text\b/.test(svg) ? [font] : [])
  return {
    simplify(svg) {
      const options = JSON.stringify({ font: { loadSystemFonts: false } })
      return use((instance) => instance.simplify(svg, options, fontsFor(svg)))
    },
    render(svg, widthPx) {
      const options = JSON.stringify({
        fitTo: { mode: "width", value: widthPx },
        font: { loadSystemFonts: false },
      })
      const { pixels, ...size } = use((instance) => instance.render(svg, options, fontsFor(svg)))
      return { ...size, rgba: unpremultiply(pixels) }
    },
  }
}

/** Straight alpha in place, each colour rounded. */
function unpremultiply(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]
    if (alpha === 0 || alpha === 255) continue
    for (let i = at; i < at + 3; i++) pixels[i] = Math.min(255, Math.round((pixels[i] * 255) / alpha))
  }
  return pixels
}
