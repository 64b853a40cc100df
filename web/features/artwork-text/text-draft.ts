import type { ArtworkField, ArtworkLayer } from "../../../contract/artwork/artwork-field.ts"

/** A layer with a key that it keeps while it is edited. */
export type DraftLayer = ArtworkLayer & { key: string }

/** The part of an image that its editor changes; a draft is never changed in place. */
export type TextDraft = { fields: readonly ArtworkField[]; layers: readonly DraftLayer[] }

export type Box = ArtworkLayer["box"]
export type FieldKind = ArtworkField["kind"]

/** The content of a new text: a field of a kind, a field that the image has, or one text for all. */
export type NewText = { kind: FieldKind } | { field: string } | { text: string }

/** A change of a layer; an optional property that it removes is set to undefined. */
export type LayerChange = { [Key in keyof ArtworkLayer]?: ArtworkLayer[Key] | undefined }
export type FieldChange = { [Key in keyof ArtworkField]?: ArtworkField[Key] | undefined }

const FIRST_FONT = "library:graduate-400" as ArtworkLayer["fontId"]
/** The place of a first text, and the distance of the next ones below it. */
const FIRST_BOX: Box = { x: 100, y: 100, width: 800, height: 200 }
const BELOW = 40

/** The first values of a field of each kind. */
const beginnings: Record<FieldKind, { name: string; label: string; sample: string; maxLength: number }> = {
  text: { name: "name", label: "Name", sample: "Taylor", maxLength: 14 },
  number: { name: "number", label: "Number", sample: "23", maxLength: 3 },
  date: { name: "date", label: "Date", sample: "14.06.2026", maxLength: 20 },
  choice: { name: "choice", label: "Choice", sample: "Home", maxLength: 30 },
}
const FIRST_CHOICES = ["Home", "Away"]
const FIRST_TEXT = "Text"

export function draftOf({ fields, layers }: { fields: ArtworkField[]; layers: ArtworkLayer[] }): TextDraft {
  return { fields, layers: layers.map((layer, i) => ({ ...layer, key: `stored-${i}` })) }
}

/** Returns the draft as a call sends it. */
export function savedOf({ fields, layers }: TextDraft): { fields: ArtworkField[]; layers: ArtworkLayer[] } {
  return { fields: [...fields], layers: layers.map(({ key: _, ...layer }) => layer) }
}

export function isSameDraft(one: TextDraft, other: TextDraft): boolean {
  return JSON.stringify(savedOf(one)) === JSON.stringify(savedOf(other))
}

/** Adds a text that looks like the last one; without a box, below all others. */
export function addText(
  draft: TextDraft,
  what: NewText,
  key: string,
  box: Box = freeBox(draft.layers),
): TextDraft {
  const { fields, shown } = withField(draft.fields, what)
  const like = draft.layers.at(-1)
  const look: Omit<ArtworkLayer, "box" | "field" | "text"> = {
    fontId: like?.fontId ?? FIRST_FONT,
    fit: "shrink",
    align: "center",
    letterSpacing: like?.letterSpacing ?? 0,
    lineHeight: 1.2,
    caps: like?.caps ?? false,
    fill: like?.fill ?? "#000000",
    outlines: like?.outlines ?? [],
    ...(like?.shadow ? { shadow: like.shadow } : {}),
    arc: 0,
  }
  return { fields, layers: [...draft.layers, { ...look, ...shown, box, key }] }
}

function withField(
  fields: readonly ArtworkField[],
  what: NewText,
): { fields: readonly ArtworkField[]; shown: { field: string } | { text: string } } {
  if ("text" in what) return { fields, shown: { text: what.text || FIRST_TEXT } }
  if ("field" in what) return { fields, shown: { field: what.field } }
  const field = newField(fields, what.kind)
  return { fields: [...fields, field], shown: { field: field.name } }
}

