import { useSyncExternalStore } from "react"
import {
  asTyped,
  boundText,
  fieldNumber,
  inchesFrom,
  type LengthUnit,
  lengthNumber,
  lengthText,
  pageUnit,
  readLength as readIn,
  rollName,
  setPageUnit,
  sidesText,
  sizeLabel,
  type TypedLength,
  templateName,
} from "../../contract/length.ts"

/** The countries whose people measure in inches. */
const inchRegions = new Set(["US", "LR", "MM"])
const listeners = new Set<() => void>()

setPageUnit(regionUnit())
markUnit()

/** Returns the unit of the browser's region; inches where it names none. */
export function regionUnit(): LengthUnit {
  try {
    const { region } = new Intl.Locale(navigator.language).maximize()
    return region === undefined || inchRegions.has(region) ? "in" : "cm"
  } catch {
    // There is no browser, or it names its language in a way of its own.
    return "in"
  }
}

let startedFor: string | null = null

/** Shows lengths in the unit of an account that has just been read for the first time. */
export function startLengthsIn(userId: string, unit: LengthUnit): void {
  if (userId === startedFor) return
  startedFor = userId
  showLengthsIn(unit)
}

/** Shows lengths in this unit from now on. */
export function showLengthsIn(unit: LengthUnit): void {
  if (unit === pageUnit()) return
  setPageUnit(unit)
  markUnit()
  for (const listener of listeners) listener()
}

/** Lets the stylesheet draw rulers in the unit. */
function markUnit(): void {
  if (typeof document !== "undefined") document.documentElement.dataset.lengths = pageUnit()
}

/** Returns the unit of the lengths on screen. The shell draws all anew when it changes. */
export function useLengthUnit(): LengthUnit {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, pageUnit)
}

/** `36.15 in`, `91.82 cm` */
export function formatLength(inches: number): string {
  return lengthText(inches, pageUnit())
}

/** Returns the number alone, for a figure that has its unit beside it. */
export function formatLengthNumber(inches: number): string {
  return lengthNumber(inches, pageUnit())
}

/** `1.53 cm`: a bound as it can be typed. */
export function formatBound(inches: number, side: "least" | "most"): string {
  return boundText(inches, side, pageUnit())
}

/** Returns the number of a width or a measure that a seller once typed. */
export function formatTypedNumber(inches: number): string {
  return formatLengthNumber(asTyped(inches, pageUnit()))
}

/** Returns a width or a measure that a seller once typed: `9 cm`. */
export function formatTyped(inches: number): string {
  return formatLength(asTyped(inches, pageUnit()))
}

export function formatFieldLength(inches: number): string {
  return fieldNumber(inches, pageUnit())
}

/** `7.5 × 9 in` */
export function formatSides(widthIn: number, heightIn: number): string {
  return sidesText(widthIn, heightIn, pageUnit())
}

/** `Youth chest 7.5 in` */
export function formatSize(size: { name: string; value: number }): string {
  return sizeLabel(size, pageUnit())
}

/** `22 in roll` */
export function formatRoll(widthIn: number): string {
  return rollName(widthIn, pageUnit())
}

/** Returns a template's name, in the account's unit if it says the roll's width alone. */
export function formatTemplate(template: { name: string; widthIn: number }): string {
  return templateName(template, pageUnit())
}

/** Reads a typed length; a number alone is in the account's unit. */
export function readLength(text: string): TypedLength | null {
  return readIn(text, pageUnit())
}

/** Reads a typed length without a name before it; a negative one for the rules to refuse in their words. */
export function readLengthAlone(text: string): TypedLength | null {
  const isNegative = text.trim().startsWith("-")
  const typed = readLength(isNegative ? text.trim().slice(1) : text)
  if (typed?.name !== "") return null
  return isNegative ? { ...typed, inches: -typed.inches } : typed
}

/** The steps of a length in its field, and of pieces that Shift moves: a round number in each unit. */
const lengthSteps: Record<LengthUnit, number> = { in: 0.25, cm: 0.5 }

/** Returns the inches that arrows move pieces by, alone and with Shift. */
export function nudgesIn(): { near: number; far: number } {
  const unit = pageUnit()
  return { near: inchesFrom(unit === "in" ? 0.01 : 0.02, unit), far: inchesFrom(lengthSteps[unit], unit) }
}

/** Returns a length so many steps on, counted as its field shows it; never below 0. */
export function steppedLength(inches: number, steps: number): number {
  const unit = pageUnit()
  return Math.max(0, inchesFrom(Number(fieldNumber(inches, unit)) + steps * lengthSteps[unit], unit))
}

/** Returns the numbers on a ruler along a length, every so many of the account's units. */
export function rulerNumbers(lengthIn: number, step: number): number[] {
  const unit = pageUnit()
  const numbers: number[] = []
  for (let number = 0; inchesFrom(number, unit) <= lengthIn; number += step) numbers.push(number)
  return numbers
}
