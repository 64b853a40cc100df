import { ApiError, unknown } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import type { ProofAnswer, ShownProof } from "../../../contract/orders/shown-proof.ts"
import { PROOF_CAUSE } from "../../data/accounts/notification-rows.ts"
import { fieldsAndLayersOf, type ImageRow, trimOf } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { isBeingDrawn, validProof } from "../../data/orders/item-proof.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { type FoundProof, findProof, storeAnswer } from "../../data/orders/proof-rows.ts"
import { answerOf, type StoredProof } from "../../data/orders/stored-proof.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { findAnywhere } from "../../place.ts"
import { tellListeners } from "../events/queue-events.ts"
import { findPieces } from "../pieces/find-pieces.ts"
import { textsOf } from "../prints/read-manifest.ts"
import { proofEndMs } from "./ask-proofs.ts"

const BEING_DRAWN = "The piece is being drawn again. Please open this page again in a minute."

/** A proof that can be looked at, with the artwork that it shows. */
export type OpenProof = {
  env: Env
  found: FoundProof
  item: FullOrderItem
  proof: StoredProof
  image: ImageRow
  widthPx: number
  heightPx: number
  widthIn: number
}

/** Opens a proof by its link; 404 for none, 410 with the reason if it is over. */
export async function openProof(open: OpenEnv, token: string): Promise<OpenProof> {
  const opened = await findAnywhere(open, (env) => findProof(databaseOf(env), token), {
    name: `link:${token}`,
  })
  if (!opened) throw unknown("proof")
  const { env, found } = opened
  const [item] = await findOrderItems(databaseOf(env), found.userId, [found.itemId])
  if (!item) throw unknown("proof")
  const proof = validProof(item)
  const { matchedImage: image, matchedSize: size } = item
  if (item.isCancelled) throw new ApiError("gone", "This order was cancelled")
  if (proof === null && image && isBeingDrawn(image))
    throw new ApiError("unavailable", BEING_DRAWN, { retryAfterS: 60 })
  if (proof === null || !image?.widthPx || !image.heightPx || !size)
    throw new ApiError("gone", `The piece has changed since. ${found.shop} will send you a new proof.`)
  if (Date.now() >= proofEndMs(proof))
    throw new ApiError("gone", `This proof is no longer open. Ask ${found.shop} for a new one.`)
  const { widthPx, heightPx } = image
  return { env, found, item, proof, image, widthPx, heightPx, widthIn: size.valueIn }
}

/** Returns a proof as its page shows it: nothing of the account but the shop's name, and nothing of the buyer. */
export async function viewProof(token: string, open: OpenProof): Promise<ShownProof> {
  const { env, found, item, proof, image, widthPx, heightPx, widthIn } = open
  const { values } = item.read
  const [piece] = await findPieces(databaseOf(env), [{ imageId: image.id, values }])
  return {
    ...{ shop: found.shop, orderNumber: item.orderNumber, title: item.title },
    texts: textsOf(fieldsAndLayersOf(image).fields, values),
    picture: `proof/${token}/picture`,
    ...{ widthPx, heightPx, widthIn },
    // A border makes the picture larger than the image: it is shown whole.
    trim: item.shopMends.some(({ kind }) => kind === "outline") ? null : piece ? piece.trim : trimOf(image),
    lengthUnit: found.lengthUnit,
    ...{ size: item.size, variation: item.variation, quantity: item.quantity },
    ...{ state: proof.state, ...answerOf(proof) },
    expiresAt: new Date(proofEndMs(proof)).toISOString(),
  }
}

/**
 * Stores the buyer's answer and tells the seller. The same answer again is answered as the first; another
 * one is refused with what was answered.
 */
export async function answerProof(
  token: string,
  { env, found, item, proof }: OpenProof,
  answer: ProofAnswer,
) {
  const state = answer.answer
  const text = state === "change" ? answer.text : undefined
  if (proof.state !== "asked") return answeredAlready(found, proof, { state, text })
  const answeredAt = Date.now()
  const stored = { ...proof, state, answeredAt, ...(text === undefined ? {} : { text }) }
  const deed = state === "approved" ? "the buyer approved the proof" : "the buyer asks for a change"
  const { userId, itemId: orderItemId } = found
  const { orderNumber } = item
  const message = `Order ${orderNumber}: ${deed}`
  const notice = {
    ...{ id: makeId(answeredAt), userId, causeKey: `${PROOF_CAUSE}${token}`, type: "print" as const },
    ...{ message, attachmentId: orderNumber, createdAtMs: answeredAt },
  }
  if (!(await storeAnswer(databaseOf(env), { id: orderItemId, token, proof: stored }, notice))) {
    const again = await openProof(env, token)
    return answeredAlready(found, again.proof, { state, text })
  }
  const event = { kind: "proof" as const, data: { orderItemId, orderNumber, answer: state, message } }
  await hubOf(env, userId).publish({ userId, key: `${PROOF_CAUSE}${token}`, event })
  await tellListeners(env, userId)
  return { state, ...answerOf(stored) }
}

function answeredAlready(
  { shop }: FoundProof,
  proof: StoredProof,
  { state, text }: { state: ProofAnswer["answer"]; text: string | undefined },
) {
  if (proof.state === state && proof.text === text) return { state, ...answerOf(proof) }
  const deed = proof.state === "approved" ? "approved" : "a change was asked for"
  throw new ApiError(
    "conflict",
    `This proof was answered before: ${deed}. Write to ${shop} if that is not right.`,
  )
}
