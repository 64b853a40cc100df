import { z } from "zod"
import { ApiError } from "../../contract/error.ts"
import type { Settings } from "../env.ts"
import { logWarning } from "../log.ts"

/** PayPal's own calls answer within a few seconds; a payer waits behind this one. */
const TIMEOUT_MS = 15_000
/** A token that runs out while a call is under way is refused, so it is given up a little early. */
const TOKEN_MARGIN_MS = 60_000

const moneySchema = z.object({ currency_code: z.string(), value: z.string() })
const captureSchema = z.object({ id: z.string(), status: z.string(), amount: moneySchema })
const refundSchema = z.object({ id: z.string(), status: z.string(), amount: moneySchema })
const unitSchema = z.object({
  custom_id: z.string().optional(),
  amount: moneySchema,
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  payments: z
    .object({ captures: z.array(captureSchema).default([]), refunds: z.array(refundSchema).default([]) })
    .optional(),
})
/** The parts of an order that decide about money (developer.paypal.com/docs/api/orders/v2/#orders_get). */
const orderSchema = z.object({ id: z.string(), status: z.string(), purchase_units: z.array(unitSchema) })
export type PayPalOrder = z.infer<typeof orderSchema>

const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() }))
const createdSchema = z.object({ id: z.string(), links: linksSchema })
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const problemSchema = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})
const captureParentSchema = z.object({
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})

export type OrderWish = {
  /** Sent as `custom_id` and `invoice_id`; the same id again answers with the same order. */
  paymentId: string
  priceCents: number
  currency: string
  description: string
  returnUrl: string
  cancelUrl: string
}

/** Makes an order for the payer to approve (orders_create). A repeat within PayPal's six hours answers with the first one. */
export async function createOrder(
  settings: Settings,
  wish: OrderWish,
): Promise<{ orderId: string; approvalUrl: string }> {
  const reply = await call(settings, "POST", "/v2/checkout/orders", {
    requestId: `order-${wish.paymentId}`,
    body: {
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: wish.paymentId,
          invoice_id: wish.paymentId,
          description: wish.description,
          amount: { currency_code: wish.currency, value: dollars(wish.priceCents) },
          payee: { merchant_id: settings.PAYPAL_MERCHANT_ID },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: "Sheetsmith",
            shipping_preference: "NO_SHIPPING",
            user_action: "PAY_NOW",
            return_url: wish.returnUrl,
            cancel_url: wish.cancelUrl,
          },
        },
      },
    },
  })
  if (reply.status !== 200 && reply.status !== 201) throw unexpected("an order", reply)
  const { id, links } = parsed(createdSchema, reply, "a new order")
  const link = links.find(({ rel }) => rel === "payer-action" || rel === "approve")
  if (!link || !isPayPalPage(settings, link.href)) throw unexpected("a link for the payer", reply)
  return { orderId: id, approvalUrl: link.href }
}

/** Whether a payer may be led there: to PayPal's own pages, or to where its API is in a sandbox of our own. */
export function isPayPalPage(settings: Pick<Settings, "PAYPAL_API_URL">, address: string): boolean {
  const url = URL.parse(address)
  if (url?.origin === new URL(settings.PAYPAL_API_URL).origin) return true
  return url?.protocol === "https:" && /(^|\.)paypal\.com$/.test(url.hostname)
}

