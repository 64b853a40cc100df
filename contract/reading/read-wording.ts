/**
 * Reads from a buyer's answers what is printed in each field of an artwork. It answers certain only
 * for what can be meant in one way; everything else is left to a person, with what was read so far.
 */
import type { BuyerAnswer } from "../personalisation.ts"
import { doubtOf, isNameRun } from "./doubts.ts"
import { keyOf, otherLabels, wordsOf } from "./field-words.ts"
import { type PlainText, plainTextOf } from "./plain-text.ts"
import type { ReadField } from "./read-field.ts"
import { readKind } from "./read-kind.ts"

/** Where a field's value stands: in which answer, and from which of its characters to which. */
export type ReadMark = { field: string; answer: number; start: number; end: number }

export type WordingReading = {
  reading: "certain" | "doubtful" | "none"
  values: Record<string, string>
  marks: ReadMark[]
  /** Sentences that say why a person has to look. */
  doubts: string[]
}

export type WordingOptions = {
  /** Which question a field is answered by, where the seller has said so. */
  questions?: Readonly<Record<string, string>>
  /** Copies of the item: with several, a text of several parts may be one for each. */
  quantity?: number
}

/** A stretch of an answer's plain text. */
type Part = { text: string; from: number }
type Found = { field: ReadField; part: Part; source: Source }
type Source = { answer: number; plain: PlainText }

const NO_TEXT =
  /^(?:n\/?a|none|nothing|no text|no name|no (?:personali[sz]ation|customi[sz]ation)|blank|leave (?:it )?blank|no,? thanks?(?: you)?|no text,? please|no name,? please|not applicable|without (?:a )?(?:text|name)|[-–—_.\s]*)[.!]*$/i
const UNNAMED =
  /^(?:personali[sz]ation|personalisierung|personnalisation|personalizzazione|personalización)?$/
const LEADING_COURTESY =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| team)?\s*[!,.\n]+\s*/i
const TRAILING_COURTESY =
  /[\s,.!;–-]+(?:thanks?|thank you|thankyou|thx|many thanks)(?: so much| a lot| very much| in advance| again| you)*[\s!.]*$/i
const SEPARATOR = /[\s,;|/•·–—-]/
const KEEPS_ITS_DOT = /(?:^|[\s.])(?:jr|sr|dr|mr|mrs|ms|st|\p{L})\.$/iu

export function readWording(
  answers: readonly BuyerAnswer[],
  fields: readonly ReadField[],
  { questions = {}, quantity = 1 }: WordingOptions = {},
): WordingReading {
  const doubts: string[] = []
  const found: Found[] = []
  const open = new Set(fields)
  const free: Source[] = []
  for (const [answer, { question, answer: written, isFile }] of answers.entries()) {
    if (isFile) continue
    const source = { answer, plain: plainTextOf(written) }
    const field = answeredBy(question, fields, questions)
    if (field && open.delete(field)) take(field, source)
    else if (field) doubts.push(`“${field.label}” was answered twice.`)
    else if (UNNAMED.test(keyOf(question))) free.push(source)
    else if (Object.keys(questions).length === 0 && !isEmptyAnswer(source.plain.text))
      doubts.push(`“${question}” belongs to no field.`)
  }
  for (const source of free) readFree(source)

  const values: Record<string, string> = {}
  for (const { field, part } of found) {
    const value = readKind(field, part.text)
    if (value === null) {
      doubts.push(`“${field.label}” cannot be read from “${part.text}”.`)
      continue
    }
    values[field.name] = value
    const doubt = field.kind === "text" ? doubtOf(field, value, quantity) : null
    if (doubt !== null) doubts.push(doubt)
  }
  const isNothing = found.length === 0 && doubts.length === 0
  for (const field of fields) {
    if (field.required && values[field.name] === undefined) doubts.push(`“${field.label}” is missing.`)
  }
  const marks = found.map(markOf)
  if (doubts.length > 0) return { reading: "doubtful", values, marks, doubts: [...new Set(doubts)] }
  return { reading: isNothing ? "none" : "certain", values, marks, doubts }

  function take(field: ReadField, source: Source, part: Part = { text: source.plain.text, from: 0 }) {
    const own = withoutOwnLabel(field, trimmed(part))
    if (isEmptyAnswer(own.text)) return
    found.push({ field, part: own, source })
  }

  function readFree(source: Source) {
    const { text } = source.plain
    if (isEmptyAnswer(text)) return
    const labelled = partsByLabel(text, [...open])
    const shape = labelled ?? partsByShape({ text, from: 0 }, [...open])
    if (shape === null) return void doubts.push("What the buyer wrote fits no pattern.")
    doubts.push(...shape.doubts)
    for (const [field, part] of shape.parts) {
      if (open.delete(field)) take(field, source, part)
      else doubts.push(`“${field.label}” stands there twice.`)
    }
  }
}

type Shape = { parts: (readonly [ReadField, Part])[]; doubts: string[] }

