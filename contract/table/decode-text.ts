import { foreignSignAt } from "./foreign-signs.ts"
import type { Pause } from "./table.ts"
import { TableError } from "./table-error.ts"

/** The letters of N'Ko, which a final ß with a typographic mark, as in German text, looks like. */
const OF_SZ = /[\u07c0-\u07ff]/gu
/** The bytes that stand for nothing in Windows-1252. */
const UNUSED = /[\u0081\u008d\u008f\u0090\u009d]/u
/** The characters of Windows-1252 from 0x80 to 0x9f; some runtimes' decoders read them as ISO 8859-1. */
const WESTERN = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
/** The letters read between two rests, with the rest of their line: a longer line is no row. */
const LETTERS_OF_SLICE = 100_000
const LONGEST_SLICE = 500_000
const READ_AS_UTF8 = /[^\p{ASCII}\ufffd]/u
const SAVE_AS = "Save it as “CSV UTF-8” and import that."

/** A file's text, and a warning for its sender; null if the file names its encoding itself. */
export type DecodedText = { text: string; warning: string | null }

/**
 * Decodes by the byte order mark, else UTF-16 by its zero bytes, else UTF-8, else Windows-1252. Refuses
 * text that may be either of the last two, or another encoding: a wrong name would be printed.
 */
export async function decodeText(bytes: Uint8Array, pause: Pause): Promise<DecodedText> {
  const [first, second] = bytes
  if (first === 0xd0 && second === 0xcf)
    throw new TableError("This is a workbook of an old kind (.xls). Save it as XLSX or CSV and import that.")
  const plain = (encoding: string) => ({ text: new TextDecoder(encoding).decode(bytes), warning: null })
  if (first === 0xff && second === 0xfe) return plain("utf-16le")
  if (first === 0xfe && second === 0xff) return plain("utf-16be")
  const head = bytes.subarray(0, 200)
  const zeros = (parity: number) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length
  if (zeros(1) > head.length / 4) return plain("utf-16le")
  if (zeros(0) > head.length / 4) return plain("utf-16be")
  if (head.includes(0)) throw new TableError("This file is not a table. Upload a CSV, TSV or XLSX file.")
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes), warning: null }
  } catch {
    return westernText(bytes, pause)
  }
}

/** Returns text that is not UTF-8 as a whole. */
async function westernText(bytes: Uint8Array, pause: Pause): Promise<DecodedText> {
  let asUtf8 = ""
  let isMixed = false
  for await (const slice of slicesOf("utf-8", bytes, pause)) {
    asUtf8 += slice
    isMixed ||= READ_AS_UTF8.test(slice.replace(OF_SZ, ""))
  }
  if (isMixed)
    throw new TableError(
      `A letter in line ${lineAt(asUtf8, asUtf8.indexOf("\ufffd"))} cannot be read: the file mixes UTF-8 with another encoding. ${SAVE_AS}`,
    )
  let text = ""
  for await (const slice of slicesOf("windows-1252", bytes, pause))
    text += slice.replace(/[\u0080-\u009f]/g, (letter) => WESTERN[letter.charCodeAt(0) - 0x80] ?? letter)
  const unusedAt = text.search(UNUSED)
  const foreignAt = unusedAt === -1 ? await firstForeignSign(text, pause) : unusedAt
  if (foreignAt !== -1)
    throw new TableError(
      `The letters in line ${lineAt(text, foreignAt)} cannot be read: the file is not UTF-8. ${SAVE_AS}`,
    )
  const [sample = ""] = /[\p{L}\p{M}'’-]{0,20}\P{ASCII}[\p{L}\p{M}'’-]{0,20}/u.exec(text) ?? []
  return {
    text,
    warning: `The file is not UTF-8, so it is read as Windows-1252. Check that its accents are right, as in “${sample}”.`,
  }
}

/** Decodes some bytes at a time. */
async function* slicesOf(encoding: string, bytes: Uint8Array, pause: Pause): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (let from = 0; from < bytes.length; from += LETTERS_OF_SLICE) {
    const slice = bytes.subarray(from, from + LETTERS_OF_SLICE)
    await pause(slice.length)
    yield decoder.decode(slice, { stream: true })
  }
  yield decoder.decode()
}

/** Looks through whole lines, some at a time: the letters beside a sign decide about it. */
async function firstForeignSign(text: string, pause: Pause): Promise<number> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    const lineEnd = text.indexOf("\n", from + LETTERS_OF_SLICE)
    to = Math.min(lineEnd === -1 ? text.length : lineEnd, from + LONGEST_SLICE)
    await pause(to - from)
    const at = foreignSignAt(text.slice(from, to))
    if (at !== -1) return from + at
  }
  return -1
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length
}
