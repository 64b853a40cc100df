import type { Id } from "../../../contract/id.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import type { OpenContext } from "../../app-env.ts"
import { databaseOf } from "../../data/database.ts"
import { listProofMails } from "../../data/orders/proof-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { hasRoom, rateRules } from "../../rate-limit.ts"
import { sendProofMail } from "../../services/mail/proof-mail.ts"
import { mailboxOwner } from "../operations/record-mailbox.ts"

/** Mails the links of each order to its buyer, if it has an address. Returns which of them went out. */
export async function mailProofs(
  c: OpenContext,
  env: Env,
  { userId, proofs }: { userId: Id; proofs: readonly { orderItemId: Id; url: string }[] },
): Promise<AskedProof[]> {
  const urlOf = new Map(proofs.map(({ orderItemId, url }) => [orderItemId, url]))
  const sent = new Set<Id>()
  const buyers = await listProofMails(databaseOf(env), [...urlOf.keys()])
  for (const [, items] of Map.groupBy(buyers, ({ orderId }) => orderId)) {
    const [{ email, shop, orderId }] = items
    const { hash } = await mailboxOwner(env, { id: userId, email })
    if (!(await hasRoom(c, rateRules.proofMailByMailbox, hash))) continue
    if (!(await hasRoom(c, rateRules.proofMailByAccount, userId))) break
    try {
      await sendProofMail(env, {
        to: email,
        shop,
        urls: items.flatMap(({ itemId }) => urlOf.get(itemId) ?? []),
      })
      for (const { itemId } of items) sent.add(itemId)
    } catch (error) {
      logWarning("proof not mailed", { userId, orderId, error })
    }
  }
  return proofs.map((proof) => ({ ...proof, isMailed: sent.has(proof.orderItemId) }))
}
