/** A proof as its buyer has it: apart from what sellers have, so that the buyer's page loads no more. */
import { z } from "zod"
import { lengthUnits } from "../length.ts"
import { MAX_PROOF_TEXT_LENGTH } from "../limit.ts"
import { labelText } from "../name.ts"
import { answered, proofAnswers } from "./proof.ts"

/** The answer of GET /proof/{token}, for anyone who has the link: it names the shop, and no buyer. */
export const shownProofSchema = z.object({
  shop: z.string(),
  orderNumber: z.string(),
  title: z.string(),
  /** The texts that are printed, by their fields. */
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The path of the picture of what is printed, below `/api/`. */
  picture: z.string(),
  /** Its size in print; until the press has drawn it, that of its artwork. */
  widthIn: z.number(),
  heightIn: z.number(),
  lengthUnit: z.enum(lengthUnits),
  /** The garment in the words of the order. */
  size: z.string(),
  variation: z.string(),
  quantity: z.number(),
  state: z.enum(["asked", ...proofAnswers]),
  ...answered,
  /** The time until which it can be answered. */
  expiresAt: z.string(),
})
export type ShownProof = z.infer<typeof shownProofSchema>

/** The body of POST /proofs/{token}. */
export const proofAnswerSchema = z.discriminatedUnion("answer", [
  z.object({ answer: z.literal("approved") }),
  z.object({
    answer: z.literal("change"),
    text: z
      .string({ error: "Say what should change" })
      .overwrite((text) => text.split("\n").map(labelText).join("\n"))
      .trim()
      .min(1, "Say what should change")
      .max(MAX_PROOF_TEXT_LENGTH, `At most ${MAX_PROOF_TEXT_LENGTH} characters`),
  }),
])
export type ProofAnswer = z.output<typeof proofAnswerSchema>
export const proofReplySchema = z.object({ state: z.enum(proofAnswers), ...answered })
