import type { FieldKind } from "./text-draft.ts"

/** What kinds of fields are called. */
export const kindWords: Record<FieldKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice",
}
