import type { InkFinding, InkSeverity } from "../../../contract/artwork/ink.ts"
import { inkText } from "../../../contract/artwork/ink-text.ts"
import { pageUnit } from "../../../contract/length.ts"
import { inkNames } from "./ink-names.ts"

/** Returns a finding's sentences with their lengths as the account reads them. */
export function inkSentence({ text }: Pick<InkFinding, "text">): string {
  return inkText(text, pageUnit())
}

/** Returns a finding's name with its limit; a solid border of another colour is no white box. */
export function inkTitle({ code, limit, text }: Pick<InkFinding, "code" | "limit" | "text">): string {
  if (code === "thin-stroke") return `Strokes thinner than ${limit} mm`
  if (code === "thin-gap") return `Gaps narrower than ${limit} mm`
  if (code === "white-box" && !text.includes("white box")) return "Box of one colour"
  return inkNames[code]
}

export const severityWords: Record<InkSeverity, string> = {
  bad: "Will show",
  warn: "May show",
  note: "To know",
}
