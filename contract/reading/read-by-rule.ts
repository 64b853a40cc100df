import type { ReadRule } from "../artwork/artwork-rule.ts"
import type { BuyerAnswer } from "../orders/personalisation.ts"
import { keyOf } from "./field-words.ts"
import type { ReadField } from "./read-field.ts"
import { readPatterns } from "./read-patterns.ts"
import { readWording, type WordingReading } from "./read-wording.ts"

/**
 * Reads a buyer's answers by the seller's rule for the SKU; fields that the rule leaves out are read by
 * their names. It returns only the values: the caller decides whether the rule counts yet.
 */
export function readByRule(
  answers: readonly BuyerAnswer[],
  fields: readonly ReadField[],
  rule: ReadRule,
  quantity: number,
): WordingReading {
  const sources = Object.entries(rule.fields)
  const questions = Object.fromEntries(
    sources.flatMap(([name, { question, pattern }]) =>
      question === undefined || pattern !== undefined ? [] : [[name, question]],
    ),
  )
  const options = { questions, ignores: rule.ignores, quantity }
  const isPatterned = (field: ReadField) => rule.fields[field.name]?.pattern !== undefined
  const patterned = fields.filter(isPatterned)
  if (patterned.length === 0) return readWording(answers, fields, options)

  const taken = new Set([...Object.values(questions), ...rule.ignores].map(keyOf))
  const byPattern = readPatterns(answers, patterned, { rule, quantity, isTaken: (key) => taken.has(key) })
  const rest = [...answers.keys()].filter((place) => !byPattern.answers.has(place))
  const others = readWording(
    rest.flatMap((place) => answers[place] ?? []),
    fields.filter((field) => !isPatterned(field)),
    options,
  )
  const marks = [
    ...byPattern.marks,
    ...others.marks.map((mark) => ({ ...mark, answer: rest[mark.answer] ?? mark.answer })),
  ]
  const values = { ...byPattern.values, ...others.values }
  const doubts = [...new Set([...byPattern.doubts, ...others.doubts])]
  if (doubts.length > 0) return { reading: "doubtful", values, marks, doubts }
  return { reading: marks.length === 0 ? "none" : "certain", values, marks, doubts }
}
