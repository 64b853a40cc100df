import { type Canvas, drawLayer } from "../../../sheet/text/draw-layers.ts"
import { openTextEngine, type TextEngine } from "../../../sheet/text/open-font.ts"
import type { TextHost } from "../../../sheet/text/shaper-calls.ts"
import { problemWords } from "../../../sheet/text/text-layer.ts"
import { compileKernel } from "../../lib/compile-kernel.ts"
import type { LayerDrawing, TaskLayer } from "./text-task.ts"

const LOST_FONT = "uses a font that was deleted. Choose another font for it."
const BAD_FONT = "uses a font that does not work here. Choose another font for it."
const UNREACHABLE_FONT = "uses a font that did not load. Check your connection."

let host: Promise<TextHost> | undefined
let engine: TextEngine | undefined
const fonts = new Map<string, Promise<Uint8Array | null>>()

/** Returns a function that draws texts on a canvas, once the engine and the fonts of all of them are there. For a thread of its own. */
export async function openLayerDrawer(
  layers: readonly TaskLayer[],
): Promise<(one: TaskLayer, canvas: Canvas) => LayerDrawing> {
  const modules = await openHost()
  const bytes = new Map<string, Uint8Array | null>()
  for (const path of new Set(layers.flatMap(({ fontPath }) => fontPath ?? [])))
    bytes.set(path, await fontFile(path))
  return ({ key, layer, fontPath }, canvas) => {
    const failed = (problem: string) => ({ key, shapes: [], baseline: "", problems: [problem] })
    if (layer.text.trim() === "") return { key, shapes: [], baseline: "", problems: [] }
    if (fontPath === null) return failed(LOST_FONT)
    const font = bytes.get(fontPath)
    if (!font) return failed(UNREACHABLE_FONT)
    const drawn = drawWith(modules, (own) => drawLayer(layer, own.openFont(font), canvas))
    if (!drawn) return failed(BAD_FONT)
    const { shapes, baseline, problems } = drawn
    return { key, shapes, baseline, problems: problems.map(problemWords) }
  }
}

/**
 * Draws with one engine and, if it traps, once more with a new one, because an engine may have used up its
 * work. Returns null if that traps, too.
 */
function drawWith<Result>(modules: TextHost, act: (engine: TextEngine) => Result): Result | null {
  for (let attempt = 0; attempt < 2; attempt++) {
    engine ??= openTextEngine(modules)
    try {
      return act(engine)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      engine = undefined
    }
  }
  return null
}

/** Compiles the engine once; a failure is tried again with the next task. */
function openHost(): Promise<TextHost> {
  host ??= Promise.all([
    compileKernel(new URL("../../../sheet/kernel/build/harfbuzz.wasm", import.meta.url)),
    compileKernel(new URL("../../../sheet/kernel/build/pen.wasm", import.meta.url)),
  ])
    .then(([shaper, pen]) => ({ shaper, pen }))
    .catch((error: unknown) => {
      host = undefined
      throw error
    })
  return host
}

/** Fetches a font once; null if that fails, and the next task fetches it again. */
async function fontFile(path: string): Promise<Uint8Array | null> {
  const asked = fonts.get(path) ?? fetchFont(path)
  fonts.set(path, asked)
  const bytes = await asked
  if (bytes === null) fonts.delete(path)
  return bytes
}

async function fetchFont(path: string): Promise<Uint8Array | null> {
  try {
    const response = await fetch(path)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
  } catch {
    // The layer reports that its font did not load.
    return null
  }
}
