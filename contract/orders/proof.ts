import { z } from "zod"
import { imageSchema } from "../artwork/image.ts"
import { idSchema } from "../id.ts"
import { lengthUnits } from "../length.ts"
import { MAX_LISTED_IDS, MAX_PROOF_TEXT_LENGTH } from "../limit.ts"
import { labelText } from "../name.ts"

/** Returns the path of a proof's page, below the app's address. */
export function proofPath(token: string): string {
  return `proof/${token}`
}

export const proofAnswers = ["approved", "change"] as const
const answered = {
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

/** The body of POST /proofs; `isMailed`: orders with a buyer's address get the links by mail. */
export const proofsAskedSchema = z.object({
  orderItemIds: z
    .array(idSchema)
    .min(1, "Select at least one order item")
    .max(MAX_LISTED_IDS, `At most ${MAX_LISTED_IDS} order items at a time`),
  isMailed: z.boolean().default(false),
})
export const askedProofSchema = z.object({
  orderItemId: idSchema,
  url: z.string(),
  /** True if its link went out by mail. */
  isMailed: z.boolean(),
})
export type AskedProof = z.infer<typeof askedProofSchema>

/** The answer of GET /proof/{token}, for anyone who has the link: it names the shop, and no buyer. */
export const shownProofSchema = z.object({
  shop: z.string(),
  orderNumber: z.string(),
  title: z.string(),
  /** The texts that are printed, by their fields. */
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The path of the picture of the whole artwork, below `/api/`, and the size that `trim` is measured in. */
  picture: z.string(),
  widthPx: z.number(),
  heightPx: z.number(),
  /** The ink, which is as wide as the print; null while it is being measured. */
  trim: imageSchema.shape.trim,
  widthIn: z.number(),
  lengthUnit: z.enum(lengthUnits),
  /** The garment in the words of the order. */
  size: z.string(),
  variation: z.string(),
  quantity: z.number(),
  state: proofSchema.shape.state.exclude(["none"]),
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
