import { z } from "zod"

/** Returns the path of a proof's page, below the app's address. */
export function proofPath(token: string): string {
  return `proof/${token}`
}

export const proofAnswers = ["approved", "change"] as const
/** What a buyer has answered, once that is so. */
export const answered = {
  /** The buyer's words about a change. */
  text: z.string().optional(),
  /** The time of the answer. */
  answeredAt: z.string().optional(),
}

/** An item's proof. It is `none` again once artwork, texts or size differ from those that it showed. */
export const proofSchema = z.object({
  state: z.enum(["none", "asked", ...proofAnswers]),
  ...answered,
  /** The path of its page, below the app's address. */
  path: z.string().optional(),
})
export type Proof = z.infer<typeof proofSchema>
