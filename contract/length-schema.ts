import { z } from "zod"
import { boundText, lengthUnitNames, pageUnit } from "./length.ts"
import { MAX_DPI, MIN_DPI } from "./limit.ts"

export const dpiSchema = z
  .number({ error: "Resolution must be a number" })
  .int("Resolution must be a whole number")
  .min(MIN_DPI, `Resolution must be at least ${MIN_DPI} DPI`)
  .max(MAX_DPI, `Resolution must be at most ${MAX_DPI} DPI`)

/** Returns the rule of a length in inches. Its messages are in the unit of the page; a program reads inches. */
export function lengthSchema(label: string, minIn: number, maxIn: number, beginning = label) {
  return z
    .number({ error: () => `${beginning} must be a number of ${lengthUnitNames[pageUnit()]}` })
    .min(minIn, { error: () => `${label} must be at least ${boundText(minIn, "least", pageUnit())}` })
    .max(maxIn, { error: () => `${label} must be at most ${boundText(maxIn, "most", pageUnit())}` })
}
