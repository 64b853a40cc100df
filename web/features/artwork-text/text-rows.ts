import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import type { DraftLayer, TextDraft } from "./text-draft.ts"
import type { LayerDrawing } from "./text-task.ts"

/** A line of the list: a text that is placed on the artwork, or a field of the artwork's own text. */
export type TextRow = {
  /** The layer's key, or `field:{name}`. */
  id: string
  layer: DraftLayer | null
  field: ArtworkField | null
  /** The name: its field's label, or its own text. */
  name: string
}

/** Returns the texts from the topmost down, then the artwork's own fields that no text shows. */
export function rowsOf({ fields, layers }: TextDraft): TextRow[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const placed = new Set(layers.map(({ field }) => field))
  return [
    ...layers.toReversed().map((layer): TextRow => {
      const field = layer.field === undefined ? null : (byName.get(layer.field) ?? null)
      return { id: layer.key, layer, field, name: field?.label || layer.text || "Text" }
    }),
    ...fields
      .filter(({ name }) => !placed.has(name))
      .map((field): TextRow => ({ id: `field:${field.name}`, layer: null, field, name: field.label })),
  ]
}

/** Returns why a text cannot be printed, as one sentence; null if it can. */
export function problemOfRow({ id, name }: TextRow, drawings: readonly LayerDrawing[]): string | null {
  const [problem] = drawings.find(({ key }) => key === id)?.problems ?? []
  return problem === undefined ? null : `${name} ${problem}`
}
