import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { z } from "zod"
import { Disputes, disputeOrders } from "./paypal-disputes.ts"
import { notifications } from "./paypal-notifications.ts"
import { captureOrderSchema, moneySchema, type Order, Orders, orderRequestSchema } from "./paypal-orders.ts"
import { answerProblem, Problem } from "./paypal-problem.ts"
import { releaseSchema, Webhooks, webhookOrderSchema } from "./paypal-webhooks.ts"

/** A merchant's app, as PayPal's dashboard shows it. */
export type PayPalApp = { clientId: string; clientSecret: string; merchantId: string }

/** The one account that this PayPal knows; the app's local settings name it. */
export const paypalAccount: PayPalApp = {
  clientId: "stand-in-client",
  clientSecret: "stand-in-secret-of-no-worth",
  merchantId: "STANDINMERCHANT",
}

const TOKEN_LIFE_S = 32_400
const MAX_TOKENS = 1_000
/** Answers kept by PayPal-Request-Id; PayPal keeps them for six hours. */
const MAX_REPLIES = 5_000

const id = z.string().min(1)
const value = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/)
/**
 * `/__control` with `"vendor": "paypal"`: what happens next, or what PayPal or its merchant does
 * now.
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

type Reply = { status: 200 | 201; body: unknown }

/**
 * PayPal's REST API (developer.paypal.com/docs/api/orders/v2, /payments/v2, /webhooks/v1): client
 * credentials, orders that a person approves on a page, captures, refunds, signed webhooks.
 * `origin` is its own address, `account` the one that it knows.
 */
