import { z } from "zod"
import { randomId } from "./paypal-id.ts"
import type { Orders } from "./paypal-orders.ts"
import { Problem } from "./paypal-problem.ts"
import type { WebhookEvent } from "./paypal-webhooks.ts"

const value = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/)
const outcomes = [
  "RESOLVED_BUYER_FAVOUR",
  "RESOLVED_SELLER_FAVOUR",
  "RESOLVED_WITH_PAYOUT",
  "CANCELED_BY_BUYER",
  "ACCEPTED",
  "DENIED",
  "NONE",
] as const
const openStatuses = [
  "OPEN",
  "WAITING_FOR_BUYER_RESPONSE",
  "WAITING_FOR_SELLER_RESPONSE",
  "UNDER_REVIEW",
  "OTHER",
] as const

/** `/__control`: a payer disputes a capture; PayPal moves the case on, decides it or reopens it. */
export const disputeOrders = [
  z.object({
    action: z.literal("dispute"),
    captureId: z.string().min(1),
    value: value.optional(),
    /** PayPal takes the money back at once, as with a bank's chargeback. */
    isReversed: z.boolean().default(false),
  }),
  z.object({
    action: z.literal("update-dispute"),
    disputeId: z.string().min(1),
    status: z.enum(openStatuses).default("UNDER_REVIEW"),
  }),
  z.object({
    action: z.literal("resolve-dispute"),
    disputeId: z.string().min(1),
    /** The outcome; undocumented ones are accepted too, because PayPal may introduce one. */
    outcome: z.union([z.enum(outcomes), z.string().regex(/^[A-Z_]{1,64}$/)]),
    refunded: value.optional(),
    /** True if the case has the amounts that PayPal moved to or from the merchant; both occur. */
    tellsMovements: z.boolean().default(true),
    /** True if money that goes to the payer also shows as a refund of the capture. */
    showsRefund: z.boolean().default(false),
  }),
  z.object({ action: z.literal("forget-dispute"), disputeId: z.string().min(1) }),
] as const
type DisputeOrder = z.infer<(typeof disputeOrders)[number]>

type Movement = {
  affected_party: "SELLER" | "BUYER"
  type: "DEBIT" | "CREDIT"
  reason: string
  amount: Money
}
type Money = { currency_code: string; value: string }
type Dispute = {
  id: string
  captureId: string
  status: (typeof openStatuses)[number] | "RESOLVED"
  stage: "INQUIRY" | "CHARGEBACK" | "PRE_ARBITRATION"
  amount: Money
  outcome: { code: string; refunded: Money | null } | null
  movements: Movement[]
  createTime: string
  updateTime: string
}

const MAX_DISPUTES = 1_000

/**
 * The Resolution Center (developer.paypal.com/docs/api/customer-disputes/v1): cases about captures,
 * and their events.
 */
export class Disputes {
  readonly #orders: Orders
  readonly #announce: (event: WebhookEvent) => void
  readonly #origin: () => string
  readonly #disputes = new Map<string, Dispute>()
  /** The refusal for an app without the feature. */
  isForbidden = false

  constructor(orders: Orders, announce: (event: WebhookEvent) => void, origin: () => string) {
    this.#orders = orders
    this.#announce = announce
    this.#origin = origin
  }

  control(order: DisputeOrder): unknown {
    switch (order.action) {
      case "dispute":
        return this.#open(order)
      case "update-dispute":
        return this.#update(order)
      case "resolve-dispute":
        return this.#resolve(order)
      case "forget-dispute":
        return void this.#disputes.delete(order.disputeId)
    }
  }

  find(id: string): Dispute {
    const dispute = this.#disputes.get(id)
    if (!dispute) throw new Problem(404, "INVALID_RESOURCE_ID")
    return dispute
  }

