import type { BuyerAnswer } from "../../../contract/orders/personalisation.ts"

/** `isHidden`: a shop's app wrote it for itself. It is kept as the shop gave it, and shown nowhere. */
export type StoredAnswer = BuyerAnswer & { isHidden?: boolean }

/** A row's answers that are for people. One that was stored as text alone is an answer without a question. */
export function answersOf({
  answers,
  personalisation,
}: {
  answers: StoredAnswer[]
  personalisation: string
}): BuyerAnswer[] {
  if (answers.length > 0 || personalisation === "") return answers.filter(({ isHidden }) => !isHidden)
  return [{ question: "", answer: personalisation, isFile: false }]
}

/** The column as a plain statement answers it; null where no row was joined. */
export function readAnswers(column: string | null): StoredAnswer[] {
  return column === null ? [] : (JSON.parse(column) as StoredAnswer[])
}
