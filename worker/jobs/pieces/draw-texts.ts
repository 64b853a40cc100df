import type { ArtworkField, ArtworkLayer, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ValueProblem } from "../../../contract/artwork/artwork-values.ts"
import type { FontId } from "../../../contract/artwork/font.ts"
import type { Id } from "../../../contract/id.ts"
import { type Canvas, drawLayer } from "../../../sheet/text/draw-layers.ts"
import { openTextEngine, type TextEngine } from "../../../sheet/text/open-font.ts"
import { type Edges, united } from "../../../sheet/text/path.ts"
import { problemWords } from "../../../sheet/text/text-layer.ts"
import type { Env } from "../../env.ts"
import { readFontFile } from "../../flows/artwork/read-font.ts"
import { logWarning } from "../../log.ts"
import { textHost } from "../../raster/text-host.ts"

export type PlacedTexts = {
  /** The SVG paths in the canvas' units; "" if there is nothing to see. */
  texts: string
  /** The edges of all their ink, in the same units; null if there is none. */
  ink: Edges | null
  problems: ValueProblem[]
}

const LOST_FONT = "uses a font that was deleted. Choose another font for it."
const BAD_FONT = "uses a font that does not work here. Choose another font for it."

/**
 * Draws the texts that are placed on an image, with these values, and returns the problems that keep
 * them from being printed. Each font is read once.
 */
export async function drawTexts(env: Env, userId: Id, image: TextsOfImage): Promise<PlacedTexts> {
  return openTexts(await readLayerFonts(env, userId, image.layers))(image)
}

/** Returns a function that draws as `drawTexts`, for the same image many times: its fonts are opened once. */
export function openTexts(fonts: ReadonlyMap<FontId, Uint8Array>): (image: TextsOfImage) => PlacedTexts {
  let engine: TextEngine | null = null
  return (image) => {
    if (image.layers.length === 0) return { texts: "", ink: null, problems: [] }
    engine ??= openTextEngine(textHost)
    engine.renewWork()
    const { hasTrapped, ...placed } = placeTexts(engine, fonts, image)
    if (hasTrapped) engine = null
    return placed
  }
}

/** Returns placed texts. `hasTrapped`: the engine draws nothing more. */
function placeTexts(
  engine: TextEngine,
  fonts: ReadonlyMap<FontId, Uint8Array>,
  { fields, layers, values, canvas }: TextsOfImage,
): PlacedTexts & { hasTrapped: boolean } {
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const problems: ValueProblem[] = []
  let texts = ""
  let ink: Edges | null = null
  for (const layer of layers) {
    const field = layer.field ?? ""
    const text = layer.field === undefined ? (layer.text ?? "") : valueIn(values, layer.field)
    const name = labels.get(field) ?? `"${text}"`
    const font = fonts.get(layer.fontId)
    if (text.trim() === "") continue
    if (!font) {
      problems.push({ field, message: `${name} ${LOST_FONT}` })
      continue
    }
    try {
      const drawn = drawLayer({ ...layer, text }, engine.openFont(font), canvas)
      texts += drawn.svg
      ink = united(ink, drawn.ink)
      for (const problem of drawn.problems)
        problems.push({ field, message: `${name} ${problemWords(problem)}` })
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      logWarning("font not drawn with", { fontId: layer.fontId, error })
      const broken = { field, message: `${name} ${BAD_FONT}` }
      return { texts: "", ink: null, problems: [...problems, broken], hasTrapped: true }
    }
  }
  return { texts, ink, problems, hasTrapped: false }
}

function valueIn(values: ArtworkValues, field: string): string {
  return Object.hasOwn(values, field) ? values[field] : ""
}

export type TextsOfImage = {
  fields: readonly ArtworkField[]
  layers: readonly ArtworkLayer[]
  values: ArtworkValues
  canvas: Canvas
}

/** Reads the fonts of these layers, those that still exist. */
export async function readLayerFonts(
  env: Env,
  userId: Id,
  layers: readonly ArtworkLayer[],
): Promise<Map<FontId, Uint8Array>> {
  const ids = [...new Set(layers.map(({ fontId }) => fontId))]
  const files = await Promise.all(ids.map((fontId) => readFontFile(env, userId, fontId)))
  return new Map(files.flatMap((file) => (file ? [[file.fontId, file.bytes] as const] : [])))
}
