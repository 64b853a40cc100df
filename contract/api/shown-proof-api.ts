import { z } from "zod"
import { proofAnswerSchema, proofReplySchema, shownProofSchema } from "../orders/shown-proof.ts"
import { file, reply, routes, saying } from "../route.ts"

const token = { token: z.string().meta({ description: "The end of the address of a proof's page" }) }

/** A proof for whoever has its link. */
export const shownProofs = routes({
  view: {
    method: "GET",
    path: "/proof/{token}",
    summary: "What a proof shows, for anyone who has the link",
    caller: "anyone",
    params: token,
    replies: { 200: reply(shownProofSchema) },
    errors: ["gone", "too-many-requests"],
  },
  picture: {
    method: "GET",
    path: "/proof/{token}/picture",
    summary: "The piece as it is printed, at a smaller size",
    caller: "anyone",
    params: token,
    replies: { 200: file("image/png") },
    errors: ["conflict", "gone", "unprocessable", "too-many-requests"],
  },
  answer: {
    method: "POST",
    path: "/proofs/{token}",
    summary: "Approve a proof, or ask for a change; the first answer counts, and 409 tells it",
    caller: "anyone",
    params: token,
    body: proofAnswerSchema,
    replies: { 200: saying(proofReplySchema) },
    errors: ["conflict", "gone"],
  },
})
