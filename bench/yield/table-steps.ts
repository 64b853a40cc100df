import { inertText, quotedCell } from "../../worker/files/csv.ts"
import type { Step } from "./holds.ts"

/** The rows of a statement that are written at once. */
const rows = 500

/** Yields the steps that write tables. */
export function* tableSteps(): Generator<Step> {
  const notes = Array.from({ length: rows * 7 }, (_, i) => `=Print ${i}, "gang sheet" of order ${i * 7}`)
  const run = () => notes.map((note) => quotedCell(inertText(note))).join(",")
  yield { name: "CSV", of: `${rows} rows of 7 cells`, run }
}
