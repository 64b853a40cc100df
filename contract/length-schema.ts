import { z } from "zod"
import { boundText, lengthUnitNames, pageUnit } from "./length.ts"

/** Returns the rule of a length in inches. Its messages are in the unit of the page; a program reads inches. */
export function lengthSchema(label: string, minIn: number, maxIn: number, beginning = label) {
  return z
    .number({ error: () => `${beginning} must be a number of ${lengthUnitNames[pageUnit()]}` })
    .min(minIn, { error: () => `${label} must be at least ${boundText(minIn, "least", pageUnit())}` })
    .max(maxIn, { error: () => `${label} must be at most ${boundText(maxIn, "most", pageUnit())}` })
}