function newField(fields: readonly ArtworkField[], kind: FieldKind): ArtworkField {
  const { name: first, label, sample, maxLength } = beginnings[kind]
  const names = new Set(fields.map(({ name }) => name))
  const name = freeName(first, names)
  const number = name.slice(first.length)
  return {
    name,
    label: number === "" ? label : `${label} ${number}`,
    kind,
    sample,
    maxLength,
    required: true,
    ...(kind === "choice" ? { choices: FIRST_CHOICES } : {}),
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`
    if (!taken.has(name)) return name
  }
}

/** Returns a box as large as the first one, below the lowest text if there is room. */
function freeBox(layers: readonly DraftLayer[]): Box {
  const lowest = Math.max(0, ...layers.map(({ box }) => box.y + box.height))
  const y = layers.length === 0 ? FIRST_BOX.y : Math.min(lowest + BELOW, 1000 - FIRST_BOX.height)
  return { ...FIRST_BOX, y }
}

export function changeLayer(draft: TextDraft, key: string, change: LayerChange): TextDraft {
  const layers = draft.layers.map((layer) => (layer.key === key ? without({ ...layer, ...change }) : layer))
  return { ...draft, layers }
}

/**
 * Changes a field. A field that is not stored yet is named after its label; one of another kind gets what
 * that kind needs.
 */
export function changeField(
  { fields, layers }: TextDraft,
  name: string,
  change: FieldChange,
  isStored: boolean,
): TextDraft {
  const others = new Set(fields.flatMap((field) => (field.name === name ? [] : field.name)))
  const follows = !isStored && change.label !== undefined
  // A typed sample stays, right or wrong.
  const isOther = change.kind !== undefined || change.choices !== undefined
  const next = follows ? freeName(nameOf(change.label ?? "") ?? name, others) : name
  return {
    fields: fields.map((field) => {
      if (field.name !== name) return field
      const changed = without({ ...field, ...change, name: next })
      return isOther ? ofKind(changed) : changed
    }),
    layers: layers.map((layer) => (layer.field === name ? { ...layer, field: next } : layer)),
  }
}

/** Returns the name of a label for calls and lists; null if the label has no plain letter. */
function nameOf(label: string): string | null {
  const words = label
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = (words ?? [])
    .join("-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 38)
  return name === "" ? null : name
}

function ofKind(field: ArtworkField): ArtworkField {
  if (field.kind === "choice") {
    const choices = field.choices ?? [field.sample || FIRST_TEXT]
    return { ...field, choices, sample: choices.includes(field.sample) ? field.sample : (choices[0] ?? "") }
  }
  const { choices: _, ...rest } = field
  if (field.kind === "number" && !/^[+-]?\d+([.,]\d+)?$/.test(field.sample.trim()))
    return { ...rest, sample: beginnings.number.sample }
  if (field.kind === "date" && !/\d/.test(field.sample)) return { ...rest, sample: beginnings.date.sample }
  return rest
}

/** Removes a text, and its field if nothing else shows it. */
export function removeLayer(draft: TextDraft, key: string, inArtwork: readonly string[]): TextDraft {
  const gone = draft.layers.find((layer) => layer.key === key)
  const layers = draft.layers.filter((layer) => layer.key !== key)
  const isShown = (name: string) =>
    inArtwork.includes(name) || layers.some(({ field }) => field === name) || name !== gone?.field
  return { fields: draft.fields.filter(({ name }) => isShown(name)), layers }
}

/** Copies a text, a little lower; a field's copy shows the same field. */
export function copyLayer(draft: TextDraft, key: string, newKey: string): TextDraft {
  const layer = draft.layers.find((one) => one.key === key)
  if (!layer) return draft
  const { box } = layer
  const lower = {
    ...box,
    x: Math.min(box.x + 20, 1000 - box.width),
    y: Math.min(box.y + 20, 1000 - box.height),
  }
  return { ...draft, layers: [...draft.layers, { ...layer, box: lower, key: newKey }] }
}

/** Moves a text above (`by` 1) or below (−1) its neighbour. */
export function raiseLayer(draft: TextDraft, key: string, by: 1 | -1): TextDraft {
  const at = draft.layers.findIndex((layer) => layer.key === key)
  const to = at + by
  if (at < 0 || to < 0 || to >= draft.layers.length) return draft
  const layers = [...draft.layers]
  ;[layers[at], layers[to]] = [layers[to], layers[at]]
  return { ...draft, layers }
}

/** Turns a text that is the same on all pieces into a field, or back. */
export function showInstead(
  draft: TextDraft,
  key: string,
  what: NewText,
  inArtwork: readonly string[],
): TextDraft {
  const { fields, shown } = withField(draft.fields, what)
  const layers = draft.layers.map((layer) => {
    if (layer.key !== key) return layer
    const { field: _field, text: _text, ...rest } = layer
    return { ...rest, ...shown }
  })
  const drawn = new Set([...layers.map(({ field }) => field), ...inArtwork])
  return { fields: fields.filter(({ name }) => drawn.has(name)), layers }
}

function without<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Value
}
