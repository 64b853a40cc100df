import { type SvgHost, WorkUsedUpError } from "../../sheet/raster/host.ts"
import { openResvg, type ResvgInstance } from "./resvg-instance.ts"

/** The most memory of a kept instance: a larger one is dropped, because its memory never shrinks. */
const KEPT_MEMORY_BYTES = 24 << 20

/**
 * Returns the runtime's SVG renderer: `module` is sheet/kernel/build/resvg.wasm (counts its work),
 * `font` a TTF for text without a font of its own. Starts instances on demand, drops them after a trap.
 */
export function createSvgHost(module: WebAssembly.Module, font: Uint8Array): SvgHost {
  let idle: ResvgInstance | null = null
  const use = <Result>(maxWork: number, draw: (instance: ResvgInstance) => Result) => {
    const instance = idle ?? openResvg(module)
    // The instance is kept only after success: a trap makes an instance unusable.
    idle = null
    instance.giveWork(maxWork)
    try {
      const result = draw(instance)
      if (instance.memoryBytes <= KEPT_MEMORY_BYTES) idle = instance
      return { result, work: maxWork - instance.workLeft }
    } catch (error) {
      throw instance.workLeft < 0 ? new WorkUsedUpError(maxWork) : error
    }
  }
  // The plain font comes first: the renderer takes letters that a font lacks from the first font that
  // has them.
  const fontsFor = (svg: string, fonts: readonly Uint8Array[] = []) =>
    font.length > 0 && /<text\b/.test(svg) ? [font, ...fonts] : []
  return {
    simplify(svg, maxWork, fonts) {
      const options = JSON.stringify({ font: { loadSystemFonts: false } })
      const { result, work } = use(maxWork, (instance) =>
        instance.simplify(svg, options, fontsFor(svg, fonts)),
      )
      return { text: result, work }
    },
    render(svg, widthPx, maxWork) {
      const options = JSON.stringify({
        fitTo: { mode: "width", value: widthPx },
        font: { loadSystemFonts: false },
      })
      const { result, work } = use(maxWork, (instance) => instance.render(svg, options, fontsFor(svg)))
      const { pixels, ...size } = result
      return { ...size, work, rgba: unpremultiply(pixels) }
    },
  }
}

/** The four bytes of a clear pixel, and the lowest of those of an opaque one, as a number. */
const CLEAR = 0
const OPAQUE = 0xff00_0000

/** Converts to straight alpha in place and rounds each colour. */
function unpremultiply(pixels: Uint8Array): Uint8Array {
  const whole = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2)
  for (let pixel = 0; pixel < whole.length; pixel++) {
    const four = whole[pixel]
    if (four === CLEAR || four >= OPAQUE) continue
    const at = pixel * 4
    const alpha = pixels[at + 3]
    if (alpha === 0) continue
    for (let i = at; i < at + 3; i++) pixels[i] = Math.min(255, Math.round((pixels[i] * 255) / alpha))
  }
  return pixels
}
