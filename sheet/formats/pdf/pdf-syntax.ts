/** A value of a PDF (ISO 32000-1, 7.3), as a reader takes it. */
export type PdfValue =
  | { kind: "number"; value: number }
  | { kind: "name"; name: string }
  | { kind: "string"; bytes: number[] }
  | { kind: "list"; items: PdfValue[] }
  | { kind: "dictionary"; entries: Map<string, PdfValue> }
  | { kind: "reference"; number: number }
  | { kind: "word"; word: string }

/** The deepest nesting: more than any file of ours has. */
const MAX_DEPTH = 20
const SPACES = "\0\t\n\f\r "
const DELIMITERS = "()<>[]{}/%"

/** A reader of values from a text of letters below 256. */
export type PdfParser = {
  at: number
  /** Returns the next value, or null at the end. */
  next(): PdfValue | null
}

export function openParser(text: string, at = 0): PdfParser {
  const parser: PdfParser = { at, next: () => valueOrNull(0) }
  return parser

  function skipSpaces(): void {
    for (; parser.at < text.length; parser.at++) {
      const letter = text[parser.at]
      if (letter === "%") while (parser.at < text.length && !"\r\n".includes(text[parser.at])) parser.at++
      else if (!SPACES.includes(letter)) return
    }
  }

  function valueOrNull(depth: number): PdfValue | null {
    skipSpaces()
    if (parser.at >= text.length) return null
    if (depth > MAX_DEPTH) throw new Error("the sheet's values are nested too deeply")
    const letter = text[parser.at]
    if (letter === "/") return { kind: "name", name: readName() }
    if (letter === "(") return { kind: "string", bytes: readLetters() }
    if (letter === "[") return { kind: "list", items: readList(depth) }
    if (text.startsWith("<<", parser.at)) return { kind: "dictionary", entries: readDictionary(depth) }
    if (letter === "<") return { kind: "string", bytes: readHexadecimal() }
    return readPlain()
  }

  function value(depth: number): PdfValue {
    const result = valueOrNull(depth)
    if (result === null) throw new Error("the sheet ends within a value")
    return result
  }

  function readWord(): string {
    const from = parser.at
    while (
      parser.at < text.length &&
      !SPACES.includes(text[parser.at]) &&
      !DELIMITERS.includes(text[parser.at])
    )
      parser.at++
    if (parser.at === from)
      throw new Error(`the sheet has ${JSON.stringify(text[from])} where a value should be`)
    return text.slice(from, parser.at)
  }

  /** Reads a number, a reference (`12 0 R`) or a word. */
  function readPlain(): PdfValue {
    const word = readWord()
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return { kind: "word", word }
    const reference = /^\s+0\s+R(?![\w])/.exec(text.slice(parser.at, parser.at + 8))
    if (reference === null) return { kind: "number", value: Number(word) }
    parser.at += reference[0].length
    return { kind: "reference", number: Number(word) }
  }

  function readName(): string {
    parser.at++
    const next = text[parser.at] ?? ""
    if (next === "" || SPACES.includes(next) || DELIMITERS.includes(next)) return ""
    const name = readWord().replace(/#([0-9A-Fa-f]{2})/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return name
  }

  function readLetters(): number[] {
    const bytes: number[] = []
    let depth = 0
    for (parser.at++; parser.at < text.length; parser.at++) {
      const letter = text[parser.at]
      if (letter === "\\") parser.at++
      else if (letter === "(") depth++
      else if (letter === ")" && depth-- === 0) {
        parser.at++
        return bytes
      }
      bytes.push(text.charCodeAt(parser.at))
    }
    throw new Error("the sheet ends within a text")
  }

  function readHexadecimal(): number[] {
    const end = text.indexOf(">", parser.at)
    if (end < 0) throw new Error("the sheet ends within a text")
    const digits = text.slice(parser.at + 1, end).replace(/\s/g, "")
    parser.at = end + 1
    return digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  }

  function readList(depth: number): PdfValue[] {
    const items: PdfValue[] = []
    parser.at++
    for (skipSpaces(); text[parser.at] !== "]"; skipSpaces()) items.push(value(depth + 1))
    parser.at++
    return items
  }

  function readDictionary(depth: number): Map<string, PdfValue> {
    const entries = new Map<string, PdfValue>()
    parser.at += 2
    for (skipSpaces(); !text.startsWith(">>", parser.at); skipSpaces()) {
      const key = value(depth + 1)
      if (key.kind !== "name") throw new Error("a dictionary of the sheet has a key that is no name")
      entries.set(key.name, value(depth + 1))
    }
    parser.at += 2
    return entries
  }
}