export function paypal(origin: () => string, account = paypalAccount) {
  const webhooks = new Webhooks(origin)
  const orders = new Orders((event) => webhooks.announce(event), origin)
  const disputes = new Disputes(orders, (event) => webhooks.announce(event), origin)
  const tokens = new Set<string>()
  const replies = new Map<string, Reply | Problem>()
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Problem) return answerProblem(c, error)
    if (error instanceof z.ZodError) return answerProblem(c, new Problem(400, "INVALID_PARAMETER_SYNTAX"))
    throw error
  })

  app.post("/v1/oauth2/token", async (c) => {
    const credentials = `${account.clientId}:${account.clientSecret}`
    const expected = `Basic ${Buffer.from(credentials).toString("base64")}`
    if (c.req.header("authorization") !== expected)
      return c.json({ error: "invalid_client", error_description: "Client Authentication failed" }, 401)
    const form = new URLSearchParams(await c.req.text())
    if (form.get("grant_type") !== "client_credentials")
      return c.json({ error: "unsupported_grant_type", error_description: "Grant Type is NULL" }, 400)
    const token = `A21AA${crypto.randomUUID().replaceAll("-", "")}`
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    tokens.add(token)
    const scope = "https://uri.paypal.com/services/payments/payment"
    return c.json({
      scope,
      access_token: token,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: TOKEN_LIFE_S,
    })
  })

  const signedIn = (c: Context) => {
    const token = c.req.header("authorization")?.match(/^Bearer (\S+)$/)?.[1]
    if (!token || !tokens.has(token)) throw new Problem(401, "invalid_token")
  }
  /** The same request id again answers as before, refusals included. */
  const once = async (c: Context, act: (body: unknown) => Reply): Promise<Response> => {
    const requestId = c.req.header("paypal-request-id")
    const text = await c.req.text()
    const key = `${c.req.path} ${requestId}`
    const known = requestId ? replies.get(key) : undefined
    if (known instanceof Problem) throw known
    if (known) return c.json(known.body as object, 200)
    const keep = (reply: Reply | Problem) => {
      if (!requestId) return
      replies.set(key, reply)
      const [oldest] = replies.keys()
      if (replies.size > MAX_REPLIES) replies.delete(oldest)
    }
    try {
      const reply = act(text === "" ? {} : JSON.parse(text))
      keep(reply)
      return c.json(reply.body as object, reply.status)
    } catch (error) {
      if (error instanceof Problem && error.status === 422) keep(error)
      throw error
    }
  }

  app.post("/v2/checkout/orders", async (c) => {
    signedIn(c)
    return once(c, (body) => {
      const request = orderRequestSchema.parse(body)
      if (request.payment_source && !c.req.header("paypal-request-id"))
        throw new Problem(400, "PAYPAL_REQUEST_ID_REQUIRED")
      const { id: orderId, status, links } = orders.orderBody(orders.create(request, account.merchantId))
      return { status: 201, body: { id: orderId, status, links } }
    })
  })
  app.get("/v2/checkout/orders/:id", (c) => {
    signedIn(c)
    return c.json(orders.orderBody(orders.find(c.req.param("id"))))
  })
  app.post("/v2/checkout/orders/:id/capture", async (c) => {
    signedIn(c)
    return once(c, () => ({ status: 201, body: orders.orderBody(orders.capture(c.req.param("id"))) }))
  })
  app.get("/v2/payments/captures/:id", (c) => {
    signedIn(c)
    const { order, capture } = orders.findCapture(c.req.param("id"))
    return c.json(orders.captureBody(order, capture))
  })
  app.post("/v2/payments/captures/:id/refund", async (c) => {
    signedIn(c)
    return once(c, (body) => {
      const { amount } = z.object({ amount: moneySchema.optional() }).parse(body)
      const more = { isReversal: false, isPending: false }
      return { status: 201, body: orders.refundBody(orders.refund(c.req.param("id"), amount?.value, more)) }
    })
  })
  app.get("/v2/payments/refunds/:id", (c) => {
    signedIn(c)
    return c.json(orders.refundBody(orders.findRefund(c.req.param("id")).refund))
  })
  const mayDispute = (c: Context) => {
    signedIn(c)
    if (disputes.isForbidden) throw new Problem(403, "PERMISSION_DENIED")
  }
  app.get("/v1/customer/disputes", (c) => {
    mayDispute(c)
    const captureId = id.parse(c.req.query("disputed_transaction_id"))
    return c.json({ items: disputes.about(captureId).map((dispute) => disputes.summary(dispute)), links: [] })
  })
  app.get("/v1/customer/disputes/:id", (c) => {
    mayDispute(c)
    return c.json(disputes.body(disputes.find(c.req.param("id"))))
  })
  app.route("/v1/notifications", notifications(webhooks, signedIn))

  app.get("/checkoutnow", (c) => {
    const order = orders.find(c.req.query("token") ?? "")
    return c.html(approvePage(order))
  })
  app.post("/checkoutnow/:id/approve", (c) => {
    const order = orders.approve(c.req.param("id"))
    return c.redirect(backTo(order, "return_url", { token: order.id, PayerID: "STANDINPAYER1" }), 303)
  })
  app.post("/checkoutnow/:id/cancel", (c) => {
    const order = orders.find(c.req.param("id"))
    return c.redirect(backTo(order, "cancel_url", { token: order.id }), 303)
  })

  return {
    app,
    state: () => ({
      tokens: tokens.size,
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
          return orders.orderBody(orders.approve(order.orderId))
        case "take":
          return orders.orderBody(orders.capture(order.orderId))
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

/** Makes the books differ from what was asked for. */
function alter(order: Order, { amount, captured, customId, merchantId }: Alteration): void {
  const [unit] = order.request.purchase_units
  if (amount) unit.amount = amount
  if (captured) for (const capture of order.captures) capture.amount = captured
  if (customId !== undefined) unit.custom_id = customId
  if (merchantId !== undefined) unit.payee = { merchant_id: merchantId }
}

function backTo(order: Order, name: "return_url" | "cancel_url", more: Record<string, string>): string {
  const address = order.request.payment_source?.paypal?.experience_context?.[name]
  if (!address) throw new Problem(422, "MISSING_REQUIRED_PARAMETER")
  const url = new URL(address)
  for (const [key, text] of Object.entries(more)) url.searchParams.set(key, text)
  return url.href
}

function approvePage(order: Order) {
  const [unit] = order.request.purchase_units
  const brand = order.request.payment_source?.paypal?.experience_context?.brand_name ?? "a shop"
  const isOpen = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED"
  const buttons = html`<form method="post" action="/checkoutnow/${order.id}/approve"><button class="main">Approve</button></form>
    <form method="post" action="/checkoutnow/${order.id}/cancel"><button>Cancel</button></form>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pay ${brand}</title>
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
          button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem; font: inherit; border-radius: 8px; border: 1px solid #8886; }
          .main { background: #0070ba; color: #fff; border-color: #0070ba; }
          strong { font-size: 1.75rem; }
          small { opacity: 0.7; }
        </style>
      </head>
      <body>
        <h1>Pay ${brand}</h1>
        <p>${unit.description ?? "Your purchase"}</p>
        <p><strong>${unit.amount.value} ${unit.amount.currency_code}</strong></p>
        ${isOpen ? buttons : html`<p>This order is ${order.status.toLowerCase()}.</p>`}
        <p><small>A stand-in for PayPal on this machine: no money moves.</small></p>
      </body>
    </html>`
}
