import { z } from "zod"
import { lengthNumber } from "./length.ts"
import { MAX_FILE_NAME_LENGTH } from "./limit.ts"

const fields = ["date", "print", "sheet", "length", "cm"] as const
const FIELD = /\{([^{}]*)\}/g

/** Characters that some file system refuses in a name or takes for a folder, or that people cannot see. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
/** A name that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** The bytes of a name. File systems take 255; a letter has up to four, and an end follows. */
const MAX_NAME_BYTES = 180
/** The bytes of the print's name in it, so that the text after it is kept. */
const MAX_PRINT_BYTES = 100

/** A pattern for files' names. The pattern names the sheet, because sheets of a print need several. */
export const fileNamePatternSchema = z
  .string({ error: "The file name must be a text" })
  .trim()
  .max(MAX_FILE_NAME_LENGTH, `The file name must be at most ${MAX_FILE_NAME_LENGTH} characters`)
  .refine(
    (pattern) => [...pattern.matchAll(FIELD)].every(([, name]) => isField(name)),
    `The file name takes ${fields.map((name) => `{${name}}`).join(", ")} and no other braces`,
  )
  .refine((pattern) => pattern.includes("{sheet}"), "The file name needs {sheet}: a print has several")
  .meta({ examples: ["{date}-{print}-{sheet}-{length}in"] })

/** The parts of a name. `sheet` counts from 1. */
export type NamedSheet = { atMs: number; print: string; sheet: number; lengthIn: number }

/**
 * Returns a file's name without its end, safe on every system: `2026-11-23-Friday-1-36.5in`. The date
 * is UTC's. `fallback` stands for a print whose name is empty.
 */
export function sheetNameFrom(pattern: string, named: NamedSheet, fallback: string): string {
  const values = {
    date: new Date(named.atMs).toISOString().slice(0, 10),
    print: safe(shortened(named.print, MAX_PRINT_BYTES)) || fallback,
    sheet: String(named.sheet),
    length: lengthNumber(named.lengthIn, "in"),
    cm: lengthNumber(named.lengthIn, "cm"),
  }
  const whole = pattern.replace(FIELD, (all, name) => (isField(name) ? values[name] : all))
  return safe(shortened(safe(whole), MAX_NAME_BYTES)).replace(DEVICE, "$1-") || `${fallback}-${values.sheet}`
}

function isField(name: string): name is (typeof fields)[number] {
  return (fields as readonly string[]).includes(name)
}

function safe(text: string): string {
  return text.replace(REFUSED, "-").replace(/^[\s.-]+|[\s.-]+$/g, "")
}

/** Returns the text's beginning of at most so many bytes of UTF-8, in whole letters. */
function shortened(text: string, maxBytes: number): string {
  let bytes = 0
  let end = 0
  for (const letter of text) {
    bytes += encoder.encode(letter).length
    if (bytes > maxBytes) break
    end += letter.length
  }
  return text.slice(0, end)
}

const encoder = new TextEncoder()
