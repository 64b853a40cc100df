import type { FieldKind } from "./text-draft.ts"

/** The names of the kinds of fields. */
export const kindWords: Record<FieldKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice",
}
