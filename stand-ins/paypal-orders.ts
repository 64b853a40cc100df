import { z } from "zod"
import { randomId } from "./paypal-id.ts"
import { captureIssues } from "./paypal-issues.ts"
import { Problem } from "./paypal-problem.ts"
import type { WebhookEvent } from "./paypal-webhooks.ts"

/** PayPal's money: two decimals for the currencies it has here. */
export const moneySchema = z.object({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/),
})
type Money = z.infer<typeof moneySchema>

const contextSchema = z.object({
  brand_name: z.string().max(127).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
})
/** The parts of orders_create that this stand-in knows; like PayPal, it ignores others. */
export const orderRequestSchema = z.object({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().max(256).default("default"),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
        amount: moneySchema,
        payee: z
          .object({ merchant_id: z.string().optional(), email_address: z.string().optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payment_source: z
    .object({ paypal: z.object({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
})
export type OrderRequest = z.infer<typeof orderRequestSchema>

type Capture = {
  id: string
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED"
  amount: Money
  createTime: string
}
type Refund = {
  id: string
  captureId: string
  status: "COMPLETED" | "PENDING" | "CANCELLED"
  amount: Money
  createTime: string
  isHidden?: boolean
}
export type Order = {
  id: string
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "VOIDED" | "COMPLETED"
  request: OrderRequest
  createTime: string
  captures: Capture[]
  refunds: Refund[]
  /** Tries to capture it. */
  captureCalls: number
}

/** What happens to the next captures; by default they complete. */
export const captureOrderSchema = z.object({
  action: z.literal("capture"),
  as: z.enum(["pending", "declined", "instrument-declined", "refused"]),
  /** With `refused`: PayPal's issue. */
  issue: z
    .string()
    .refine((issue) => issue in captureIssues)
    .optional(),
  times: z.number().int().min(1).max(1_000).default(1),
})
type Fate = z.infer<typeof captureOrderSchema>

const MAX_ORDERS = 5_000

/** The books: orders, captures and refunds, and the events about them. */
export class Orders {
  readonly #announce: (event: WebhookEvent) => void
  readonly #origin: () => string
  readonly #orders = new Map<string, Order>()
  #fates: Fate[] = []

  constructor(announce: (event: WebhookEvent) => void, origin: () => string) {
    this.#announce = announce
    this.#origin = origin
  }

  fate(fate: Fate): void {
    this.#fates.push(fate)
  }

  clear(): void {
    this.#fates = []
  }

  create(request: OrderRequest, merchantId: string): Order {
    for (const { payee } of request.purchase_units) {
      if (payee?.merchant_id !== undefined && payee.merchant_id !== merchantId)
        throw new Problem(422, "PAYEE_ACCOUNT_INVALID")
    }
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

  approve(id: string): Order {
    const order = this.find(id)
    if (order.status !== "CREATED" && order.status !== "PAYER_ACTION_REQUIRED") return order
    order.status = "APPROVED"
    this.#tell(order, "CHECKOUT.ORDER.APPROVED", "An order has been approved by buyer")
    return order
  }

  void(id: string): void {
    this.find(id).status = "VOIDED"
  }

  /** Captures an approved order, or fails as ordered by `/__control`. */
  capture(id: string): Order {
    const order = this.find(id)
    order.captureCalls += 1
    if (order.captures.length > 0) throw new Problem(422, "ORDER_ALREADY_CAPTURED")
    if (order.status !== "APPROVED") throw new Problem(422, "ORDER_NOT_APPROVED")
    const fate = this.#fates[0]
    if (fate && --fate.times === 0) this.#fates.shift()
    if (fate?.as === "instrument-declined") throw new Problem(422, "INSTRUMENT_DECLINED")
    if (fate?.as === "refused") {
      const issue = fate.issue ?? "TRANSACTION_REFUSED"
      throw new Problem(captureIssues[issue], issue)
    }
    const { amount } = order.request.purchase_units[0]
    const status = fate ? (fate.as === "pending" ? "PENDING" : "DECLINED") : "COMPLETED"
    order.captures.push({ id: randomId(17), status, amount, createTime: new Date().toISOString() })
    order.status = "COMPLETED"
    this.#tellCapture(order, order.captures[0])
    return order
  }

  /** PayPal decides a pending capture. */
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
    more: { isReversal: boolean; isPending: boolean },
  ): Refund {
    const { order, capture } = this.findCapture(captureId)
    const isOpen = capture.status === "COMPLETED" || capture.status === "PARTIALLY_REFUNDED"
    if (!isOpen) throw new Problem(422, "CAPTURE_FULLY_REFUNDED")
    const backCents = order.refunds
      .filter((refund) => refund.captureId === captureId && refund.status !== "CANCELLED")
      .reduce((sum, refund) => sum + cents(refund.amount), 0)
    const leftCents = cents(capture.amount) - backCents
    const refundCents = value === undefined ? leftCents : cents({ ...capture.amount, value })
    if (refundCents > leftCents || refundCents === 0) throw new Problem(422, "REFUND_AMOUNT_EXCEEDED")
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
      resource: this.refundBody(refund),
    })
    return refund
  }

  /** A pending refund has come through. */
  finishRefund(refundId: string): void {
    const { order, refund } = this.findRefund(refundId)
    refund.status = "COMPLETED"
    this.#announce({
      orderId: order.id,
      resourceType: "refund",
      eventType: "PAYMENT.CAPTURE.REFUNDED",
      summary: "A capture payment was refunded",
      resource: this.refundBody(refund),
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

  orderBody(order: Order) {
    const self = `${this.#origin()}/v2/checkout/orders/${order.id}`
    const isOpen = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED"
    return {
      id: order.id,
      intent: order.request.intent,
      status: order.status,
      create_time: order.createTime,
      purchase_units: order.request.purchase_units.map((unit, index) => ({
        ...unit,
        ...(index === 0 && order.captures.length > 0
          ? {
              payments: {
                captures: order.captures.map((capture) => this.captureBody(order, capture)),
                ...(order.refunds.some(({ isHidden }) => !isHidden)
                  ? {
                      refunds: order.refunds
                        .filter(({ isHidden }) => !isHidden)
                        .map((refund) => this.refundBody(refund)),
                    }
                  : {}),
              },
            }
          : {}),
      })),
      links: [
        { href: self, rel: "self", method: "GET" },
        ...(isOpen
          ? [
              {
                href: `${this.#origin()}/checkoutnow?token=${order.id}`,
                rel: order.request.payment_source ? "payer-action" : "approve",
                method: "GET",
              },
            ]
          : []),
        ...(order.status === "APPROVED" ? [{ href: `${self}/capture`, rel: "capture", method: "POST" }] : []),
      ],
    }
  }

  captureBody(order: Order, capture: Capture) {
    const [unit] = order.request.purchase_units
    const self = `${this.#origin()}/v2/payments/captures/${capture.id}`
    return {
      id: capture.id,
      status: capture.status,
      ...(capture.status === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
      amount: capture.amount,
      final_capture: true,
      ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
      ...(unit.invoice_id ? { invoice_id: unit.invoice_id } : {}),
      create_time: capture.createTime,
      supplementary_data: { related_ids: { order_id: order.id } },
      links: [
        { href: self, rel: "self", method: "GET" },
        { href: `${self}/refund`, rel: "refund", method: "POST" },
        { href: `${this.#origin()}/v2/checkout/orders/${order.id}`, rel: "up", method: "GET" },
      ],
    }
  }

  refundBody(refund: Refund) {
    return {
      id: refund.id,
      status: refund.status,
      amount: refund.amount,
      create_time: refund.createTime,
      links: [
        { href: `${this.#origin()}/v2/payments/refunds/${refund.id}`, rel: "self", method: "GET" },
        { href: `${this.#origin()}/v2/payments/captures/${refund.captureId}`, rel: "up", method: "GET" },
      ],
    }
  }

  /** Newest last; the amount is what stayed with the merchant. */
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
        captureCalls: order.captureCalls,
        captures: order.captures.map(({ id, status }) => ({ id, status })),
        refunds: order.refunds.map(({ id, status, amount }) => ({ id, status, value: amount.value })),
      })),
    }
  }

  #tell(order: Order, eventType: string, summary: string): void {
    const resource = this.orderBody(order)
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
      resource: this.captureBody(order, capture),
    })
  }
}

function cents({ value }: Money): number {
  return Math.round(Number(value) * 100)
}
