import { type Context, Hono } from "hono"
import { z } from "zod"
import { type PayPalApp, paypalAccount } from "./paypal-account.ts"
import { approval } from "./paypal-approval.ts"
import type { Order } from "./paypal-books.ts"
import { checkout } from "./paypal-checkout.ts"
import { Disputes, disputeOrders } from "./paypal-disputes.ts"
import { notifications } from "./paypal-notifications.ts"
import { moneySchema } from "./paypal-order-request.ts"
import { captureOrderSchema, Orders } from "./paypal-orders.ts"
import { answerProblem, Problem } from "./paypal-problem.ts"
import { Tokens } from "./paypal-tokens.ts"
import { releaseSchema, Webhooks, webhookOrderSchema } from "./paypal-webhooks.ts"

const id = z.string().min(1)
const value = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/)
/**
 * `/__control` with `"vendor": "paypal"`: the outcome of the next call, or an action of PayPal or its
 * merchant now.
 */
const controlSchema = z.discriminatedUnion("action", [
  webhookOrderSchema,
  releaseSchema,
  captureOrderSchema,
  z.object({ action: z.literal("decide"), captureId: id, as: z.enum(["completed", "declined"]) }),
  z.object({
    action: z.literal("refund"),
    captureId: id,
    value: value.optional(),
    isPending: z.boolean().default(false),
  }),
  z.object({ action: z.literal("finish-refund"), refundId: id }),
  z.object({ action: z.literal("reverse"), captureId: id }),
  z.object({
    action: z.literal("cancel-reversal"),
    refundId: id,
    isRefundCancelled: z.boolean().default(false),
  }),
  z.object({ action: z.literal("hide-refund"), refundId: id }),
  ...disputeOrders,
  z.object({ action: z.literal("forbid-disputes"), isForbidden: z.boolean() }),
  z.object({ action: z.literal("approve"), orderId: id }),
  z.object({ action: z.literal("take"), orderId: id }),
  z.object({ action: z.literal("void"), orderId: id }),
  z.object({ action: z.literal("forget"), orderId: id }),
  z.object({ action: z.literal("expire-tokens") }),
  z.object({
    action: z.literal("alter"),
    orderId: id,
    amount: moneySchema.optional(),
    captured: moneySchema.optional(),
    customId: z.string().optional(),
    merchantId: z.string().optional(),
  }),
  z.object({ action: z.literal("clear") }),
])

/**
 * Serves PayPal's REST API (developer.paypal.com/docs/api/orders/v2, /payments/v2, /webhooks/v1): client
 * credentials, orders that a person approves on a page, captures, refunds, signed webhooks.
 * `origin` is its own address, `account` the one that it knows.
 */
export function paypal(origin: () => string, account: PayPalApp = paypalAccount) {
  const webhooks = new Webhooks(origin)
  const orders = new Orders((event) => webhooks.announce(event), origin)
  const disputes = new Disputes(orders, (event) => webhooks.announce(event), origin)
  const tokens = new Tokens(account)
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Problem) return answerProblem(c, error)
    throw error
  })

  app.post("/v1/oauth2/token", (c) => tokens.grant(c))
  const mayDispute = (c: Context) => {
    tokens.check(c)
    if (disputes.isForbidden) throw new Problem(403, "PERMISSION_DENIED")
  }
  app.get("/v1/customer/disputes", (c) => {
    mayDispute(c)
    const captureId = c.req.query("disputed_transaction_id")
    if (!captureId) throw new Problem(400, "MISSING_REQUIRED_PARAMETER")
    return c.json({ items: disputes.about(captureId).map((dispute) => disputes.summary(dispute)), links: [] })
  })
  app.get("/v1/customer/disputes/:id", (c) => {
    mayDispute(c)
    return c.json(disputes.body(disputes.find(c.req.param("id"))))
  })
  app.route("/v2", checkout(orders, tokens, account))
  app.route("/v1/notifications", notifications(webhooks, tokens))
  app.route("/checkoutnow", approval(orders))

  return {
    app,
    state: () => ({
      tokens: tokens.count,
      orders: orders.state(),
      disputes: disputes.state(),
      webhooks: webhooks.state(),
    }),
    async control(body: unknown): Promise<unknown> {
      const order = controlSchema.parse(body)
      switch (order.action) {
        case "webhooks":
          return webhooks.order(order)
        case "release":
          return { deliveries: await webhooks.release(order) }
        case "capture":
          return orders.fate(order)
        case "decide":
          return orders.decide(order.captureId, order.as)
        case "refund":
          return orders.refund(order.captureId, order.value, {
            isReversal: false,
            isPending: order.isPending,
          })
        case "finish-refund":
          return orders.finishRefund(order.refundId)
        case "reverse":
          return orders.refund(order.captureId, undefined, { isReversal: true, isPending: false })
        case "cancel-reversal":
          return orders.cancelReversal(order.refundId, order.isRefundCancelled)
        case "hide-refund":
          return orders.hideRefund(order.refundId)
        case "dispute":
        case "update-dispute":
        case "resolve-dispute":
        case "forget-dispute":
          return disputes.control(order)
        case "forbid-disputes":
          disputes.isForbidden = order.isForbidden
          return
        case "approve":
          return orders.bodies.order(orders.approve(order.orderId))
        case "take":
          return orders.bodies.order(orders.capture(order.orderId))
        case "void":
          return orders.void(order.orderId)
        case "forget":
          return orders.forget(order.orderId)
        case "expire-tokens":
          return tokens.clear()
        case "alter":
          return alter(orders.find(order.orderId), order)
        case "clear":
          orders.clear()
          webhooks.clear()
      }
    },
  }
}

type Alteration = Extract<z.infer<typeof controlSchema>, { action: "alter" }>

/** Makes the books differ from the request. */
function alter(order: Order, { amount, captured, customId, merchantId }: Alteration): void {
  const [unit] = order.request.purchase_units
  if (amount) unit.amount = amount
  if (captured) for (const capture of order.captures) capture.amount = captured
  if (customId !== undefined) unit.custom_id = customId
  if (merchantId !== undefined) unit.payee = { merchant_id: merchantId }
}