/** The field that this question asks for: as the seller said, else by its name. */
function answeredBy(
  question: string,
  fields: readonly ReadField[],
  questions: Readonly<Record<string, string>>,
): ReadField | undefined {
  const key = keyOf(question)
  const chosen = fields.filter((field) => keyOf(questions[field.name] ?? "") === key && key !== "")
  if (chosen.length > 0) return chosen[0]
  if (UNNAMED.test(key)) return undefined
  const named = fields.filter(
    (field) => questions[field.name] === undefined && labelWords(fields).get(key) === field,
  )
  return named[0]
}

/** What each field alone is called. */
function labelWords(fields: readonly ReadField[]): Map<string, ReadField> {
  const words = new Map<string, ReadField>()
  const shared = new Set<string>()
  for (const field of fields) {
    for (const word of wordsOf(field)) {
      if (words.has(word)) shared.add(word)
      words.set(word, field)
    }
  }
  // A field's own name wins over what another is called besides.
  for (const field of fields) {
    for (const word of [keyOf(field.name), keyOf(field.label)]) {
      if (
        fields.every((other) => other === field || ![keyOf(other.name), keyOf(other.label)].includes(word))
      ) {
        words.set(word, field)
        shared.delete(word)
      }
    }
  }
  for (const word of shared) words.delete(word)
  return words
}

type Label = { start: number; end: number; field: ReadField | null; words: string }

/** `Name: Zoe, Number: 7`: each label's part ends where the next begins. Null without a label. */
function partsByLabel(text: string, fields: readonly ReadField[]): Shape | null {
  const labels = labelsIn(text, fields)
  if (labels.every(({ field }) => field === null)) return null
  const parts: (readonly [ReadField, Part])[] = []
  const doubts: string[] = []
  const left = new Set(fields.filter((field) => labels.every((label) => label.field !== field)))
  const body = text.replace(TRAILING_COURTESY, "")
  const lead = trimmed(partOf(text, 0, labels[0]?.start ?? 0))
  const leadText = text.slice(0, labels[0]?.start ?? 0)
  if (lead.text !== "" && leadText.replace(LEADING_COURTESY, "").trim() !== "") {
    const field = onlyText(left)
    if (field && isNameRun(lead.text)) {
      left.delete(field)
      parts.push([field, lead])
    } else doubts.push(`“${lead.text}” belongs to no field.`)
  }
  for (const [i, { field, end, words }] of labels.entries()) {
    const part = trimmed(partOf(body, end, Math.min(labels[i + 1]?.start ?? body.length, body.length)))
    if (field === null) {
      if (part.text !== "") doubts.push(`“${words}: ${part.text}” belongs to no field.`)
      continue
    }
    const halves = splitOff(field, part, left)
    for (const [half] of halves) left.delete(half)
    parts.push(...halves)
  }
  return { parts, doubts }
}

/** Labels with a colon or equals sign anywhere, with a dash at the start of a line or part. */
function labelsIn(text: string, fields: readonly ReadField[]): Label[] {
  const words = labelWords(fields)
  const all = [...words.keys(), ...otherLabels].sort((a, b) => b.length - a.length)
  if (all.length === 0) return []
  const known = all.map((word) => escaped(word).replaceAll(" ", " ?").replaceAll("'", "['’]?")).join("|")
  const starts = "(?<=^|[\\n,;|/•·]\\s*)"
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}'’-])(?<word>${known})\\.?(?: is)?\\s?(?:#\\s?)?[:=]+[ ]*|` +
      `${starts}(?<dashed>${known})\\.?\\s?[-–—]+[ ]*|` +
      `(?<=^|[\\s,;|/])(?<counted>(?:number|num|no|nr|jersey|player number)\\.?\\s?#?|#)\\s?(?=\\d)`,
    "giu",
  )
  const labels: Label[] = []
  const numbers = fields.filter(({ kind }) => kind === "number")
  for (const match of text.matchAll(pattern)) {
    const { word, dashed, counted } = match.groups ?? {}
    const said = word ?? dashed ?? ""
    const field = counted === undefined ? words.get(spaced(said, all)) : numbers[0]
    if (counted !== undefined && numbers.length !== 1) continue
    const isOther = counted === undefined && otherLabels.includes(spaced(said, all))
    if (!field && !isOther) continue
    labels.push({ start: match.index, end: match.index + match[0].length, field: field ?? null, words: said })
  }
  return labels
}

