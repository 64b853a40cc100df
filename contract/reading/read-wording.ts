/**
 * Reads from a buyer's answers the values of an artwork's fields. Only values that can be meant in one
 * way are certain; all others are left to a person, with the values read so far.
 */
import { type BuyerAnswer, isUnnamed } from "../orders/personalisation.ts"
import { isEmptyAnswer, withoutThanks } from "./courtesy.ts"
import { doubtOf } from "./doubts.ts"
import { isAmong, keyOf } from "./field-words.ts"
import { labelWords, partsByLabel, withoutOwnLabel } from "./labels.ts"
import { isForName } from "./names.ts"
import { type Part, trimmed, unquoted } from "./part.ts"
import { type PlainText, plainTextOf } from "./plain-text.ts"
import { INITIALS_LENGTH, type ReadField } from "./read-field.ts"
import { readKind } from "./read-kind.ts"
import { partsByShape } from "./shapes.ts"

/** The place of a field's value: its answer, and its first and last character there. */
export type ReadMark = { field: string; answer: number; start: number; end: number }

export type WordingReading = {
  reading: "certain" | "doubtful" | "none"
  values: Record<string, string>
  marks: ReadMark[]
  doubts: string[]
}

type WordingOptions = {
  /** The question that answers a field, if the seller has said so. */
  questions?: Readonly<Record<string, string>>
  /** The questions whose answers are not for print. */
  ignores?: readonly string[]
  /** The copies of the item: with several, a text of several parts may be one for each. */
  quantity?: number
}

/**
 * The letters of an item's answers that are read: its fields hold far less, and a list reads a thousand
 * items.
 */
const MAX_READ = 4_000

type Found = { field: ReadField; part: Part; source: Source }
type Source = { answer: number; plain: PlainText }

export function readWording(
  answers: readonly BuyerAnswer[],
  fields: readonly ReadField[],
  { questions = {}, ignores = [], quantity = 1 }: WordingOptions = {},
): WordingReading {
  const doubts: string[] = []
  const results: Found[] = []
  const open = new Set(fields)
  const free: Source[] = []
  const words = labelWords(fields)
  let unread = MAX_READ
  for (const [answer, { question, answer: written, isFile, isFree }] of answers.entries()) {
    if (isFile) continue
    unread -= written.length
    if (unread < 0 && !isAmong(ignores, question)) {
      doubts.push("What the buyer wrote is too long to be read.")
      break
    }
    const source = { answer, plain: plainTextOf(written) }
    const field = answeredBy(question, { fields, questions, words })
    if (field && open.delete(field)) take(field, source)
    else if (field) doubts.push(`“${field.label}” was answered twice.`)
    else if (isAmong(ignores, question)) continue
    else if (isFree || isUnnamed(keyOf(question))) free.push(source)
    else if (!isEmptyAnswer(source.plain.text)) doubts.push(`“${question}” belongs to no field.`)
  }
  // A field with a question of its own is answered nowhere else.
  for (const field of fields) if (questions[field.name] !== undefined) open.delete(field)
  for (const source of free) readFree(source)

  const values: Record<string, string> = {}
  for (const { field, part, source } of results) {
    const isFree = isFreeText(field)
    const value = readKind(field, isFree ? part.text : part.text.replaceAll(/ +/g, " "))
    if (value === null) {
      doubts.push(`“${field.label}” cannot be read from “${part.text}”.`)
      continue
    }
    values[field.name] = value
    const doubt = field.kind === "text" ? doubtOf(field, value, quantity) : null
    if (doubt !== null) doubts.push(doubt)
    if (isFree && source.plain.text.charAt(part.from + part.text.length) === ".")
      doubts.push(`“${field.label}” may end with a full stop.`)
  }
  const isNothing = results.length === 0 && doubts.length === 0
  for (const field of fields) {
    if (field.required && values[field.name] === undefined) doubts.push(`“${field.label}” is missing.`)
  }
  const marks = results.map(markOf)
  if (doubts.length > 0) return { reading: "doubtful", values, marks, doubts: [...new Set(doubts)] }
  return { reading: isNothing ? "none" : "certain", values, marks, doubts }

  function take(field: ReadField, source: Source, part: Part = { text: source.plain.text, from: 0 }) {
    const labelled = withoutOwnLabel(field, trimmed(part))
    const own = isFreeText(field) ? labelled : unquoted(trimmed(withoutThanks(labelled)))
    if (own.text === "" || (isEmptyAnswer(labelled.text) && !mayBeInitials(labelled.text, [field]))) return
    results.push({ field, part: own, source })
  }

  function readFree(source: Source) {
    const { text } = source.plain
    if (isEmptyAnswer(text) && !mayBeInitials(text, [...open])) return
    const labelled = partsByLabel(text, [...open])
    const shape = labelled ?? partsByShape({ text, from: 0 }, [...open])
    if (shape === null) return void doubts.push("What the buyer wrote matches no pattern.")
    doubts.push(...shape.doubts)
    for (const [field, part] of shape.parts) {
      if (open.delete(field)) take(field, source, part)
      else doubts.push(`“${field.label}” appears twice.`)
    }
  }
}

/** Returns true for a field whose words are always printed, so that none of them are cut. */
function isFreeText(field: ReadField): boolean {
  return field.kind === "text" && !isForName(field) && field.maxLength > INITIALS_LENGTH
}

/** Returns true if the text may be initials: `NA` is somebody's, or nobody's. */
function mayBeInitials(text: string, fields: readonly ReadField[]): boolean {
  return (
    /^\s*na\s*$/i.test(text) &&
    fields.some(({ kind, maxLength }) => kind === "text" && maxLength <= INITIALS_LENGTH)
  )
}

/** Returns the field that this question asks for: as the seller said, else by one of the words for fields. */
function answeredBy(
  question: string,
  {
    fields,
    questions,
    words,
  }: {
    fields: readonly ReadField[]
    questions: Readonly<Record<string, string>>
    words: ReadonlyMap<string, ReadField>
  },
): ReadField | undefined {
  const key = keyOf(question)
  const chosen = fields.find((field) => keyOf(questions[field.name] ?? "") === key && key !== "")
  if (chosen || isUnnamed(key)) return chosen
  const named = words.get(key)
  return named && questions[named.name] === undefined ? named : undefined
}

function markOf({ field, part, source }: Found): ReadMark {
  const { starts, ends } = source.plain
  const end = part.from + part.text.length
  return {
    field: field.name,
    answer: source.answer,
    start: starts[part.from] ?? 0,
    end: ends[end - 1] ?? 0,
  }
}
