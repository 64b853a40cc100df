import { z } from "zod"

/** One of the buyer's answers, with the shop's question; `isFile`: the answer is a file's address. */
const buyerAnswerSchema = z.object({
  /** The question; "" if the shop asked nothing in particular. */
  question: z.string(),
  answer: z.string(),
  isFile: z.boolean(),
  /** True if the answer is the buyer's text for any field, as the seller has said for its column. */
  isFree: z.boolean().optional(),
})
export type BuyerAnswer = z.infer<typeof buyerAnswerSchema>

/** A buyer's request, as order items, print items and manifests show it. */
export const personalised = {
  /** The buyer's answers, as the shop gave them. */
  personalisation: z.array(buyerAnswerSchema),
  /** The text for print: the seller's own wording, else the answers as lines. */
  wording: z.string(),
}
export type Personalised = { personalisation: readonly BuyerAnswer[]; wording: string }

/** Etsy's name for the only question of a listing whose seller gave it none, in its languages. */
const UNNAMED =
  /^(?:personali[sz]ation|personalisierung|personnalisation|personalizzazione|personalización|personalisatie|personalizacja|personalização|персонализация)?$/

/** Returns the answers as they are printed unless the seller words them: a line each, files left out. */
export function wordingOf(answers: readonly BuyerAnswer[]): string {
  return answers
    .filter(({ isFile }) => !isFile)
    .map(({ answer }) => answer)
    .join("\n")
}

/** Returns an item's shown texts: its answers, or the seller's own wording and the buyer's files. */
export function shownAnswersOf({ personalisation, wording }: Personalised): BuyerAnswer[] {
  if (wording === wordingOf(personalisation)) return [...personalisation]
  const files = personalisation.filter(({ isFile }) => isFile)
  return wording === "" ? files : [{ question: "", answer: wording, isFile: false }, ...files]
}

/** Returns true for a question that says nothing about the request: its answer is free text. */
export function isUnnamed(question: string): boolean {
  return UNNAMED.test(question.normalize("NFC").trim().toLowerCase())
}

/** Returns the question as it is shown; "" if it says nothing. */
export function shownQuestion({ question }: BuyerAnswer): string {
  return isUnnamed(question) ? "" : question
}
