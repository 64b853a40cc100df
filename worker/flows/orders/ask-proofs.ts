import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { PROOF_DAYS } from "../../../contract/limit.ts"
import { proofPath } from "../../../contract/orders/proof.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { pieceToProve, validProof } from "../../data/orders/item-proof.ts"
import { type FullOrderItem, findOrderItems } from "../../data/orders/order-item-rows.ts"
import { type NewProof, storeProofs } from "../../data/orders/proof-rows.ts"
import type { Env } from "../../env.ts"
import { makeLinkToken } from "../../secrets/link-token.ts"
import { link } from "../../services/mail/email.ts"
import { previewTemplate } from "../artwork/preview-layer.ts"
import { askForPieces, type WantedPiece } from "../pieces/find-pieces.ts"

/**
 * Asks for proofs of order items, all or nothing, and has their pieces drawn. A piece that is asked for or
 * approved keeps its link; one whose buyer asked for a change, or whose link is over, gets another.
 */
export async function askProofs(
  env: Env,
  userId: Id,
  ids: readonly Id[],
): Promise<{ orderItemId: Id; url: string }[]> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const items = await itemsOf(db, userId, ids)
  const asked = items.flatMap((item): NewProof[] => {
    const piece = provable(item)
    const known = validProof(item)
    const isOpen = known?.state === "asked" && nowMs < proofEndMs(known)
    if (isOpen || known?.state === "approved") return []
    return [
      {
        id: item.id,
        was: item.proofToken,
        token: makeLinkToken(),
        proof: { piece, state: "asked", askedAt: nowMs },
      },
    ]
  })
  if (asked.length > 0) await storeProofs(db, userId, asked)
  await askForPieces(env, await piecesOf(env, items), "leave")
  // Another call may have been first with an item.
  const stored = await itemsOf(db, userId, ids)
  return stored.map(({ id, proofToken }) => ({
    orderItemId: id,
    url: link(env, `/${proofPath(proofToken ?? "")}`),
  }))
}

/** Returns when the link to a proof is over. */
export function proofEndMs({ askedAt }: { askedAt: number }): number {
  return askedAt + PROOF_DAYS * DAY_MS
}

/** Returns the pieces of items as they print under the default template. */
async function piecesOf(env: Env, items: readonly FullOrderItem[]): Promise<WantedPiece[]> {
  const image = items.find(({ matchedImage }) => matchedImage)?.matchedImage
  if (!image) return []
  const { dpi, trim } = await previewTemplate(env, image, {})
  return items.flatMap(({ matchedImage, matchedSize, shopMends, read: { values } }) => {
    if (!matchedImage || !matchedSize) return []
    const size = { widthIn: matchedSize.valueIn, dpi, trim, shopMends }
    return [{ imageId: matchedImage.id, values, size }]
  })
}

async function itemsOf(db: Database, userId: Id, ids: readonly Id[]): Promise<FullOrderItem[]> {
  const items = new Map((await findOrderItems(db, userId, ids)).map((item) => [item.id, item]))
  return [...new Set(ids)].map((id) => {
    const item = items.get(id)
    if (!item) throw unknown("order item")
    return item
  })
}

function provable(item: FullOrderItem) {
  const piece = pieceToProve(item)
  const problem = item.isCancelled
    ? "was cancelled"
    : item.matchedImage === null || item.matchedSize === null
      ? "needs artwork and a size before its proof"
      : piece === null
        ? "is not ready for its proof: wait for its artwork, or check its text"
        : null
  if (piece && problem === null) return piece
  throw new ApiError("unprocessable", `"${item.title}" (order ${item.orderNumber}) ${problem}`)
}
