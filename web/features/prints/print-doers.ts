import type { PrintSummary } from "../../../contract/prints/print.ts"
import type { ByWords } from "../../lib/by-words.ts"

/** Returns who made a print, and who processed it if that was somebody else; "" where neither is named. */
export function printDoers(
  { madeBy, begunBy }: Pick<PrintSummary, "madeBy" | "begunBy">,
  byWords: ByWords,
): string {
  const [made, begun] = [byWords(madeBy), byWords(begunBy)]
  return [made, begun !== made && begun && `processed ${begun}`].filter(Boolean).join(", ")
}
