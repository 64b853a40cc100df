import { isColourWish, isThreadWish, withoutColour } from "./colours.ts"
import { isCourtesy, isGreeting, withoutThanks } from "./courtesy.ts"
import { keyOf, otherLabels, wordsOf } from "./field-words.ts"
import { isForName, isNameRun } from "./names.ts"
import { type Part, sliceOf, trimmed } from "./part.ts"
import { INITIALS_LENGTH, type ReadField } from "./read-field.ts"
import { isForPhone } from "./read-kind.ts"

/** The field of each stretch, and the reasons why a person has to look at that. */
export type Shape = { parts: (readonly [ReadField, Part])[]; doubts: string[] }
type Label = { start: number; end: number; field: ReadField | null; words: string; isSaid: boolean }

/** The continuation of a listing's question after the field's name, copied by the buyer. */
const QUESTION_TAIL =
  "(?: you(?:['’]d| would)? like| to (?:be )?(?:print|engrave|embroider|add)(?:ed|d)?| should be| for (?:the|my|our) \\p{L}+| on (?:the )?(?:back|shirt|jersey)" +
  " ?| ?\\((?:max|up to|limit|optional|required|\\d)[^()\\n:]{0,30}\\))?"
/** A colour's label. Without a field for it, a colour is the thread's, or one that the seller has. */
const COLOUR_LABEL = /colou?r$/
/** The words before or between labels that say nothing. */
const FILLER =
  /^(?:(?:and|with|the|and the|with the|her|his|my|our|your|please enter|el|la|le|der|die|das|de|il|lo|con|con el|mit|mit der|avec|avec le|met|y|und|et|en|e|\(?\d[.)])[\s,]*)*$/iu

/** Reads `Name: Zoe, Number: 7`: each label's part ends where the next begins. Null without a label. */
export function partsByLabel(text: string, fields: readonly ReadField[]): Shape | null {
  const labels = labelsIn(text, fields)
  if (labels.every(({ field }) => field === null)) return null
  const whole = { text, from: 0 }
  const parts: (readonly [ReadField, Part])[] = []
  const doubts: string[] = []
  const remaining = new Set(fields.filter((field) => labels.every((label) => label.field !== field)))
  const before = sliceOf(whole, 0, labels[0]?.start ?? 0)
  const lead = trimmed(withoutFiller(before, true))
  const isSaidBefore = isCourtesy(before.text) || isGreeting(`${lead.text}\n`) || isThreadWish(lead.text)
  if (lead.text !== "" && !isSaidBefore) {
    const field = onlyText(remaining)
    if (field && isNameRun(lead.text)) {
      remaining.delete(field)
      parts.push([field, lead])
    } else doubts.push(`“${lead.text}” belongs to no field.`)
  }
  for (const [i, { field, end, words, isSaid }] of labels.entries()) {
    const next = labels[i + 1]
    const raw = sliceOf(whole, end, next?.start)
    const isFree = field?.kind === "text" && !isForName(field) && field.maxLength > INITIALS_LENGTH
    const own = next ? withoutFiller(raw) : isFree ? raw : withoutThanks(raw)
    const part = field && isForName(field) ? withoutColour(trimmed(own)) : trimmed(own)
    if (field === null) {
      if (part.text !== "" && !(COLOUR_LABEL.test(words) && isColourWish(part.text)))
        doubts.push(`“${words}: ${part.text}” belongs to no field.`)
      continue
    }
    if (isFree && isSaid) doubts.push(`The buyer may be writing to you in “${field.label}”.`)
    const halves = splitOff(field, part, remaining)
    for (const [half] of halves) remaining.delete(half)
    parts.push(...halves)
  }
  return { parts, doubts }
}

/** Removes a field's own name, with which its answer may begin. */
export function withoutOwnLabel(field: ReadField, part: Part): Part {
  const known = wordsOf(field).map(escaped).join("|")
  const match = new RegExp(
    `^(?:(?:${known})\\.?\\s?[:=]+|(?:personali[sz]ation|text|wording)\\s?[:=–-]+)\\s*`,
    "iu",
  ).exec(part.text)
  return match ? trimmed(sliceOf(part, match[0].length)) : part
}

/** Returns the words that name one field alone. */
export function labelWords(fields: readonly ReadField[]): Map<string, ReadField> {
  const words = new Map<string, ReadField>()
  const shared = new Set<string>()
  for (const field of fields) {
    for (const word of wordsOf(field)) {
      if (words.has(word)) shared.add(word)
      words.set(word, field)
    }
  }
  // A field's own name wins over the other words of another.
  const ownersOf = new Map<string, Set<ReadField>>()
  for (const field of fields)
    for (const word of ownWords(field))
      ownersOf.set(word, (ownersOf.get(word) ?? new Set<ReadField>()).add(field))
  for (const [word, [field, ...others]] of ownersOf) {
    if (!field || others.length > 0) continue
    words.set(word, field)
    shared.delete(word)
  }
  for (const word of shared) words.delete(word)
  return words
}

/**
 * Finds labels with a colon, an equals sign or `is` anywhere, with a dash at a line's or part's start,
 * a number's before digits, and, only beside other labels, a name's or line's without a mark.
 */
