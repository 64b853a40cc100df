import { inUnit, type LengthUnit } from "../length.ts"

const MM_PER_IN = 25.4
/** The length from which a seller thinks in the unit of sizes. Strokes, gaps and dots are in mm for everybody, as their limits are. */
const LEAST_MM = 10
const lengths = /(\d+(?:\.\d+)?) mm(?: × (\d+(?:\.\d+)?) mm)?/g

/** Returns a finding's sentence with the lengths of a centimetre and more in an account's unit: `3.5 × 1.4 in`. */
export function inkText(text: string, unit: LengthUnit): string {
  return text.replace(lengths, (found: string, first: string, second: string | undefined) => {
    const sides = [first, ...(second === undefined ? [] : [second])].map(Number)
    if (Math.max(...sides) < LEAST_MM) return found
    return `${sides.map((mm) => Math.round(inUnit(mm / MM_PER_IN, unit) * 10) / 10).join(" × ")} ${unit}`
  })
}
