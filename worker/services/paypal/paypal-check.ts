import { z } from "zod"
import { missingPayPalEvents, paypalWebhookPath } from "../../../contract/credits/paypal-events.ts"
import type { EdgeSettings } from "../../env.ts"
import { askToken, call } from "./paypal-call.ts"

const webhookSchema = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) })

/** The result of the check: a sentence for each mistake, and none if all is right. */
type PayPalCheck = { kind: "answered"; mistakes: string[] } | { kind: "unanswered" }

/**
 * Asks PayPal whether it knows our credentials and our webhook, at our address and with the events
 * that we need (developer.paypal.com/docs/api/webhooks/v1/#webhooks_get).
 */
export async function checkPayPal(settings: EdgeSettings): Promise<PayPalCheck> {
  const { PAYPAL_WEBHOOK_ID, APP_ORIGIN } = settings
  try {
    const token = await askToken(settings)
    if (token.status === 401)
      return wrong("PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET do not belong together.")
    if (token.status !== 200) return { kind: "unanswered" }
    const path = `/v1/notifications/webhooks/${encodeURIComponent(PAYPAL_WEBHOOK_ID)}`
    const { status, body } = await call(settings, "GET", path)
    if (status === 404) return wrong("PAYPAL_WEBHOOK_ID is no webhook of this app.")
    const webhook = webhookSchema.safeParse(body)
    if (status !== 200 || !webhook.success) return { kind: "unanswered" }
    const { url, event_types: types } = webhook.data
    const expected = `${APP_ORIGIN}${paypalWebhookPath}`
    const missing = missingPayPalEvents(types.map(({ name }) => name))
    return {
      kind: "answered",
      mistakes: [
        ...(url === expected ? [] : [`The webhook calls ${url} instead of ${expected}.`]),
        ...(missing.length === 0 ? [] : [`The webhook lacks ${missing.join(", ")}.`]),
      ],
    }
  } catch {
    // The failure was logged by the call.
    return { kind: "unanswered" }
  }
}

function wrong(mistake: string): PayPalCheck {
  return { kind: "answered", mistakes: [mistake] }
}
