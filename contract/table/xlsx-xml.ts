/** The parts of SpreadsheetML (ECMA-376, part 1, section 18) that a table of values needs. */

import { DAY_MS } from "../duration.ts"
import { attributeOf, elementsIn, tagsIn } from "./elements.ts"

/** The cell styles of a workbook that show dates. */
export type DateStyles = ReadonlySet<number>

/** The day 0 of serial dates; 1900 counts as a leap year there, so days before March 1900 are off. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** The longest format of a number that is read: as long as Excel itself stores. */
const MAX_FORMAT_LENGTH = 255
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

/** Returns text without XML's entities and the format's own escapes, such as `_x000D_`. */
export function plainOf(text: string): string {
  if (!text.includes("&") && !text.includes("_x")) return text
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ""
    })
    .replace(/_x([\dA-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Returns the cell styles whose numbers are dates: by the built-in formats, else by their letters. */
export function readDateStyles(styles: string): DateStyles {
  const formats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
  for (const format of tagsIn(styles, "numFmt")) {
    const letters = plainOf(attributeOf(format, "formatCode") ?? "").slice(0, MAX_FORMAT_LENGTH)
    const code = letters.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "")
    if (/[dmyhs]/i.test(code)) formats.add(Number(attributeOf(format, "numFmtId")))
  }
  const places = new Set<number>()
  let place = 0
  for (const { inner } of elementsIn(styles, "cellXfs")) {
    for (const style of tagsIn(inner, "xf")) {
      if (formats.has(Number(attributeOf(style, "numFmtId")))) places.add(place)
      place += 1
    }
  }
  return places
}

/** Returns a serial date as ISO, with its time if it has one; any other value stays a number. */
export function serialDate(serial: number, is1904: boolean): string {
  const ms = (is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.round(serial * DAY_MS)
  if (!Number.isFinite(ms) || serial < 1 || serial > 200_000) return String(serial)
  const iso = new Date(ms).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19)
}
