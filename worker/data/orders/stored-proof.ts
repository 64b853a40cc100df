/** The proof of an order item as its row has it; `item-proof.ts` says whether it still holds. */
import { createHash } from "node:crypto"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import type { Proof } from "../../../contract/orders/proof.ts"

/** What a proof shows; `look` names all of an artwork that decides its pixels. */
export type ProofPiece = {
  imageId: Id
  look: string
  widthIn: number
  values: string
  /** JSON: the mends of its store; nothing if it has none. */
  shopMends?: string
}
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

/** The columns of an artwork that decide its pixels, but for values. */
export type LookImage = {
  masterKey: string | null
  sourceKey: string | null
  layers: string
  fontReplacements: string
}

/** Returns the mends of a store as a proof has them. */
export function provedMends(shopMends: readonly Mend[]): Pick<ProofPiece, "shopMends"> {
  return shopMends.length > 0 ? { shopMends: JSON.stringify(shopMends) } : {}
}

/** Returns the name of an artwork's look. */
export function lookOf({ masterKey, sourceKey, layers, fontReplacements }: LookImage): string {
  return createHash("sha256")
    .update(JSON.stringify([masterKey ?? sourceKey, layers, fontReplacements]))
    .digest("hex")
    .slice(0, 32)
}

/** A piece as a print has it; `shopMends` null: nobody knows those that it was printed with. */
type PrintedPiece = Omit<ProofPiece, "imageId" | "widthIn" | "shopMends"> & {
  imageId: Id | null
  widthIn: number | null
  shopMends?: string | null
}

/** Returns when a buyer approved a piece as a print has it; null if nobody did, or if its artwork has changed since. */
export function approvedAtOf(proof: StoredProof | null, printed: PrintedPiece): string | null {
  if (proof?.state !== "approved" || proof.answeredAt === undefined) return null
  const { imageId, look, widthIn, values, shopMends } = proof.piece
  const isPiece = imageId === printed.imageId && widthIn === printed.widthIn && values === printed.values
  const isMended = printed.shopMends === null || shopMends === printed.shopMends
  return isPiece && look === printed.look && isMended ? new Date(proof.answeredAt).toISOString() : null
}