/** The order as PayPal knows it now (orders_get); null when it knows none of that id (any more). */
export async function findOrder(settings: Settings, orderId: string): Promise<PayPalOrder | null> {
  const reply = await call(settings, "GET", `/v2/checkout/orders/${encodeURIComponent(orderId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("an order", reply)
  return parsed(orderSchema, reply, "an order")
}

/** Somebody was or is faster, or the approval was taken back: the order says which. */
const settledIssues = [
  "ORDER_ALREADY_CAPTURED",
  "ORDER_NOT_APPROVED",
  "ORDER_EXPIRED",
  "ORDER_VOIDED",
  "PREVIOUS_REQUEST_IN_PROGRESS",
]

/**
 * Takes the money of an approved order (orders_capture), once however often it is called. The answer says nothing that
 * the order itself does not say better, so it is only told whether the payer's means were refused.
 */
export async function captureOrder(
  settings: Settings,
  order: { orderId: string; requestId: string },
): Promise<"asked" | "declined"> {
  const path = `/v2/checkout/orders/${encodeURIComponent(order.orderId)}/capture`
  const reply = await call(settings, "POST", path, { requestId: order.requestId, body: {} })
  if (reply.status === 200 || reply.status === 201) return "asked"
  const issues = issuesOf(reply)
  if (reply.status === 422 && issues.includes("INSTRUMENT_DECLINED")) return "declined"
  if (reply.status === 422 && issues.some((issue) => settledIssues.includes(issue))) return "asked"
  if (reply.status === 404 || reply.status === 409) return "asked"
  throw unexpected("a capture", reply)
}

/** Which order a capture belongs to (captures_get); null when PayPal does not say. */
export async function findOrderOfCapture(settings: Settings, captureId: string): Promise<string | null> {
  const reply = await call(settings, "GET", `/v2/payments/captures/${encodeURIComponent(captureId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("a capture", reply)
  return parsed(captureParentSchema, reply, "a capture").supplementary_data?.related_ids?.order_id ?? null
}

/** `"10.00"` → 1000, and null for anything that is not a whole number of cents. */
export function centsOf(value: string): number | null {
  const parts = value.match(/^(\d{1,9})(?:\.(\d{1,2}))?$/)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : null
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

type Reply = { status: number; body: unknown }
type Token = { value: string; expiresAtMs: number }

/** One an account: calls of every request of this isolate share it until it runs out. */
const tokens = new Map<string, Token>()

async function call(
  settings: Settings,
  method: "GET" | "POST",
  path: string,
  more: { requestId?: string; body?: unknown } = {},
): Promise<Reply> {
  const send = async () =>
    request(settings, path, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken(settings)}`,
        accept: "application/json",
        ...(more.body === undefined ? {} : { "content-type": "application/json" }),
        ...(more.requestId === undefined ? {} : { "paypal-request-id": more.requestId }),
      },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
    })
  const reply = await send()
  if (reply.status !== 401) return reply
  // Withdrawn before its time: a fresh one is good, or the credentials are wrong.
  tokens.delete(keyOf(settings))
  return send()
}

async function accessToken(settings: Settings): Promise<string> {
  const known = tokens.get(keyOf(settings))
  const nowMs = Date.now()
  if (known && known.expiresAtMs > nowMs) return known.value
  const credentials = btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)
  const reply = await request(settings, "/v1/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, accept: "application/json" },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  if (reply.status !== 200) throw unexpected("an access token", reply)
  const { access_token: value, expires_in: lifeS } = parsed(tokenSchema, reply, "an access token")
  tokens.set(keyOf(settings), { value, expiresAtMs: nowMs + lifeS * 1000 - TOKEN_MARGIN_MS })
  return value
}

function keyOf(settings: Settings): string {
  return `${settings.PAYPAL_API_URL} ${settings.PAYPAL_CLIENT_ID}`
}

async function request(settings: Settings, path: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(settings.PAYPAL_API_URL + path, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("application/json") ?? false
    return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : null }
  } catch (error) {
    logWarning("paypal did not answer", { path, error })
    throw unavailable()
  }
}

function parsed<T extends z.ZodType>(schema: T, reply: Reply, what: string): z.output<T> {
  const result = schema.safeParse(reply.body)
  if (!result.success) throw unexpected(what, reply)
  return result.data
}

function issuesOf(reply: Reply): string[] {
  const problem = problemSchema.safeParse(reply.body)
  return problem.success ? (problem.data.details ?? []).map(({ issue }) => issue) : []
}

/** PayPal's debug id is what its support asks for. */
function unexpected(what: string, reply: Reply): ApiError {
  const problem = problemSchema.safeParse(reply.body)
  logWarning(`paypal was asked for ${what}`, {
    status: reply.status,
    name: problem.data?.name,
    issues: issuesOf(reply),
    debugId: problem.data?.debug_id,
  })
  return unavailable()
}

function unavailable(): ApiError {
  return new ApiError(
    "vendor-unavailable",
    "PayPal did not answer as expected. Please try again in a moment.",
  )
}
