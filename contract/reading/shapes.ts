import { withoutThanks } from "./courtesy.ts"
import { wordsOf } from "./field-words.ts"
import type { Shape } from "./labels.ts"
import { isColour, isForName, isForNames, isNameRun, isNamesRun } from "./names.ts"
import { linesOf, type Part, sliceOf, trimmed, unquoted } from "./part.ts"
import { INITIALS_LENGTH, type ReadField } from "./read-field.ts"
import { isForPhone, readKind } from "./read-kind.ts"

/** More letters than any size or age group has, such as `U12` and `XL7`. */
const NAME_BEFORE_DIGITS = /^\p{L}{3,}$/u
const NO_NUMBER = /(?<![\s,(–-])[\s,(–-]+(?:no|without(?: an?)?) number(?: needed)?(?:,? please)?\)?$/i
/** Two numbered lines, `1: Grandpa's, 2: Workshop`; with full stops it may be a list of two pieces. */
const NUMBERED_LINES = /^1:\s*(?<first>[^\n]*?[^\s,;])[\s,;]+2:\s*(?<second>[^\n]+)$/
/** The places at which a text may be cut into a name and a value: neither has more words. */
const MAX_CUTS = 40
/** Digits, which need no more than a space beside a name; words of a date or a choice do. */
const DIGITS = /^[+(]?\d[^\p{L}]*$/u
const YEAR = /^\d{4}$/
const openings: Partial<Record<ReadField["kind"], RegExp>> = {
  choice: /^in /i,
  date: /^(?:born(?: on)?|geb(?:oren|\.)?(?: am)?|née?(?: le)?|nat[oa](?: il)?|nacid[oa](?: el)?|geboren op)\s+/i,
  number: /^(?:tel|phone)\.? /i,
}
const OF_LINE = /^(?:line ?\d|(?:first|second|top|bottom) line|top|bottom)$/

/** Splits text without labels: for the only field, `ZOE #7`, or a line for each field. */
export function partsByShape(whole: Part, fields: readonly ReadField[]): Shape | null {
  const isFree = fields.every(
    (field) => field.kind === "text" && !isForName(field) && field.maxLength > INITIALS_LENGTH,
  )
  const part = trimmed(isFree ? whole : withoutThanks(whole))
  const [first, second] = fields
  if (!first) return null
  if (!second) {
    const isAsked = isForName(first) && isColour(part.text)
    return { parts: [[first, part]], doubts: isAsked ? [`“${part.text}” may be a colour.`] : [] }
  }
  const texts = fields.filter(({ kind }) => kind === "text")
  const [text] = texts
  const other = fields.find(({ kind }) => kind !== "text")
  if (fields.length === 2 && text && other && texts.length === 1) return partsOfPair(part, text, other)
  const numbered = fields.length === 2 && fields.every(isOfLine) ? NUMBERED_LINES.exec(part.text) : null
  if (numbered?.groups) {
    const { first: one = "", second: two = "" } = numbered.groups
    const at = part.text.indexOf(one)
    const parts = [sliceOf(part, at, at + one.length), sliceOf(part, part.text.length - two.length)]
    return { parts: fields.flatMap((field, i) => (parts[i] ? [[field, parts[i]] as const] : [])), doubts: [] }
  }
  const lines = linesOf(part)
  if (lines.length !== fields.length) return null
  return {
    parts: fields.flatMap((field, i) => (lines[i] ? [[field, lines[i]] as const] : [])),
    doubts: fields.every(isOfLine) ? [] : ["Which line goes where has to be confirmed."],
  }
}

/** Splits a text, and a number, date or choice before or after it. */
function partsOfPair(part: Part, text: ReadField, other: ReadField): Shape | null {
  const pair =
    other.kind === "number" && !isForPhone(other) ? nameAndNumber(part) : nameAnd(other, part, text)
  if (pair) {
    const [name, value] = pair
    return {
      parts: [
        [text, name],
        [other, value],
      ],
      doubts: [],
    }
  }
  if (other.required || other.kind !== "number") return null
  const at = part.text.search(NO_NUMBER)
  const without = trimmed(sliceOf(part, 0, at < 0 ? undefined : at))
  if (!isNameRun(without.text)) return null
  const isSaid = without.text.length < part.text.length
  return { parts: [[text, without]], doubts: isSaid ? [] : ["The number may have been forgotten."] }
}

/** Returns true for a field that is named as a line: `Line 1`, `Top`. */
function isOfLine(field: ReadField): boolean {
  return wordsOf(field).some((word) => OF_LINE.test(word))
}

type Pair = readonly [name: Part, value: Part]

/** Splits `Hill #22`, `22 HILL`, `Hill (22)`, `Hill22`. */
function nameAndNumber(part: Part): Pair | null {
  const after = /^([^\d\n#(]*\p{L}[.]?["”]?)([\s,.:/|#–—"“(-]*)(\d+)[)"”]?$/u.exec(
    part.text.replaceAll("\n", " "),
  )
  if (after?.[1] && after[3]) {
    const name = unquoted(trimmed(sliceOf(part, 0, after[1].length)))
    const isApart = after[2] !== "" || NAME_BEFORE_DIGITS.test(after[1])
    const from = after[1].length + (after[2] ?? "").length
    if (isApart && isNameRun(name.text)) return [name, sliceOf(part, from, from + after[3].length)]
  }
  const before = /^#?\s?(\d+)[\s,/|–—-]+(?=\p{L})/u.exec(part.text)
  if (!before?.[1]) return null
  const name = trimmed(sliceOf(part, before[0].length))
  const at = before[0].indexOf(before[1])
  return isNameRun(name.text) ? [name, sliceOf(part, at, at + before[1].length)] : null
}

/** Splits `Zoe, 25.12.2020`, `The Hills est. 2019`, `rose gold - Zoe` at the only cut that fits. */
function nameAnd(other: ReadField, part: Part, text: ReadField): Pair | null {
  const pairs: Pair[] = []
  const isName = isForNames(text) ? isNamesRun : isNameRun
  const cuts = other.kind === "choice" ? /[\s,;|/(–—-]+/g : /[\s,;|/–—-]+/g
  const places = [...part.text.matchAll(cuts)]
  if (places.length > MAX_CUTS) return null
  for (const { index, 0: cut } of places) {
    const left = trimmed(sliceOf(part, 0, index))
    const right = trimmed(sliceOf(part, index + cut.length))
    for (const [name, rest] of [
      [left, right],
      [right, left],
    ] as const) {
      const value = bare(other, rest)
      const isApart = cut !== " " || value !== rest || DIGITS.test(value.text)
      const isValue = readKind(other, value.text) !== null && readKind(other, name.text) === null
      if (isApart && isValue && isWhole(other, value.text) && isName(name.text)) pairs.push([name, value])
    }
  }
  return pairs.length === 1 ? (pairs[0] ?? null) : null
}

/** Returns true if a date has its year, since a year alone is no date. */
function isWhole(field: ReadField, value: string): boolean {
  if (field.kind !== "date") return true
  return YEAR.test(value) ? isForYear(field) : DIGITS.test(value) || /\d{4}/.test(value)
}

function isForYear({ name, label }: ReadField): boolean {
  return /\b(?:year|est)\b/i.test(`${name} ${label}`)
}

/** Removes words around the value, `est.`, `in`, `font`; returns the same part if there are none. */
function bare(field: ReadField, part: Part): Part {
  const opening = isForYear(field) ? /^(?:established|est\.?)\s*(?:in )?/i : openings[field.kind]
  const start = opening?.exec(part.text)?.[0].length ?? 0
  const end = field.kind === "choice" ? part.text.search(/(?: font| colou?r)?\)?$/i) : part.text.length
  return start > 0 || end < part.text.length ? sliceOf(part, start, end) : part
}
