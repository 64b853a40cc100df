import type { ReadRule } from "../artwork/artwork-rule.ts"
import type { BuyerAnswer } from "../orders/personalisation.ts"
import { isCourtesy, isEmptyAnswer } from "./courtesy.ts"
import { isAmong } from "./field-words.ts"

/**
 * Returns true if a buyer's answers hold a text for print: no file, nothing that says "none", no thanks
 * alone, and no answer to a question that the seller's rule leaves out.
 */
export function hasText(answers: readonly BuyerAnswer[], { ignores }: Pick<ReadRule, "ignores">): boolean {
  return answers.some(
    ({ question, answer, isFile }) =>
      !isFile && !isEmptyAnswer(answer) && !isCourtesy(answer) && !isAmong(ignores, question),
  )
}
