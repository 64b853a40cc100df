import { MAX_PREVIEW_WIDTH_PX } from "../../../contract/artwork/artwork-field.ts"
import { withRuleMends } from "../../../contract/artwork/asked-mends.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import type { ProofAnswer, ShownProof } from "../../../contract/orders/shown-proof.ts"
import { pieceSize } from "../../../sheet/preflight/piece-size.ts"
import { DRAWN_MAX_PIXELS } from "../../../sheet/raster/limits.ts"
import { PROOF_CAUSE } from "../../data/accounts/notification-rows.ts"
import { fieldsAndLayersOf, type ImageRow, madeMendsOf, trimOf } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { isBeingDrawn, validProof } from "../../data/orders/item-proof.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { type FoundProof, findProof, storeAnswer } from "../../data/orders/proof-rows.ts"
import { answerOf, type StoredProof } from "../../data/orders/stored-proof.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { findAnywhere } from "../../place.ts"
import { previewOf } from "../artwork/preview-image.ts"
import { previewTemplate } from "../artwork/preview-layer.ts"
import { tellListeners } from "../events/queue-events.ts"
import { findPieces } from "../pieces/find-pieces.ts"
import { shownArtwork } from "../pieces/shown-artwork.ts"
import { textsOf } from "../prints/read-manifest.ts"
import { proofEndMs } from "./ask-proofs.ts"

/** The width of a proof's picture: sharp where it fills half a screen. */
const PICTURE_PX = 1_024
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
  const { found, item, proof, image } = open
  return {
    ...{ shop: found.shop, orderNumber: item.orderNumber, title: item.title },
    texts: textsOf(fieldsAndLayersOf(image).fields, item.read.values),
    picture: `proof/${token}/picture`,
    ...(await printedSides(open)),
    lengthUnit: found.lengthUnit,
    ...{ size: item.size, variation: item.variation, quantity: item.quantity },
    ...{ state: proof.state, ...answerOf(proof) },
    expiresAt: new Date(proofEndMs(proof)).toISOString(),
  }
}

/** Returns the size of a piece in print, as it is drawn with its values and mends, or as far as that is known. */
async function printedSides({ env, item, image, widthPx, heightPx, widthIn }: OpenProof) {
  const template = await previewTemplate(env, image, {})
  const { dpi, trim } = template
  const wanted = { imageId: image.id, values: item.read.values }
  const size = { widthIn, dpi, trim, shopMends: item.shopMends }
  const [piece] = await findPieces(databaseOf(env), [{ ...wanted, size }])
  const shown = shownArtwork({ widthPx, heightPx, trim: trimOf(image) }, piece)
  const px = pieceSize({ image: shown, widthIn, template: { dpi, trim } })
  return { widthIn: px.widthPx / dpi, heightIn: px.heightPx / dpi }
}

/** Draws what is printed, as wide as a page shows it; the press draws it once. */
export async function drawProof(
  { env, image, item, widthPx, heightPx, widthIn }: OpenProof,
  gone: AbortSignal,
) {
  const { trim } = await previewTemplate(env, image, {})
  // The mends that are printed: the image may have others that could not be made.
  const mends = [...withRuleMends(madeMendsOf(image), item.shopMends)]
  const most = Math.min(MAX_PREVIEW_WIDTH_PX, Math.sqrt((DRAWN_MAX_PIXELS * widthPx) / (heightPx + 1)))
  const wide = trim ? (PICTURE_PX * widthPx) / (trimOf(image)?.width ?? widthPx) : PICTURE_PX
  return previewOf(
    env,
    image,
    {
      ...{ widthPx: Math.floor(Math.min(most, wide)), widthIn, layer: "ink" },
      ...{ values: item.read.values, mends },
      ...(trim && { isTrimmed: true }),
    },
    gone,
  )
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
