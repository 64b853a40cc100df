/** The proof of an order item as its row has it; `item-proof.ts` says whether it still holds. */
import type { Id } from "../../../contract/id.ts"
import type { Proof } from "../../../contract/orders/proof.ts"

/** What a proof shows; `look` names all of an artwork that decides its pixels. */
export type ProofPiece = { imageId: Id; look: string; widthIn: number; values: string }
export type StoredProof = {
  piece: ProofPiece
  state: Exclude<Proof["state"], "none">
  text?: string
  askedAt: number
  answeredAt?: number
}

/** Returns the answer as replies have it; nothing before there is one. */
export function answerOf({ text, answeredAt }: Pick<StoredProof, "text" | "answeredAt">) {
  return {
    ...(text === undefined ? {} : { text }),
    ...(answeredAt === undefined ? {} : { answeredAt: new Date(answeredAt).toISOString() }),
  }
}

/** Returns when a buyer approved a piece as a print has it; null if nobody did. */
export function approvedAtOf(
  proof: StoredProof | null,
  printed: { imageId: Id | null; widthIn: number | null; values: string },
): string | null {
  if (proof?.state !== "approved" || proof.answeredAt === undefined) return null
  const { imageId, widthIn, values } = proof.piece
  const isSame = imageId === printed.imageId && widthIn === printed.widthIn && values === printed.values
  return isSame ? new Date(proof.answeredAt).toISOString() : null
}
