import { z } from "zod"
import { Bodies } from "./paypal-bodies.ts"
import type { Capture, Funding, Order, Refund } from "./paypal-books.ts"
import { randomId } from "./paypal-id.ts"
import { captureIssues } from "./paypal-issues.ts"
import { checkMoney, checkOrder, type Money, type OrderRequest } from "./paypal-order-request.ts"
import { Problem } from "./paypal-problem.ts"
import type { WebhookEvent } from "./paypal-webhooks.ts"

/** The capture_status_details of Payments v2 that concern a payment by PayPal. */
const pendingReasons = [
  "ECHECK",
  "INTERNATIONAL_WITHDRAWAL",
  "OTHER",
  "PENDING_REVIEW",
  "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION",
  "UNILATERAL",
  "VERIFICATION_REQUIRED",
] as const

/** The outcome of the next captures; by default they complete. */
export const captureOrderSchema = z.object({
  action: z.literal("capture"),
  as: z.enum(["pending", "declined", "instrument-declined", "refused"]),
  /** PayPal's issue, with `refused`. */
  issue: z
    .string()
    .refine((issue) => issue in captureIssues)
    .optional(),
  /** The reason why PayPal holds it, with `pending`. */
  reason: z.enum(pendingReasons).default("PENDING_REVIEW"),
  times: z.number().int().min(1).max(1_000).default(1),
})
type Fate = z.infer<typeof captureOrderSchema>

const MAX_ORDERS = 5_000

/** The books: orders, captures and refunds, and the events about them. */
export class Orders {
  readonly #announce: (event: WebhookEvent) => void
  readonly bodies: Bodies
  readonly #orders = new Map<string, Order>()
  #fates: Fate[] = []

  constructor(announce: (event: WebhookEvent) => void, origin: () => string) {
    this.#announce = announce
    this.bodies = new Bodies(origin)
  }

  fate(fate: Fate): void {
    this.#fates.push(fate)
  }

  clear(): void {
    this.#fates = []
  }

