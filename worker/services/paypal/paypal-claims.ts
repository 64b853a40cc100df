import { z } from "zod"
import type { Settings } from "../../env.ts"
import { logError } from "../../log.ts"
import { call, type linksSchema, moneySchema, parsed, problemOf, unexpected } from "./paypal-call.ts"
import { refundSchema } from "./paypal-checkout.ts"

/** PayPal's maximum of disputes per page; one payment never has that many. */
const MOST_DISPUTES = 50

export type PayPalRefund = z.infer<typeof refundSchema>

const movementSchema = z.object({
  affected_party: z.string().optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
  amount: moneySchema.optional(),
})
/** The money in a dispute: developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get */
const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  create_time: z.string().optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  dispute_amount: moneySchema.optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: moneySchema.optional() })
    .optional(),
  money_movements: z.array(movementSchema).default([]),
})
export type PayPalDispute = z.infer<typeof disputeSchema>
const disputeListSchema = z.object({ items: z.array(z.object({ dispute_id: z.string() })).default([]) })

/** Returns a refund's or reversal's current state (refunds_get); null if PayPal does not know the id. */
export async function findRefund(settings: Settings, refundId: string): Promise<PayPalRefund | null> {
  const reply = await call(settings, "GET", `/v2/payments/refunds/${encodeURIComponent(refundId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("a refund", reply)
  return parsed(refundSchema, reply, "a refund")
}

/** Returns a dispute's current state (disputes_get); null if PayPal does not know the id. */
export async function findDispute(settings: Settings, disputeId: string): Promise<PayPalDispute | null> {
  const reply = await call(settings, "GET", `/v1/customer/disputes/${encodeURIComponent(disputeId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("a dispute", reply)
  return parsed(disputeSchema, reply, "a dispute")
}

/**
 * Returns the ids of a capture's disputes (disputes_list), in case their webhooks are lost. Empty if
 * the app lacks the permission: refunds must still settle, so a log entry tells the operator.
 */
export async function listDisputes(settings: Settings, captureId: string): Promise<string[]> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId, page_size: String(MOST_DISPUTES) })
  const reply = await call(settings, "GET", `/v1/customer/disputes?${query}`)
  if (reply.status === 404) return []
  if (reply.status === 403) {
    logError(
      "paypal does not show disputes: allow them for the app at developer.paypal.com",
      problemOf(reply),
    )
    return []
  }
  if (reply.status !== 200) throw unexpected("disputes", reply)
  return parsed(disputeListSchema, reply, "disputes").items.map(({ dispute_id: id }) => id)
}

/** Returns the capture in a refund's link 'up'; undefined if there is none. */
export function parentCapture(links: z.infer<typeof linksSchema> | undefined): string | undefined {
  const up = links?.find(({ rel }) => rel === "up")?.href
  return up?.match(/\/v2\/payments\/captures\/([\w-]{1,64})$/)?.[1]
}
