import type { BuyerAnswer } from "../../contract/personalisation.ts"

/** A row's answers. One that was stored as text alone is an answer without a question. */
export function answersOf({
  answers,
  personalisation,
}: {
  answers: BuyerAnswer[]
  personalisation: string
}): BuyerAnswer[] {
  if (answers.length > 0 || personalisation === "") return answers
  return [{ question: "", answer: personalisation, isFile: false }]
}

/** The column as a plain statement answers it; null where no row was joined. */
export function readAnswers(column: string | null): BuyerAnswer[] {
  return column === null ? [] : (JSON.parse(column) as BuyerAnswer[])
}
