import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Font } from "../../../contract/artwork/font.ts"
import type { Canvas, TextShape } from "../../../sheet/text/draw-layers.ts"
import type { TextLayer } from "../../../sheet/text/text-layer.ts"
import type { TextDraft } from "./text-draft.ts"

/** One text to be drawn; `fontPath` is null if its font is gone. */
export type TaskLayer = { key: string; layer: TextLayer; fontPath: string | null }

/** A task of the thread: the same artwork with several sets of values. */
export type TextTask = { canvas: Canvas; sets: readonly (readonly TaskLayer[])[] }

/** One text as it is drawn. `problems` are words that follow its name. */
export type LayerDrawing = {
  key: string
  shapes: readonly TextShape[]
  baseline: string
  problems: readonly string[]
}

/** The thread's answer, set by set; null if it could not start. */
export type TextAnswer = { sets: readonly (readonly LayerDrawing[])[] } | null

/** Returns the draft's texts with each of these values. */
export function taskOf(
  draft: TextDraft,
  fonts: readonly Font[],
  canvas: Canvas,
  values: readonly ArtworkValues[],
): TextTask {
  return { canvas, sets: values.map((own) => layersWith(draft, fonts, own)) }
}

/** Returns the draft's texts with values; a field without a value is empty. */
export function layersWith(
  { layers }: TextDraft,
  fonts: readonly Font[],
  values: ArtworkValues,
): TaskLayer[] {
  const paths = new Map(fonts.map(({ _id, path }) => [_id as string, path]))
  return layers.map(({ key, field, text, fontId, ...layer }) => ({
    key,
    layer: { ...layer, text: field === undefined ? (text ?? "") : (values[field] ?? "") },
    fontPath: paths.get(fontId) ?? null,
  }))
}

export function samplesOf(fields: readonly ArtworkField[]): ArtworkValues {
  return Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
}
