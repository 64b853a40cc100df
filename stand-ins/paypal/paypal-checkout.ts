import { type Context, Hono } from "hono"
import { z } from "zod"
import type { PayPalApp } from "./paypal-account.ts"
import { moneySchema, orderRequestSchema } from "./paypal-order-request.ts"
import type { Orders } from "./paypal-orders.ts"
import { malformed, Problem } from "./paypal-problem.ts"
import type { Tokens } from "./paypal-tokens.ts"

/** Answers kept by PayPal-Request-Id; PayPal keeps them for six hours. */
const MAX_REPLIES = 5_000
const refundRequestSchema = z.object({ amount: moneySchema.optional() })

type Reply = { status: 200 | 201; body: unknown }

/** Orders v2 and Payments v2: an order from its making to its refund, below `/v2`. */
export function checkout(orders: Orders, tokens: Tokens, { merchantId }: PayPalApp): Hono {
  const { bodies } = orders
  const replies = new Map<string, Reply | Problem>()
  const app = new Hono()
  app.use("*", (c, next) => {
    tokens.check(c)
    return next()
  })

  /** Answers the same request id as before, refusals included. */
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
      const reply = act(parseBody(text))
      keep(reply)
      return c.json(reply.body as object, reply.status)
    } catch (error) {
      if (error instanceof Problem && error.status === 422) keep(error)
      throw error
    }
  }
  const made = (c: Context, body: Parameters<typeof bodies.minimal>[0]): Reply => {
    const isWhole = c.req.header("prefer") === "return=representation"
    return { status: 201, body: isWhole ? body : bodies.minimal(body) }
  }

  app.post("/checkout/orders", (c) =>
    once(c, (body) => {
      const request = read(orderRequestSchema, body)
      if (request.payment_source && !c.req.header("paypal-request-id"))
        throw new Problem(400, "PAYPAL_REQUEST_ID_REQUIRED")
      return made(c, bodies.order(orders.create(request, merchantId)))
    }),
  )
  app.get("/checkout/orders/:id", (c) => c.json(bodies.order(orders.find(c.req.param("id")))))
  app.post("/checkout/orders/:id/capture", (c) =>
    once(c, () => made(c, bodies.order(orders.capture(c.req.param("id"))))),
  )
  app.get("/payments/captures/:id", (c) => {
    const { order, capture } = orders.findCapture(c.req.param("id"))
    return c.json(bodies.capture(order, capture))
  })
  app.post("/payments/captures/:id/refund", (c) =>
    once(c, (body) => {
      const { amount } = read(refundRequestSchema, body)
      const more = { isReversal: false, isPending: false, currency: amount?.currency_code }
      return made(c, bodies.refund(orders.refund(c.req.param("id"), amount?.value, more)))
    }),
  )
  app.get("/payments/refunds/:id", (c) => c.json(bodies.refund(orders.findRefund(c.req.param("id")).refund)))
  return app
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (!result.success) throw malformed(result.error, body)
  return result.data
}

function parseBody(text: string): unknown {
  if (text === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem(400, "MALFORMED_REQUEST_JSON", { location: "body" })
  }
}
