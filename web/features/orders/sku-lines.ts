import type { SkuPair } from "../matching/match-calls.ts"

/** A pair with the number of its line as the text shows it, from 1. */
export type SkuLine = SkuPair & { line: number }

const SEPARATORS = ["\t", ";", ","]
const HEADER = /^(?:sku|item sku|seller sku)$/i

/**
 * Reads lines of `SKU, file name` as spreadsheets give them: with a tab, a semicolon or a comma between,
 * quoted or not. Empty lines and a header are left out; a line without a separator has an empty file name.
 */
export function readSkuLines(text: string): SkuLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((words, at) => ({ line: at + 1, ...pairOf(words) }))
    .filter(({ line, sku, fileName }) => (sku !== "" || fileName !== "") && !(line === 1 && HEADER.test(sku)))
}

function pairOf(words: string): SkuPair {
  const quoted = words.match(/^\s*"((?:[^"]|"")*)"\s*[\t;,](.*)$/)
  if (quoted) return { sku: unquoted(`"${quoted[1]}"`), fileName: unquoted(quoted[2]) }
  const separator = SEPARATORS.find((one) => words.includes(one))
  if (separator === undefined) return { sku: words.trim(), fileName: "" }
  const at = words.indexOf(separator)
  return { sku: unquoted(words.slice(0, at)), fileName: unquoted(words.slice(at + 1)) }
}

function unquoted(text: string): string {
  const words = text.trim()
  return /^".*"$/.test(words) ? words.slice(1, -1).replaceAll('""', '"').trim() : words
}
