import { proofs } from "../../contract/api/proof-api.ts"
import { shownProofs } from "../../contract/api/shown-proof-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { askProofs } from "../flows/orders/ask-proofs.ts"
import { mailProofs } from "../flows/orders/mail-proofs.ts"
import { answerProof, drawProof, openProof, viewProof } from "../flows/orders/open-proof.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** The proofs of order items: asked for by the seller, seen and answered by anyone who has the link. */
export const proofsRoutes = new ApiRoutes()
  .serve(proofs.ask, async (c) => {
    const userId = c.var.user.id
    await limitRate(c, rateRules.proofByAccount, userId)
    const { orderItemIds, isMailed } = c.req.valid("json")
    const asked = await askProofs(c.env, userId, orderItemIds)
    const data = isMailed
      ? await mailProofs(c, c.env, { userId, proofs: asked })
      : asked.map((proof) => ({ ...proof, isMailed: false }))
    return { data, message: isMailed ? "Proofs sent" : "Links made" }
  })
  .serve(shownProofs.view, async (c) => {
    const token = c.req.param("token") ?? ""
    const open = await openProof(c.env, token)
    await limitRate(c, rateRules.proofByToken, token)
    return { data: await viewProof(token, open) }
  })
  .serve(shownProofs.picture, async (c) => {
    const token = c.req.param("token") ?? ""
    const open = await openProof(c.env, token)
    await limitRate(c, rateRules.proofByToken, token)
    const drawing = drawProof(open, c.req.raw.signal)
    // If the caller goes away, the press still gets its message.
    c.executionCtx.waitUntil(drawing.catch(() => undefined))
    const png = await drawing
    return new Response(png.body, {
      headers: {
        "content-type": "image/png",
        "content-length": String(png.size),
        "cache-control": "private, max-age=600",
      },
    })
  })
  .serve(shownProofs.answer, async (c) => {
    const token = c.req.param("token") ?? ""
    const open = await openProof(c.env, token)
    await limitRate(c, rateRules.proofAnswerByToken, token)
    const data = await answerProof(token, open, c.req.valid("json"))
    return { data, message: data.state === "approved" ? "Approved" : "Your wish is on its way" }
  })
