import { z } from "zod"
import type { Settings } from "../../env.ts"
import { call, linksSchema, moneySchema, parsed, problemOf, refused, unexpected } from "./paypal-call.ts"

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  /** The reason why it is PENDING. */
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: moneySchema,
})
/** A refund, in a checkout's list and by itself (payments/v2, refunds_get). */
export const refundSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: moneySchema,
  create_time: z.string().optional(),
  links: linksSchema.optional(),
})
const unitSchema = z.object({
  custom_id: z.string().optional(),
  amount: moneySchema,
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  payments: z
    .object({ captures: z.array(captureSchema).default([]), refunds: z.array(refundSchema).default([]) })
    .optional(),
})
/** An order's parts about money: developer.paypal.com/docs/api/orders/v2/#orders_get */
const checkoutSchema = z.object({ id: z.string(), status: z.string(), purchase_units: z.array(unitSchema) })
export type PayPalCheckout = z.infer<typeof checkoutSchema>

const createdSchema = z.object({ id: z.string(), links: linksSchema })
const captureParentSchema = z.object({
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})

type CheckoutRequest = {
  /** The id, sent as `custom_id` and `invoice_id`; the same id again returns the same checkout. */
  paymentId: string
  priceCents: number
  currency: string
  description: string
  returnUrl: string
  cancelUrl: string
}

/** Creates an order to approve (orders_create); a repeat within six hours returns the first. */
export async function createCheckout(
  settings: Settings,
  request: CheckoutRequest,
): Promise<{ checkoutId: string; approvalUrl: string }> {
  const reply = await call(settings, "POST", "/v2/checkout/orders", {
    requestId: `order-${request.paymentId}`,
    body: {
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: request.paymentId,
          invoice_id: request.paymentId,
          description: request.description,
          amount: { currency_code: request.currency, value: dollars(request.priceCents) },
          payee: { merchant_id: settings.PAYPAL_MERCHANT_ID },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: "Sheetsmith",
            shipping_preference: "NO_SHIPPING",
            user_action: "PAY_NOW",
            // Without this a payer may choose an eCheck, whose money comes or fails days later.
            payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
            return_url: request.returnUrl,
            cancel_url: request.cancelUrl,
          },
        },
      },
    },
  })
  // Nobody has paid yet, so a refusal is about us.
  if ([400, 401, 403, 422].includes(reply.status)) throw refused("a new order", reply)
  if (reply.status !== 200 && reply.status !== 201) throw unexpected("an order", reply)
  const { id, links } = parsed(createdSchema, reply, "a new order")
  const link = links.find(({ rel }) => rel === "payer-action" || rel === "approve")
  if (!link || !isPayPalPage(settings, link.href)) throw unexpected("a link for the payer", reply)
  return { checkoutId: id, approvalUrl: link.href }
}

/** Returns true if a payer may be sent there: PayPal's pages, or the API's host in our own sandbox. */
export function isPayPalPage(settings: Pick<Settings, "PAYPAL_API_URL">, address: string): boolean {
  const url = URL.parse(address)
  if (url?.origin === new URL(settings.PAYPAL_API_URL).origin) return true
  return url?.protocol === "https:" && /(^|\.)paypal\.com$/.test(url.hostname)
}

/** Returns the order's current state at PayPal (orders_get); null if PayPal does not know the id. */
export async function findCheckout(settings: Settings, checkoutId: string): Promise<PayPalCheckout | null> {
  const reply = await call(settings, "GET", `/v2/checkout/orders/${encodeURIComponent(checkoutId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("an order", reply)
  return parsed(checkoutSchema, reply, "an order")
}

/** The answer to a capture; `issue` is PayPal's code, see contract/credits/payment-refusal.ts. */
export type CaptureAnswer = { kind: "asked" } | { kind: "refused"; issue: string; debugId?: string }

/**
 * Captures an approved order's money (orders_capture), once for any number of calls. `asked`: read
 * the order for the result. `refused`: PayPal's issue. Throws if the answer decides nothing.
 */
export async function captureCheckout(
  settings: Settings,
  checkout: { checkoutId: string; requestId: string },
): Promise<CaptureAnswer> {
  const path = `/v2/checkout/orders/${encodeURIComponent(checkout.checkoutId)}/capture`
  const reply = await call(settings, "POST", path, { requestId: checkout.requestId, body: {} })
  if (reply.status === 200 || reply.status === 201) return { kind: "asked" }
  // The order is gone, or another call is capturing it: the checkout says which.
  if (reply.status === 404 || reply.status === 409) return { kind: "asked" }
  if (![400, 403, 422].includes(reply.status)) throw unexpected("a capture", reply)
  const { issues, name, debugId } = problemOf(reply)
  return { kind: "refused", issue: issues[0] ?? name ?? `HTTP_${reply.status}`, debugId }
}

/** Returns the checkout of a capture (captures_get); null if PayPal does not say. */
export async function findCheckoutOfCapture(settings: Settings, captureId: string): Promise<string | null> {
  const reply = await call(settings, "GET", `/v2/payments/captures/${encodeURIComponent(captureId)}`)
  if (reply.status === 404) return null
  if (reply.status !== 200) throw unexpected("a capture", reply)
  return parsed(captureParentSchema, reply, "a capture").supplementary_data?.related_ids?.order_id ?? null
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
