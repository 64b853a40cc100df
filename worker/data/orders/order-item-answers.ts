import type { BuyerAnswer } from "../../../contract/orders/personalisation.ts"

/** An answer; `isHidden`: a shop's app wrote it for itself. It is stored unchanged, and shown nowhere. */
export type StoredAnswer = BuyerAnswer & { isHidden?: boolean }

/** Returns a row's answers for people. An answer that was stored as text alone has no question. */
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

/** Reads the column of a plain statement; null where no row was joined. */
export function readAnswers(column: string | null): StoredAnswer[] {
  return column === null ? [] : (JSON.parse(column) as StoredAnswer[])
}
