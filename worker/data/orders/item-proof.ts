/**
 * The proof of an order item: what its buyer was shown, and said to it. It holds for the piece that it
 * showed; whether the item still is that piece is found whenever the item is read.
 */
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { hasOwnText, type ImageRow, waitsForMends } from "../artwork/image-rows.ts"
import { type ItemReading, sureValues } from "./item-reading.ts"
import { lookOf, type ProofPiece, provedMends, type StoredProof } from "./stored-proof.ts"

/** What of an order item its proof depends on. */
type ProvedItem = {
  status: string
  proof: StoredProof | null
  matchedImage: ImageRow | null
  matchedSize: { valueIn: number } | null
  read: ItemReading
  shopMends: readonly Mend[]
}

/** Returns the piece that would be printed now; null if it cannot be. */
export function pieceToProve({
  matchedImage: image,
  matchedSize,
  read,
  shopMends,
}: Omit<ProvedItem, "status" | "proof">): ProofPiece | null {
  const values = sureValues(read)
  if (image?.status !== "Ready" || isBeingDrawn(image) || !matchedSize) return null
  if (values === null || read.hasNoPlace) return null
  return {
    imageId: image.id,
    look: lookOf(image),
    widthIn: matchedSize.valueIn,
    values: valuesJson(values),
    ...provedMends(shopMends),
  }
}

/**
 * Returns true while nobody knows yet how an artwork prints: it is about to be read again, because its own text may find
 * other fonts, or because it has other mends.
 */
export function isBeingDrawn(image: ImageRow): boolean {
  return (image.retryAt !== null && hasOwnText(image)) || waitsForMends(image)
}

/** Returns the item's proof; null without one, and if the item is another piece by now. */
export function validProof(item: ProvedItem): StoredProof | null {
  const { proof, status } = item
  if (proof === null || status === "Completed") return proof
  return JSON.stringify(pieceToProve(item)) === JSON.stringify(proof.piece) ? proof : null
}
