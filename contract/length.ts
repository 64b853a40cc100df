/** The units in which an account sees and types lengths. Lengths are stored, sent and answered in inches. */
export const lengthUnits = ["in", "cm"] as const
export type LengthUnit = (typeof lengthUnits)[number]

/** The unit of the words that rules of the contract use: a page sets its account's, a program is answered in inches. */
let wordsUnit: LengthUnit = "in"

export function pageUnit(): LengthUnit {
  return wordsUnit
}

export function setPageUnit(unit: LengthUnit): void {
  wordsUnit = unit
}

/** The units in a sentence. */
export const lengthUnitNames: Record<LengthUnit, string> = { in: "inches", cm: "centimetres" }

export const CM_PER_IN = 2.54
/** Half a tenth of a millimetre, in inches. */
export const SAME_LENGTH_IN = 0.002
/** The most that rounding to hundredths of an inch takes from a length of four decimals. */
const ROUNDED_AWAY_IN = 0.005_05
/** The error of a product of floats. */
const HAIR = 1e-6
const pattern = /^(.*?)(?:^|\s)(\d+(?:[.,]\d+)?)\s*(in|inch|inches|"|″|''|cm|mm)?$/i

/** Returns inches in a unit, for figures that are drawn or summed. */
export function inUnit(inches: number, unit: LengthUnit): number {
  return unit === "cm" ? inches * CM_PER_IN : inches
}

/** Returns a length's number in a unit, with at most two decimals and no trailing zeros: `36.15`, `37`. */
export function lengthNumber(inches: number, unit: LengthUnit): string {
  return String(rounded(inUnit(inches, unit), 100))
}

/** `36.15 in`, `91.82 cm` */
export function lengthText(inches: number, unit: LengthUnit): string {
  return `${lengthNumber(inches, unit)} ${unit}`
}

/** Returns a bound that, typed as it stands, is within the bound itself: 0.1 in are 0.26 cm, not 0.25. */
export function boundText(inches: number, side: "least" | "most", unit: LengthUnit): string {
  if (unit === "in") return `${inches} in`.replace("-", "−")
  const cm = inches * CM_PER_IN * 100
  const within = side === "least" ? Math.ceil(cm - HAIR) : Math.floor(cm + HAIR)
  return `${within / 100} cm`.replace("-", "−")
}

/** `7.5 × 9 in` */
export function sidesText(widthIn: number, heightIn: number, unit: LengthUnit): string {
  return `${lengthNumber(widthIn, unit)} × ${lengthText(heightIn, unit)}`
}

/** Returns `Youth chest 7.5 in`; a name that says the width already stays as it is. */
export function sizeLabel({ name, value }: { name: string; value: number }, unit: LengthUnit): string {
  const width = lengthText(asTyped(value, unit), unit)
  return name === width || name.endsWith(` ${width}`) ? name : `${name} ${width}`
}

/** `22 in roll` */
export function rollName(widthIn: number, unit: LengthUnit): string {
  return `${lengthText(asTyped(widthIn, unit), unit)} roll`
}

/** Returns whether a template's name only says how wide its roll is, in either unit. */
export function saysWidth({ name, widthIn }: { name: string; widthIn: number }): boolean {
  return lengthUnits.some((unit) => name === rollName(widthIn, unit))
}

/** Returns a template's name; one that only says how wide its roll is says it in this unit. */
export function templateName(template: { name: string; widthIn: number }, unit: LengthUnit): string {
  return saysWidth(template) ? rollName(template.widthIn, unit) : template.name
}

/** Returns a length's number in a unit as a field has it, where a thousandth counts: `0.125`. */
export function fieldNumber(inches: number, unit: LengthUnit): string {
  return String(rounded(inUnit(asTyped(inches, unit), unit), 1000))
}

/**
 * Returns the inches of the millimetres that a seller typed where an earlier version kept a length in hundredths
 * of an inch: 3.54 was 9 cm. A quarter inch is taken for what it is.
 */
export function asTyped(inches: number, unit: LengthUnit): number {
  if (unit === "in") return inches
  const hundredths = Math.round(inches * 100)
  if (Math.abs(inches * 100 - hundredths) > HAIR || hundredths % 25 === 0) return inches
  const typed = inchesFrom(rounded(inUnit(inches, "cm"), 10), "cm")
  return Math.abs(typed - inches) <= ROUNDED_AWAY_IN ? typed : inches
}

/**
 * Returns the inches of a number in a unit, with the decimals that `fieldNumber` needs to show it as typed: a
 * thousandth of a centimetre is four decimals of an inch.
 */
export function inchesFrom(number: number, unit: LengthUnit): number {
  return unit === "cm" ? rounded(number / CM_PER_IN, 10_000) : rounded(number, 1000)
}

/** Returns whether two widths are one, as they are shown: what is shown alike may differ by its rounding. */
export function isSameLength(a: number, b: number): boolean {
  return Math.abs(asTyped(a, "cm") - asTyped(b, "cm")) < SAME_LENGTH_IN
}

/** Returns the price of a square unit, without the last digits of a division, where a square inch costs this. */
export function perSquareUnit(perSquareIn: number, unit: LengthUnit): number {
  return unit === "cm" ? Number((perSquareIn / CM_PER_IN ** 2).toPrecision(10)) : perSquareIn
}

/** Returns the price of a square inch where a square unit costs this. */
export function perSquareInch(perSquare: number, unit: LengthUnit): number {
  return unit === "cm" ? perSquare * CM_PER_IN ** 2 : perSquare
}

export type TypedLength = {
  /** The words before it, "" for none. */
  name: string
  inches: number
  /** True if it says its unit. */
  saysUnit: boolean
}

/**
 * Reads a length as people type it: `7.5`, `7,5 in`, `19 cm`, `Hoodie 12"`. A number alone is in the account's
 * unit. Returns null for anything else.
 */
export function readLength(text: string, unit: LengthUnit): TypedLength | null {
  const match = pattern.exec(text.trim())
  if (match === null) return null
  const [, name, number, typed] = match
  const value = Number(number.replace(",", "."))
  const asked = typed?.toLowerCase() ?? unit
  const inches =
    asked === "mm" ? inchesFrom(value / 10, "cm") : inchesFrom(value, asked === "cm" ? "cm" : "in")
  return { name: name.trim(), inches, saysUnit: typed !== undefined }
}

function rounded(number: number, parts: number): number {
  return Math.round(number * parts) / parts
}