  /** Returns the cases, the newest first, as PayPal lists them. */
  about(captureId: string): Dispute[] {
    return [...this.#disputes.values()].filter((dispute) => dispute.captureId === captureId).reverse()
  }

  body(dispute: Dispute) {
    const { capture, order } = this.#orders.findCapture(dispute.captureId)
    const { custom_id: custom } = order.request.purchase_units[0]
    return {
      dispute_id: dispute.id,
      create_time: dispute.createTime,
      update_time: dispute.updateTime,
      disputed_transactions: [
        {
          buyer_transaction_id: `B${dispute.captureId.slice(1)}`,
          seller_transaction_id: dispute.captureId,
          transaction_status: capture.status,
          gross_amount: capture.amount,
          ...(custom ? { custom } : {}),
        },
      ],
      reason: "UNAUTHORISED",
      status: dispute.status,
      dispute_amount: dispute.amount,
      ...(dispute.outcome
        ? {
            dispute_outcome: {
              outcome_code: dispute.outcome.code,
              ...(dispute.outcome.refunded ? { amount_refunded: dispute.outcome.refunded } : {}),
            },
          }
        : {}),
      ...(dispute.movements.length > 0 ? { money_movements: dispute.movements } : {}),
      dispute_life_cycle_stage: dispute.stage,
      dispute_channel: "INTERNAL",
      links: [{ href: `${this.#origin()}/v1/customer/disputes/${dispute.id}`, rel: "self", method: "GET" }],
    }
  }

  summary(dispute: Dispute) {
    const { dispute_id, create_time, update_time, status, reason, dispute_amount, links } = this.body(dispute)
    return { dispute_id, create_time, update_time, status, reason, dispute_amount, links }
  }

  state() {
    const disputes = [...this.#disputes.values()]
    return disputes
      .slice(-50)
      .map(({ id, captureId, status, outcome }) => ({ id, captureId, status, outcome }))
  }

  #open({ captureId, value: part, isReversed }: Extract<DisputeOrder, { action: "dispute" }>): unknown {
    const { capture } = this.#orders.findCapture(captureId)
    const now = new Date().toISOString()
    const dispute: Dispute = {
      id: `PP-R-${randomId(3)}-${randomId(10)}`,
      captureId,
      status: isReversed ? "UNDER_REVIEW" : "OPEN",
      stage: isReversed ? "CHARGEBACK" : "INQUIRY",
      amount: { ...capture.amount, value: part ?? capture.amount.value },
      outcome: null,
      movements: [],
      createTime: now,
      updateTime: now,
    }
    this.#disputes.set(dispute.id, dispute)
    const [oldest] = this.#disputes.keys()
    if (this.#disputes.size > MAX_DISPUTES) this.#disputes.delete(oldest)
    this.#tell(dispute, "CUSTOMER.DISPUTE.CREATED", `A new dispute opened with Case # ${dispute.id}`)
    if (!isReversed) return { disputeId: dispute.id }
    this.#move(dispute, "SELLER", "DEBIT", dispute.amount)
    const reversal = this.#orders.refund(captureId, dispute.amount.value, {
      isReversal: true,
      isPending: false,
    })
    return { disputeId: dispute.id, refundId: reversal.id }
  }

  /** Also reopens a resolved case, as an appeal does. */
  #update({ disputeId, status }: Extract<DisputeOrder, { action: "update-dispute" }>): unknown {
    const dispute = this.find(disputeId)
    if (dispute.status === "RESOLVED") dispute.stage = "PRE_ARBITRATION"
    Object.assign(dispute, { status, outcome: null, updateTime: new Date().toISOString() })
    this.#tell(dispute, "CUSTOMER.DISPUTE.UPDATED", `Case # ${dispute.id} updated`)
    return { disputeId }
  }

  #resolve(order: Extract<DisputeOrder, { action: "resolve-dispute" }>): unknown {
    const dispute = this.find(order.disputeId)
    const isLost = order.outcome === "RESOLVED_BUYER_FAVOUR" || order.outcome === "ACCEPTED"
    const refunded = { ...dispute.amount, value: order.refunded ?? dispute.amount.value }
    const isBuyerPaid = isLost || order.refunded !== undefined
    Object.assign(dispute, {
      status: "RESOLVED",
      outcome: { code: order.outcome, refunded: isBuyerPaid ? refunded : null },
      updateTime: new Date().toISOString(),
    })
    const movedCents = dispute.movements.reduce(
      (sum, { affected_party: party, type, amount }) =>
        party === "SELLER" ? sum + (type === "DEBIT" ? 1 : -1) * Math.round(Number(amount.value) * 100) : sum,
      0,
    )
    if (isLost && movedCents === 0 && order.tellsMovements) {
      this.#move(dispute, "BUYER", "CREDIT", refunded)
      this.#move(dispute, "SELLER", "DEBIT", refunded)
      dispute.movements.push({
        affected_party: "SELLER",
        type: "DEBIT",
        reason: "DISPUTE_FEE",
        amount: { ...dispute.amount, value: "15.00" },
      })
    }
    if (!isLost && movedCents > 0) {
      if (order.tellsMovements)
        this.#move(dispute, "SELLER", "CREDIT", { ...dispute.amount, value: (movedCents / 100).toFixed(2) })
      else dispute.movements = []
    }
    this.#tell(dispute, "CUSTOMER.DISPUTE.RESOLVED", `A dispute was resolved with case # ${dispute.id}`)
    if (!order.showsRefund || !isLost) return { disputeId: dispute.id }
    const shown = this.#orders.refund(dispute.captureId, refunded.value, {
      isReversal: true,
      isPending: false,
    })
    return { disputeId: dispute.id, refundId: shown.id }
  }

  #move(dispute: Dispute, party: "SELLER" | "BUYER", type: "DEBIT" | "CREDIT", amount: Money): void {
    dispute.movements.push({ affected_party: party, type, reason: "DISPUTE_SETTLEMENT", amount })
  }

  #tell(dispute: Dispute, eventType: string, summary: string): void {
    const { order } = this.#orders.findCapture(dispute.captureId)
    const resource = this.body(dispute)
    this.#announce({ orderId: order.id, resourceType: "dispute", eventType, summary, resource })
  }
}
