import { artworkFieldSchema } from "../../../contract/artwork/artwork-field.ts"
import { valueProblems } from "../../../contract/artwork/artwork-values.ts"
import { MAX_FIELDS, MAX_LAYERS } from "../../../contract/limit.ts"
import type { TextDraft } from "./text-draft.ts"

/** The reasons why a draft cannot be saved, by control: `{field}.label` or `{key}.text`. */
export type DraftProblems = ReadonlyMap<string, string>

export function problemsOf({ fields, layers }: TextDraft): DraftProblems {
  const problems = new Map<string, string>()
  const labels = new Map<string, string>()
  if (fields.length > MAX_FIELDS) problems.set("all", `An image has at most ${MAX_FIELDS} fields`)
  if (layers.length > MAX_LAYERS) problems.set("all", `An image has at most ${MAX_LAYERS} texts`)
  for (const field of fields) {
    const { name, label, choices, sample } = field
    const key = label.trim().toLowerCase()
    if (key === "") problems.set(`${name}.label`, "A field needs a label")
    else if (labels.has(key)) problems.set(`${name}.label`, "Another field has this label")
    labels.set(key, name)
    if (choices?.length === 0) problems.set(`${name}.choices`, "Enter at least one choice")
    const parsed = artworkFieldSchema.safeParse(field)
    for (const { path, message } of parsed.error?.issues ?? []) {
      const at = `${name}.${String(path[0] ?? "label")}`
      if (!problems.has(at)) problems.set(at, message)
    }
    const wrong = sample.trim() === "" ? undefined : valueProblems([field], { [name]: sample })[0]
    if (wrong) problems.set(`${name}.sample`, wrong.message)
  }
  for (const { key, text } of layers)
    if (text?.trim() === "") problems.set(`${key}.text`, "Enter a text, or delete it")
  return problems
}
