import { z } from "zod"

/** One of the buyer's answers, with the shop's question; `isFile`: the answer is a file's address. */
const buyerAnswerSchema = z.object({
  /** "" where the shop asked nothing in particular. */
  question: z.string(),
  answer: z.string(),
  isFile: z.boolean(),
  /** The buyer's own words for any field: the seller has said so of the column that it comes from. */
  isFree: z.boolean().optional(),
})
export type BuyerAnswer = z.infer<typeof buyerAnswerSchema>

/** What a buyer asked for, as order items, print items and manifests show it. */
export const personalised = {
  /** The buyer's answers, as the shop gave them. */
  personalisation: z.array(buyerAnswerSchema),
  /** What is printed: the seller's own wording, else the answers as lines. */
  wording: z.string(),
}
export type Personalised = { personalisation: readonly BuyerAnswer[]; wording: string }

/** What Etsy calls the only question of a listing whose seller gave it no name, in its languages. */
const UNNAMED =
  /^(?:personali[sz]ation|personalisierung|personnalisation|personalizzazione|personalización|personalisatie|personalizacja|personalização|персонализация)?$/

/** The answers as they are printed unless the seller words them: a line each, files left out. */
export function wordingOf(answers: readonly BuyerAnswer[]): string {
  return answers
    .filter(({ isFile }) => !isFile)
    .map(({ answer }) => answer)
    .join("\n")
}

/** What is shown of an item: its answers, or the seller's own wording and the buyer's files. */
export function saidOf({ personalisation, wording }: Personalised): BuyerAnswer[] {
  if (wording === wordingOf(personalisation)) return [...personalisation]
  const files = personalisation.filter(({ isFile }) => isFile)
  return wording === "" ? files : [{ question: "", answer: wording, isFile: false }, ...files]
}

/** True of a question that says nothing of what was asked for: its answer is free text. */
export function isUnnamed(question: string): boolean {
  return UNNAMED.test(question.normalize("NFC").trim().toLowerCase())
}

/** The question as it is shown; "" where it says nothing. */
export function shownQuestion({ question }: BuyerAnswer): string {
  return isUnnamed(question) ? "" : question
}
