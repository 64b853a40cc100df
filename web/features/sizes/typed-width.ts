import { MAX_SIZE_IN } from "../../../contract/limit.ts"

/** The smallest width, as the form of a size has it. */
const MIN_SIZE_IN = 0.1
/** The units as people type them, in inches. None means inches. */
const unitIn: Record<string, number> = { cm: 1 / 2.54, mm: 1 / 25.4 }
const pattern = /^(.*?)(?:^|\s)(\d+(?:[.,]\d+)?)\s*(in|inch|inches|"|″|''|cm|mm)?$/i

export type TypedWidth = {
  /** The words before it, "" for none. */
  name: string
  /** In inches, to a hundredth. */
  widthIn: number
  isInches: boolean
}

/** Reads a width as people type it: `7.5`, `7,5 in`, `19 cm`, `Hoodie 12"`. Returns null for anything else. */
export function readWidth(text: string): TypedWidth | null {
  const match = pattern.exec(text.trim())
  if (match === null) return null
  const [, name, number, unit = ""] = match
  const scale = unitIn[unit.toLowerCase()]
  const widthIn = Math.round(Number(number.replace(",", ".")) * (scale ?? 1) * 100) / 100
  return { name: name.trim(), widthIn, isInches: scale === undefined }
}

/** Returns whether a size may have this width. */
export function isSizeWidth(widthIn: number): boolean {
  return widthIn >= MIN_SIZE_IN && widthIn <= MAX_SIZE_IN
}
