import type { ReadRule } from "../artwork/artwork-rule.ts"
import type { BuyerAnswer } from "../orders/personalisation.ts"
import { type Found, findPattern, type Work } from "../pattern/find-pattern.ts"
import { keptPattern } from "../pattern/kept-pattern.ts"
import { PatternError } from "../pattern/syntax.ts"
import { doubtOf } from "./doubts.ts"
import { keyOf } from "./field-words.ts"
import { type Part, trimmed } from "./part.ts"
import { type PlainText, plainTextOf } from "./plain-text.ts"
import type { ReadField } from "./read-field.ts"
import { readKind } from "./read-kind.ts"
import type { ReadMark } from "./read-wording.ts"

/**
 * The steps of all patterns on one item's answers: less than a millisecond. Usual ones take a thousand,
 * and a list may hold a thousand items.
 */
const MAX_WORK = 30_000
/** The marks that may stand between the parts that patterns find. */
const BETWEEN = /^[\s,;.:|/•·–—-]*$/

type Source = { answer: number; key: string; plain: PlainText }
type Hit = { source: Source; match: Found }

type PatternReading = {
  values: Record<string, string>
  marks: ReadMark[]
  doubts: string[]
  /** The answers in which something was found. Nothing else is read from them. */
  answers: ReadonlySet<number>
}

/**
 * Reads fields by the seller's patterns, each in its question's answer or in all that belong to no
 * other field. A pattern has to be there once, and all patterns together account for the whole answer:
 * the remaining text may be what the buyer meant.
 */
export function readPatterns(
  answers: readonly BuyerAnswer[],
  fields: readonly ReadField[],
  {
    rule,
    quantity,
    isTaken,
  }: { rule: ReadRule; quantity: number; isTaken: (questionKey: string) => boolean },
): PatternReading {
  const sources = [...answers.entries()].flatMap(([answer, { question, answer: written, isFile }]) =>
    isFile ? [] : [{ answer, key: keyOf(question), plain: plainTextOf(written) }],
  )
  const values: Record<string, string> = {}
  const marks: ReadMark[] = []
  const doubts: string[] = []
  const hits: Hit[] = []
  const work: Work = { left: MAX_WORK }
  for (const field of fields) {
    const { question, pattern = "" } = rule.fields[field.name] ?? {}
    const own = sources.filter(({ key }) =>
      question === undefined ? !isTaken(key) : key === keyOf(question),
    )
    const places = findIn(own, pattern, work)
    if (typeof places === "string") {
      doubts.push(`“${field.label}”: ${places}.`)
      continue
    }
    hits.push(...places)
    const [first, second] = places
    if (second) doubts.push(`“${field.label}” appears twice.`)
    const part = first && partOf(first)
    if (!first || !part || part.text === "") {
      if (field.required) doubts.push(`“${field.label}” is missing.`)
      continue
    }
    const value = readKind(field, part.text)
    if (value === null) {
      doubts.push(`“${field.label}” cannot be read from “${part.text}”.`)
      continue
    }
    values[field.name] = value
    marks.push(markOf(field, first.source, part))
    const doubt = field.kind === "text" ? doubtOf(field, value, quantity) : null
    if (doubt !== null) doubts.push(doubt)
  }
  const hitSources = new Set(hits.map(({ source }) => source))
  for (const source of hitSources) {
    const remaining = leftOf(source, hits)
    if (!BETWEEN.test(remaining)) doubts.push(`“${remaining.trim()}” matches no pattern.`)
  }
  return { values, marks, doubts, answers: new Set([...hitSources].map(({ answer }) => answer)) }
}

/** Finds a pattern, two places at most in each answer; a sentence if it cannot be searched for. */
function findIn(sources: readonly Source[], pattern: string, work: Work): Hit[] | string {
  try {
    const program = keptPattern(pattern)
    return sources.flatMap((source) => {
      const { text } = source.plain
      const first = findPattern(program, text, work)
      if (!first?.group) return []
      const second = findPattern(program, text, work, Math.max(first.end, first.start + 1))
      return second?.group ? [first, second].map((match) => ({ source, match })) : [{ source, match: first }]
    })
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

function partOf({ source, match: { group } }: Hit): Part | null {
  return group && trimmed({ text: source.plain.text.slice(group.start, group.end), from: group.start })
}

function markOf(field: ReadField, { answer, plain }: Source, part: Part): ReadMark {
  const last = part.from + part.text.length - 1
  return { field: field.name, answer, start: plain.starts[part.from] ?? 0, end: plain.ends[last] ?? 0 }
}

/** Returns the parts of an answer that lie in no match. */
function leftOf(source: Source, hits: readonly Hit[]): string {
  const letters = [...source.plain.text.split("")]
  for (const { source: other, match } of hits) {
    if (other === source) letters.fill("", match.start, match.end)
  }
  return letters.join("")
}
