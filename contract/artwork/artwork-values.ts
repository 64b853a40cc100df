import { type ArtworkField, type ArtworkLayer, type ArtworkValues, printableText } from "./artwork-field.ts"

/** A problem of one value, as a sentence that names its field. */
export type ValueProblem = { field: string; message: string }

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Returns values as they are stored and compared: by field name, composed, trimmed, and none empty. */
export function canonicalValues(values: ArtworkValues): ArtworkValues {
  const names = Object.keys(values).sort()
  const trimmed = names.map((name) => [name, printableText(values[name]).trim()] as const)
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ""))
}

/** Returns the same text for the same values, however they were written. */
export function valuesJson(values: ArtworkValues): string {
  return JSON.stringify(canonicalValues(values))
}

/** Counts letters as a reader does: an accent or a skin colour is not counted by itself. */
function letterCount(text: string): number {
  return Array.from(segmenter.segment(text)).length
}

/**
 * Returns the problems that keep values from being printed, whatever they look like: missing, too long,
 * of another kind, or of no field of the image.
 */
export function valueProblems(fields: readonly ArtworkField[], values: ArtworkValues): ValueProblem[] {
  const problems = fields.flatMap((field) => {
    const message = problemOf(field, (values[field.name] ?? "").trim())
    return message === null ? [] : [{ field: field.name, message }]
  })
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.keys(values).filter((name) => !known.has(name))
  return [...problems, ...others.map((field) => ({ field, message: `This image has no field "${field}"` }))]
}

/** Returns the refusal for problems: the first as its message, and one for each field. */
export function problemsRefusal(
  problems: readonly ValueProblem[],
): { message: string; fields: Record<string, string> } | null {
  const [first] = problems
  if (!first) return null
  const fields = Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))
  return { message: first.message, fields }
}

/** Returns the same for a draft, in which missing values may still be given. */
export function draftProblems(fields: readonly ArtworkField[], values: ArtworkValues): ValueProblem[] {
  return valueProblems(
    fields.map((field) => ({ ...field, required: false })),
    values,
  )
}

/** Returns the values that an image can take over from another one: of fields that both have. */
export function fittingValues(fields: readonly ArtworkField[], values: ArtworkValues): ArtworkValues {
  const wrong = new Set(draftProblems(fields, values).map(({ field }) => field))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)))
}

function problemOf(
  { label, kind, choices, maxLength, required }: ArtworkField,
  value: string,
): string | null {
  if (value === "") return required ? `${label} is missing` : null
  const length = letterCount(value)
  if (length > maxLength) return `${label} has ${length} characters, ${maxLength} at most`
  if (kind === "number" && !NUMBER.test(value)) return `${label} has to be a number`
  if (kind === "date" && !/\p{Nd}/u.test(value)) return `${label} has to be a date`
  if (kind === "choice" && !choices?.includes(value))
    return `${label} has to be ${(choices ?? []).map((choice) => `"${choice}"`).join(" or ")}`
  return null
}

/**
 * Returns the problem of fields and layers as a whole: a layer of no field, a field that nothing draws,
 * or one of the SVG's own texts (`inArtwork`) that is left out. Null if there is none.
 */
export function fieldsProblem(
  fields: readonly ArtworkField[],
  layers: readonly ArtworkLayer[],
  inArtwork: readonly string[],
): string | null {
  const names = new Set(fields.map(({ name }) => name))
  const drawn = new Set([...layers.flatMap(({ field }) => field ?? []), ...inArtwork])
  const strange = [...drawn].find((name) => !names.has(name))
  if (strange !== undefined)
    return inArtwork.includes(strange)
      ? `The artwork has the text {{${strange}}}: its field has to stay`
      : `A layer shows the field "${strange}", which the image does not have`
  const idle = fields.find(({ name }) => !drawn.has(name))
  if (idle) return `Nothing shows the field "${idle.name}": place it on the artwork, or leave it out`
  const wrong = fields.find((field) => field.sample !== "" && problemOf(field, field.sample) !== null)
  return wrong ? `The sample of "${wrong.label}" is not a valid value` : null
}