  create(request: OrderRequest, merchantId: string): Order {
    checkOrder(request, merchantId)
    const order: Order = {
      id: randomId(17),
      status: request.payment_source ? "PAYER_ACTION_REQUIRED" : "CREATED",
      request: {
        ...request,
        purchase_units: request.purchase_units.map((unit) => ({
          ...unit,
          payee: { merchant_id: merchantId, email_address: "merchant@stand-in.test" },
        })),
      },
      createTime: new Date().toISOString(),
      captures: [],
      refunds: [],
      captureCalls: 0,
      funding: "instant",
    }
    this.#orders.set(order.id, order)
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > MAX_ORDERS) this.#orders.delete(oldest)
    return order
  }

  find(id: string): Order {
    const order = this.#orders.get(id)
    if (!order) throw new Problem(404, "INVALID_RESOURCE_ID")
    return order
  }

  forget(id: string): void {
    this.#orders.delete(id)
  }

  /** Approves an order for the payer, by a way to pay that the order takes. */
  approve(id: string, funding: Funding = "instant"): Order {
    const order = this.find(id)
    if (order.status !== "CREATED" && order.status !== "PAYER_ACTION_REQUIRED") return order
    const { payment_method_preference: taken } =
      order.request.payment_source?.paypal?.experience_context ?? {}
    if (funding === "echeck" && taken === "IMMEDIATE_PAYMENT_REQUIRED")
      throw new Problem(422, "PAYMENT_SOURCE_CANNOT_BE_USED")
    order.funding = funding
    order.status = "APPROVED"
    this.#tell(order, "CHECKOUT.ORDER.APPROVED", "An order has been approved by buyer")
    return order
  }

  void(id: string): void {
    this.find(id).status = "VOIDED"
  }

  /** Captures an approved order, or fails as `/__control` asks. */
  capture(id: string): Order {
    const order = this.find(id)
    order.captureCalls += 1
    if (order.captures.length > 0) throw new Problem(422, "ORDER_ALREADY_CAPTURED")
    if (order.status !== "APPROVED") throw new Problem(422, "ORDER_NOT_APPROVED")
    if (this.#isPaidInvoice(order)) throw new Problem(422, "DUPLICATE_INVOICE_ID")
    const fate = this.#fates[0]
    if (fate && --fate.times === 0) this.#fates.shift()
    if (fate?.as === "instrument-declined") throw new Problem(422, "INSTRUMENT_DECLINED")
    if (fate?.as === "refused") {
      const issue = fate.issue ?? "TRANSACTION_REFUSED"
      throw new Problem(captureIssues[issue], issue)
    }
    const { amount } = order.request.purchase_units[0]
    const isPending = fate ? fate.as === "pending" : order.funding === "echeck"
    order.captures.push({
      id: randomId(17),
      status: isPending ? "PENDING" : fate ? "DECLINED" : "COMPLETED",
      amount,
      createTime: new Date().toISOString(),
      pendingReason: fate?.reason ?? "ECHECK",
    })
    order.status = "COMPLETED"
    this.#tellCapture(order, order.captures[0])
    return order
  }

  /** Decides a pending capture for PayPal. */
  decide(captureId: string, as: "completed" | "declined"): void {
    const { order, capture } = this.findCapture(captureId)
    if (capture.status !== "PENDING") throw new Problem(422, "CAPTURE_STATUS_NOT_VALID")
    capture.status = as === "completed" ? "COMPLETED" : "DECLINED"
    this.#tellCapture(order, capture)
  }

  /** Gives money back: the merchant's refund, or a reversal against the merchant's will. */
  refund(
    captureId: string,
    value: string | undefined,
    more: { isReversal: boolean; isPending: boolean; currency?: string },
  ): Refund {
    const { order, capture } = this.findCapture(captureId)
    if (capture.status === "PENDING") throw new Problem(422, "PENDING_CAPTURE")
    if (capture.status === "DECLINED") throw new Problem(422, "REFUND_NOT_ALLOWED")
    if (capture.status === "REFUNDED") throw new Problem(422, "CAPTURE_FULLY_REFUNDED")
    const currency = more.currency ?? capture.amount.currency_code
    if (value !== undefined) checkMoney({ currency_code: currency, value }, "/amount")
    if (currency !== capture.amount.currency_code)
      throw new Problem(422, "REFUND_CAPTURE_CURRENCY_MISMATCH", { field: "/amount/currency_code" })
    const backCents = order.refunds
      .filter((refund) => refund.captureId === captureId && refund.status !== "CANCELLED")
      .reduce((sum, refund) => sum + cents(refund.amount), 0)
    const leftCents = cents(capture.amount) - backCents
    const refundCents = value === undefined ? leftCents : cents({ ...capture.amount, value })
    if (refundCents > leftCents)
      throw new Problem(422, "REFUND_AMOUNT_EXCEEDED", { field: "/amount/value", value })
    const refund: Refund = {
      id: randomId(17),
      captureId,
      status: more.isPending ? "PENDING" : "COMPLETED",
      amount: { ...capture.amount, value: (refundCents / 100).toFixed(2) },
      createTime: new Date().toISOString(),
    }
    order.refunds.push(refund)
    capture.status = refundCents === leftCents ? "REFUNDED" : "PARTIALLY_REFUNDED"
    this.#announce({
      orderId: order.id,
      resourceType: "refund",
      eventType: more.isReversal ? "PAYMENT.CAPTURE.REVERSED" : "PAYMENT.CAPTURE.REFUNDED",
      summary: `A ${refund.amount.value} ${refund.amount.currency_code} capture payment was refunded`,
      resource: this.bodies.refund(refund),
    })
    return refund
  }

  /** Completes a pending refund. */
  finishRefund(refundId: string): void {
    const { order, refund } = this.findRefund(refundId)
    refund.status = "COMPLETED"
    this.#announce({
      orderId: order.id,
      resourceType: "refund",
      eventType: "PAYMENT.CAPTURE.REFUNDED",
      summary: "A capture payment was refunded",
      resource: this.bodies.refund(refund),
    })
  }

  /**
   * Takes a reversal back. PayPal has no event for this and does not document the books
   * afterwards, so both ways exist here: the capture is whole again, or the refund is cancelled as
   * well.
   */
  cancelReversal(refundId: string, isRefundCancelled: boolean): void {
    const { order, refund } = this.findRefund(refundId)
    const { capture } = this.findCapture(refund.captureId)
    if (isRefundCancelled) refund.status = "CANCELLED"
    capture.status = "COMPLETED"
    this.#tellCapture(order, capture)
  }

  /** Hides a refund from its order's list, like one not listed yet; its id still finds it. */
  hideRefund(refundId: string): void {
    this.findRefund(refundId).refund.isHidden = true
  }

  findRefund(refundId: string): { order: Order; refund: Refund } {
    for (const order of this.#orders.values()) {
      const refund = order.refunds.find(({ id }) => id === refundId)
      if (refund) return { order, refund }
    }
    throw new Problem(404, "INVALID_RESOURCE_ID")
  }

  findCapture(captureId: string): { order: Order; capture: Capture } {
    for (const order of this.#orders.values()) {
      const capture = order.captures.find(({ id }) => id === captureId)
      if (capture) return { order, capture }
    }
    throw new Problem(404, "INVALID_RESOURCE_ID")
  }

  /** Returns the transactions, the newest last; the amount is the merchant's part. */
  state() {
    const orders = [...this.#orders.values()]
    return {
      count: orders.length,
      capturedCents: orders
        .flatMap(({ captures }) => captures)
        .filter(({ status }) => status !== "PENDING" && status !== "DECLINED")
        .reduce((sum, { amount }) => sum + cents(amount), 0),
      refundedCents: orders
        .flatMap(({ refunds }) => refunds)
        .filter(({ status }) => status !== "CANCELLED")
        .reduce((sum, { amount }) => sum + cents(amount), 0),
      fates: this.#fates,
      newest: orders.slice(-50).map((order) => ({
        id: order.id,
        status: order.status,
        customId: order.request.purchase_units[0].custom_id,
        amount: order.request.purchase_units[0].amount,
        context: order.request.payment_source?.paypal?.experience_context,
        captureCalls: order.captureCalls,
        captures: order.captures.map(({ id, status }) => ({ id, status })),
        refunds: order.refunds.map(({ id, status, amount }) => ({ id, status, value: amount.value })),
      })),
    }
  }

  /** Tells whether the invoice is paid; a setting of PayPal's accounts blocks a second payment of one. */
  #isPaidInvoice(order: Order): boolean {
    const { invoice_id: invoice } = order.request.purchase_units[0]
    if (invoice === undefined) return false
    return [...this.#orders.values()].some(
      ({ request, captures }) =>
        request.purchase_units[0].invoice_id === invoice &&
        captures.some(({ status }) => status !== "DECLINED"),
    )
  }

  #tell(order: Order, eventType: string, summary: string): void {
    const resource = this.bodies.order(order)
    this.#announce({ orderId: order.id, resourceType: "checkout-order", eventType, summary, resource })
  }

  #tellCapture(order: Order, capture: Capture): void {
    const names: Record<string, string> = {
      COMPLETED: "PAYMENT.CAPTURE.COMPLETED",
      PENDING: "PAYMENT.CAPTURE.PENDING",
      DECLINED: "PAYMENT.CAPTURE.DENIED",
    }
    this.#announce({
      orderId: order.id,
      resourceType: "capture",
      eventType: names[capture.status],
      summary: `Payment ${capture.status.toLowerCase()} for ${capture.amount.value}`,
      resource: this.bodies.capture(order, capture),
    })
  }
}

function cents({ value }: Money): number {
  return Math.round(Number(value) * 100)
}