/** The known word that was written, perhaps without its spaces. */
function spaced(said: string, known: readonly string[]): string {
  const bare = said.toLowerCase().replaceAll(/[ '’]/g, "")
  return known.find((word) => word.replaceAll(/[ '’]/g, "") === bare) ?? said.toLowerCase()
}

/** `Number: 12 Carter`, `Name: Zoe 7`: the other half goes to the only field that can take it. */
function splitOff(
  field: ReadField,
  part: Part,
  left: ReadonlySet<ReadField>,
): (readonly [ReadField, Part])[] {
  if (field.kind === "number") {
    const match = /^(#?\d+)[\s,/|-]+(?=\p{L})/u.exec(part.text)
    const other = onlyText(left)
    if (!match?.[1] || !other) return [[field, part]]
    const rest = trimmed(partOf2(part, match[0].length, part.text.length))
    return isNameRun(rest.text)
      ? [
          [field, partOf2(part, 0, match[1].length)],
          [other, rest],
        ]
      : [[field, part]]
  }
  const number = [...left].filter(({ kind }) => kind === "number")
  const match = /^(.*\p{L})[\s,/|-]+(#?\d+)$/su.exec(part.text)
  if (field.kind !== "text" || number.length !== 1 || !match?.[1] || !match[2] || !number[0])
    return [[field, part]]
  return isNameRun(match[1])
    ? [
        [field, partOf2(part, 0, match[1].length)],
        [number[0], partOf2(part, part.text.length - match[2].length, part.text.length)],
      ]
    : [[field, part]]
}

/** Text without labels: what is for the only field, `ZOE #7`, or a line for each field. */
function partsByShape(whole: Part, fields: readonly ReadField[]): Shape | null {
  const part = trimmed(whole)
  const needed = fields.filter(({ required }) => required)
  const only = fields.length === 1 ? fields[0] : undefined
  if (only) return { parts: [[only, part]], doubts: [] }
  const texts = fields.filter(({ kind }) => kind === "text")
  const numbers = fields.filter(({ kind }) => kind === "number")
  const [text] = texts
  const [number] = numbers
  if (fields.length === 2 && text && number && texts.length === 1 && numbers.length === 1) {
    const pair = nameAndNumber(part)
    if (pair)
      return {
        parts: [
          [text, pair.name],
          [number, pair.number],
        ],
        doubts: [],
      }
    if (needed.length < 2 && isNameRun(part.text))
      return {
        parts: [[text, part]],
        doubts: needed.includes(number) ? [] : ["The number may have been forgotten."],
      }
    return null
  }
  const lines = linesOf(part)
  if (lines.length === fields.length)
    return {
      parts: fields.flatMap((field, i) => (lines[i] ? [[field, lines[i]] as const] : [])),
      doubts: fields.every(isOfLine) ? [] : ["Which line goes where has to be confirmed."],
    }
  return null
}

/** A field that says itself that it is a line: `Line 1`, `Top`. */
function isOfLine(field: ReadField): boolean {
  return wordsOf(field).some((word) =>
    /^(?:line ?\d|(?:first|second|top|bottom) line|top|bottom)$/.test(word),
  )
}

function nameAndNumber(part: Part): { name: Part; number: Part } | null {
  const after = /^(.*?\p{L}[.]?)[\s,/|#–—-]+(\d+)$/su.exec(part.text)
  if (after?.[1] && after[2] && isNameRun(after[1].trim()))
    return {
      name: trimmed(partOf2(part, 0, after[1].length)),
      number: partOf2(part, part.text.length - after[2].length, part.text.length),
    }
  const before = /^#?(\d+)[\s,/|–—-]+(?=\p{L})/u.exec(part.text)
  if (!before?.[1]) return null
  const name = trimmed(partOf2(part, before[0].length, part.text.length))
  const at = part.text.startsWith("#") ? 1 : 0
  return isNameRun(name.text) ? { name, number: partOf2(part, at, at + before[1].length) } : null
}

function linesOf(part: Part): Part[] {
  const lines: Part[] = []
  for (const match of part.text.matchAll(/[^\n]+/g)) {
    const line = trimmed(partOf2(part, match.index, match.index + match[0].length))
    if (line.text !== "") lines.push(line)
  }
  return lines
}

function onlyText(fields: ReadonlySet<ReadField>): ReadField | undefined {
  const texts = [...fields].filter(({ kind }) => kind === "text")
  return texts.length === 1 ? texts[0] : undefined
}

function isEmptyAnswer(text: string): boolean {
  return NO_TEXT.test(text.trim())
}

/** A field's answer may begin with the field's own name. */
function withoutOwnLabel(field: ReadField, part: Part): Part {
  const known = wordsOf(field).map(escaped).join("|")
  const match = new RegExp(`^(?:${known})\\.?\\s?[:=]+\\s*`, "iu").exec(part.text)
  return match ? trimmed(partOf2(part, match[0].length, part.text.length)) : part
}

/** Without spaces and separators around it, and without a full stop that ends no abbreviation. */
function trimmed({ text, from }: Part): Part {
  let start = 0
  let end = text.length
  while (start < end && SEPARATOR.test(text.charAt(start))) start++
  while (end > start && SEPARATOR.test(text.charAt(end - 1))) end--
  if (
    text.charAt(end - 1) === "." &&
    !KEEPS_ITS_DOT.test(text.slice(start, end)) &&
    text.charAt(end - 2) !== "."
  )
    end--
  return { text: text.slice(start, end), from: from + start }
}

function partOf(text: string, start: number, end: number): Part {
  return { text: text.slice(start, Math.max(start, end)), from: start }
}

function partOf2(part: Part, start: number, end: number): Part {
  return { text: part.text.slice(start, end), from: part.from + start }
}

function markOf({ field, part, source }: Found): ReadMark {
  const { places } = source.plain
  const end = part.from + part.text.length
  return {
    field: field.name,
    answer: source.answer,
    start: places[part.from] ?? 0,
    end: (places[end - 1] ?? 0) + 1,
  }
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