function labelsIn(text: string, fields: readonly ReadField[]): Label[] {
  const words = labelWords(fields)
  const all = [...words.keys(), ...otherLabels].sort((a, b) => b.length - a.length)
  if (words.size === 0) return []
  const known = knownIn(all)
  const named = knownIn(
    [...words].flatMap(([word, field]) =>
      isForName(field) || field.kind === "date" || /\bline\b/.test(word) ? [word] : [],
    ),
  )
  const dialled = knownIn([...words].flatMap(([word, field]) => (isForPhone(field) ? [word] : [])))
  const boundary = "(?<![\\p{L}\\p{N}'’-])"
  const starts = "(?<=^|[\\n,;|/•·]\\s{0,9})"
  const numbered =
    "number|num|no|nr|nº|n°|jersey number|jersey|player number|número|numero|numéro|nummer|numer"
  const pattern = new RegExp(
    `${boundary}(?<word>${known})\\.?${QUESTION_TAIL}(?: is)?\\s?(?:#\\s?)?[:=;]+ *|` +
      `${boundary}(?<said>${known}) (?:is|are|es|est|ist|è|é) +|` +
      `${starts}(?<dashed>${known})\\.?(?: ?[-–—]+ *| ?\\n\\s*)|` +
      `(?<=^|[\\s,;|/])(?<dialled>${dialled})\\s?(?=[+(\\d])|` +
      `(?<=^|[\\s,;|/])(?<counted>(?:${numbered})\\.?\\s?(?:#|[-–] ?)?|#)\\s?(?=\\d)|` +
      `(?<=^|[\\s,;|/])(?<bare>${named}) +(?=\\p{L})`,
    "giu",
  )
  const labels: Label[] = []
  let isBareOnly = true
  const numbers = fields.filter(({ kind }) => kind === "number")
  for (const match of text.matchAll(pattern)) {
    const { word, said, dashed, dialled, counted, bare } = match.groups ?? {}
    const name = spaced(word ?? said ?? dashed ?? dialled ?? bare ?? "", all)
    if (counted !== undefined && numbers.length !== 1) continue
    // A dash may belong to a number that is dialled.
    if (counted !== undefined && /[-–]/.test(counted) && numbers.some(isForPhone)) continue
    const field = counted === undefined ? words.get(name) : numbers[0]
    if (!field && !otherLabels.includes(name)) continue
    if (bare === undefined) isBareOnly = false
    labels.push({
      start: match.index,
      end: match.index + match[0].length,
      field: field ?? null,
      words: name,
      isSaid: said !== undefined,
    })
  }
  const isOneEach = labels.length === fields.length && new Set(labels.map(({ field }) => field)).size > 1
  return isBareOnly && !isOneEach && !isNamed(labels, text, fields) ? [] : labels
}

/** Returns true for `name zoe`: a field's name and somebody's, which no other field takes. */
function isNamed(labels: readonly Label[], text: string, fields: readonly ReadField[]): boolean {
  const [label, ...others] = labels
  if (!label || others.length > 0 || label.start > 0) return false
  if (fields.some((field) => field !== label.field && field.kind === "text")) return false
  return isNameRun(trimmed(withoutThanks(sliceOf({ text, from: 0 }, label.end))).text)
}

function knownIn(words: readonly string[]): string {
  if (words.length === 0) return "(?!)"
  const sorted = [...words].sort((a, b) => b.length - a.length)
  return sorted.map((word) => escaped(word).replaceAll(" ", " ?").replaceAll("'", "['’]?")).join("|")
}

/** Returns the known word that was written, perhaps without its spaces. */
function spaced(text: string, known: readonly string[]): string {
  const bare = text.toLowerCase().replaceAll(/[ '’]/g, "")
  return known.find((word) => word.replaceAll(/[ '’]/g, "") === bare) ?? text.toLowerCase()
}

/** Splits `Number: 12 Carter`, `Name: Zoe 7`: the other half goes to the only field that can take it. */
function splitOff(field: ReadField, part: Part, remaining: ReadonlySet<ReadField>): Shape["parts"] {
  if (field.kind === "number") {
    const match = /^(#?\d+)[\s,/|-]+(?=\p{L})/u.exec(part.text)
    const other = onlyText(remaining)
    if (!match?.[1] || !other) return [[field, part]]
    const rest = trimmed(sliceOf(part, match[0].length))
    if (!isNameRun(rest.text)) return [[field, part]]
    return [
      [field, sliceOf(part, 0, match[1].length)],
      [other, rest],
    ]
  }
  const [number, ...others] = [...remaining].filter(({ kind }) => kind === "number")
  const match = /^(.*\p{L})[\s,/|-]+(#?\d+)$/su.exec(part.text)
  if (field.kind !== "text" || !number || others.length > 0 || !match?.[1] || !match[2])
    return [[field, part]]
  if (!isNameRun(match[1])) return [[field, part]]
  return [
    [field, sliceOf(part, 0, match[1].length)],
    [number, sliceOf(part, part.text.length - match[2].length)],
  ]
}

/** Removes `and the` or `2.` before the next label. */
function withoutFiller(part: Part, isLead = false): Part {
  const at = part.text.search(
    /(?:(?:^|(?<![\s,;])[\s,;]+)(?:and|with|the|her|his|my|our|your|please enter|el|la|le|der|die|das|de|il|lo|con|mit|avec|met|y|und|et|en|e|\(?\d[.)]?)){1,3}[\s,]*$/iu,
  )
  if (at < (isLead ? 0 : 1) || (isLead && /\b(?:my|our|your)\b/i.test(part.text))) return part
  return FILLER.test(part.text.slice(at).replace(/^[\s,;]+/, "")) ? sliceOf(part, 0, at) : part
}

function onlyText(fields: ReadonlySet<ReadField>): ReadField | undefined {
  const texts = [...fields].filter(({ kind }) => kind === "text")
  return texts.length === 1 ? texts[0] : undefined
}

function ownWords({ name, label }: ReadField): string[] {
  return [keyOf(name), keyOf(label)]
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
