import { Hono } from "hono"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { findPaymentByCapture } from "../data/payment.ts"
import { type Env, settingsOf } from "../env.ts"
import { settle } from "../jobs/settle-payment.ts"
import { logSecurity, logWarning } from "../log.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { jsonLimit } from "../middleware/json-limit.ts"
import { limitRate, rateRules } from "../middleware/rate-limit.ts"
import { findOrderOfCapture } from "../services/paypal.ts"
import { isFromPayPal, readEvent, type WebhookSubject } from "../services/paypal-webhook.ts"

/**
 * Vendors' own calls, from no page of ours: what they sign counts, not where they come from. An event only says where to
 * look; what is true is asked of the vendor. So late, repeated, reordered and lost ones are all the same.
 */
export const webhooksRoutes = new Hono<AppEnv>().post("/webhooks/paypal", jsonLimit, async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  await limitRate(c, rateRules.webhookByAddress, clientAddress(c))
  if (!(await isFromPayPal(settingsOf(c.env), c.req.raw.headers, body, Date.now()))) {
    logSecurity("webhook-refused", { requestId: c.var.requestId, vendor: "paypal" })
    throw new ApiError("validation-failed", "This is not signed by PayPal for this webhook")
  }
  const event = readEvent(body)
  if (!event) throw new ApiError("validation-failed", "This is no PayPal event")
  const orderId = await orderOf(c.env, event)
  const payment = orderId ? await settle(c.env, orderId) : null
  if (!payment) logWarning("webhook about no payment of ours", { ...event, orderId })
  return c.json({ data: { received: true } })
})

async function orderOf(env: Env, { orderId, captureId }: WebhookSubject): Promise<string | null> {
  if (orderId) return orderId
  if (!captureId) return null
  const known = await findPaymentByCapture(databaseOf(env), captureId)
  return known ? known.paymentSystemReferenceId : findOrderOfCapture(settingsOf(env), captureId)
}
