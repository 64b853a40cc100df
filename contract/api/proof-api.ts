import { z } from "zod"
import { askedProofSchema, proofsAskedSchema } from "../orders/asked-proof.ts"
import { routes, saying } from "../route.ts"

/** The proofs that a seller asks buyers to approve before a piece is printed. */
export const proofs = routes({
  ask: {
    method: "POST",
    path: "/proofs",
    summary:
      "Links to order items' proofs, mailed to the buyers if asked; the same pieces again answer the same links",
    caller: "user",
    scope: "orders:write",
    isOutward: true,
    body: proofsAskedSchema,
    replies: { 201: saying(z.array(askedProofSchema)) },
    errors: ["not-found", "unprocessable"],
  },
})
