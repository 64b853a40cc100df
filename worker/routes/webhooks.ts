import { webhooks } from "../../contract/api/payment-api.ts"
import { ApiError } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { findPaymentByCapture } from "../data/credits/payment-rows.ts"
import { databaseOf } from "../data/database.ts"
import { edgeSettingsOf, type OpenEnv, settingsOf } from "../env.ts"
import { settleAnywhere } from "../flows/credits/settle-payment.ts"
import { takeShopifyEvent } from "../flows/integrations/take-shopify-event.ts"
import { logSecurity, logWarning } from "../log.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { findAnywhere } from "../place.ts"
import { burstRules, limitBurst } from "../rate-limit.ts"
import { findCheckoutOfCapture } from "../services/paypal/paypal-checkout.ts"
import { findDispute, findRefund, parentCapture } from "../services/paypal/paypal-claims.ts"
import { isFromPayPal, readEvent, type WebhookSubject } from "../services/paypal/paypal-webhook.ts"
import { isFromShopify, readEvent as readShopifyEvent } from "../services/shopify/shopify-webhook.ts"

/** The most captures of a dispute, which may cover several payments; PayPal usually opens one for each. */
const MOST_CAPTURES = 20

/**
 * The routes that vendors call: their signature counts, not their origin. An event only says where to
 * look; the vendor's API has the truth. So late, repeated, reordered or lost events do no harm.
 */
export const webhooksRoutes = new ApiRoutes()
  .serve(webhooks.shopify, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const { headers } = c.req.raw
    if (!isFromShopify(edgeSettingsOf(c.env), headers, body)) {
      await limitBurst(c, burstRules.webhook, `shopify:${clientAddress(c)}`)
      logSecurity("webhook-refused", { requestId: c.var.requestId, vendor: "shopify" })
      throw new ApiError("signed-out", "This is not signed by Shopify for this app")
    }
    const event = readShopifyEvent(headers, body)
    if (!event) throw new ApiError("validation-failed", "This is no Shopify event")
    // All stores' webhooks come from the same few addresses, and none may use up another's.
    await limitBurst(c, burstRules.webhook, `shopify:${event.shop}`)
    await takeShopifyEvent(c.env, event, Date.now())
    return { data: { received: true as const } }
  })
  .serve(webhooks.paypal, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    await limitBurst(c, burstRules.webhook, `paypal:${clientAddress(c)}`)
    if (!(await isFromPayPal(edgeSettingsOf(c.env), c.req.raw.headers, body, Date.now()))) {
      logSecurity("webhook-refused", { requestId: c.var.requestId, vendor: "paypal" })
      throw new ApiError("validation-failed", "This is not signed by PayPal for this webhook")
    }
    const event = readEvent(body)
    if (!event) throw new ApiError("validation-failed", "This is no PayPal event")
    const { eventType, refundId, disputeId } = event
    const hint = { refundId, disputeId, isReversal: eventType === "PAYMENT.CAPTURE.REVERSED" }
    const checkoutIds = await checkoutsOf(c.env, event)
    let isOurs = false
    for (const checkoutId of checkoutIds)
      isOurs = (await settleAnywhere(c.env, checkoutId, { hint })) !== null || isOurs
    if (!isOurs) logWarning("webhook about no payment of ours", { ...event, checkoutIds })
    return { data: { received: true as const } }
  })

/** Returns one checkout; for a dispute, all that it covers. */
async function checkoutsOf(env: OpenEnv, event: WebhookSubject): Promise<string[]> {
  if (event.checkoutId) return [event.checkoutId]
  const checkouts = new Set<string>()
  for (const captureId of await capturesOf(env, event)) {
    const payment = await findAnywhere(env, (own) => findPaymentByCapture(databaseOf(own), captureId), {
      name: `capture:${captureId}`,
    })
    const checkoutId =
      payment?.found.paymentSystemReferenceId ?? (await findCheckoutOfCapture(settingsOf(env), captureId))
    if (checkoutId) checkouts.add(checkoutId)
  }
  return [...checkouts]
}

/** Returns the captures of a refund or dispute, read by its id: PayPal's answer says what it belongs to. */
async function capturesOf(
  env: OpenEnv,
  { captureId, refundId, disputeId }: WebhookSubject,
): Promise<string[]> {
  const settings = settingsOf(env)
  if (disputeId) {
    const dispute = await findDispute(settings, disputeId)
    const captures =
      dispute?.disputed_transactions.flatMap((transaction) => transaction.seller_transaction_id ?? []) ?? []
    return captures.slice(0, MOST_CAPTURES)
  }
  const refund = refundId ? await findRefund(settings, refundId) : null
  const named = parentCapture(refund?.links) ?? captureId
  return named ? [named] : []
}
