import { sheetNameFrom } from "../../../contract/file-name-pattern.ts"
import { ordersPrintName } from "../../../contract/prints/print-name.ts"
import { utcOffsetMin } from "../../lib/local-time.ts"

/** Returns the name that a pattern gives the first sheet of a print of orders that is made now. */
export function sampleFileName(pattern: string, nowMs = Date.now(), offsetMin = utcOffsetMin()): string {
  const print = ordersPrintName(8, nowMs, offsetMin)
  return sheetNameFrom(pattern, { print, sheet: 1, lengthIn: 34.35, atMs: nowMs }, "print")
}
