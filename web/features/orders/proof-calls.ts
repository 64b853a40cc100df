import { proofs } from "../../../contract/api/proof-api.ts"
import { MAX_LISTED_IDS } from "../../../contract/limit.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Asks buyers to approve order items, and mails them the links where that is wanted. */
export async function askProofs(items: readonly OrderItem[], isMailed: boolean): Promise<AskedProof[]> {
  const asked: AskedProof[] = []
  try {
    for (let start = 0; start < items.length; start += MAX_LISTED_IDS) {
      const orderItemIds = items.slice(start, start + MAX_LISTED_IDS).map(({ _id }) => _id)
      asked.push(...(await apiData(proofs.ask, { body: { orderItemIds, isMailed } })))
    }
  } finally {
    await refresh("orders")
  }
  return asked
}

/** Returns whether a buyer can be asked about an item: it is to be printed, and known how. */
export function canBeProved({ isCancelled, status, match, reading, hasNoPlace }: OrderItem): boolean {
  const isOpen = !isCancelled && status !== "Completed"
  return isOpen && match.imageId !== null && match.sizeId !== null && reading !== "doubtful" && !hasNoPlace
}

/** Returns a message to a buyer with the links to the proofs of one order. */
export function messageOf(urls: readonly string[]): string {
  const subject = urls.length === 1 ? "your order" : `the ${urls.length} pieces of your order`
  return `Hello, please look at ${subject} before we print: approve it, or tell us what should change.\n${urls.join("\n")}`
}
