import type { ReadRule } from "../artwork-rule.ts"
import type { BuyerAnswer } from "../personalisation.ts"
import type { ReadField } from "./read-field.ts"
import { readWording, type WordingReading } from "./read-wording.ts"

/**
 * Reads a buyer's answers as the seller has said for the SKU; what the rule leaves out is read by
 * the fields' names. It only says what stands there: whether the rule counts yet is for others.
 */
export function readByRule(
  answers: readonly BuyerAnswer[],
  fields: readonly ReadField[],
  rule: ReadRule,
  quantity: number,
): WordingReading {
  const questions = Object.fromEntries(
    Object.entries(rule.fields).flatMap(([name, { question }]) =>
      question === undefined ? [] : [[name, question]],
    ),
  )
  return readWording(answers, fields, { questions, ignores: rule.ignores, quantity })
}
