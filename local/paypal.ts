import { paypalSubscription } from "../contract/credits/paypal-events.ts"
import { paypalAccount } from "../stand-ins/paypal/paypal-account.ts"

type Webhook = { id: string; url: string; event_types: { name: string }[] }

/**
 * Returns the id of our webhook at the stand-in, which signs it. PayPal's own calls make it unless
 * it exists already.
 */
export async function registerWebhook(standInsOrigin: string, url: string): Promise<string> {
  const { clientId, clientSecret } = paypalAccount
  const { access_token: token } = await ask<{ access_token: string }>(`${standInsOrigin}/v1/oauth2/token`, {
    authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  const authorization = `Bearer ${token}`
  const path = `${standInsOrigin}/v1/notifications/webhooks`
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(path, { authorization })
  const known = webhooks.find((webhook) => webhook.url === url)
  if (known) return known.id
  const { event_types: offered } = await ask<Webhook>(`${path}-event-types`, { authorization })
  const names = paypalSubscription(offered.map(({ name }) => name))
  const body = JSON.stringify({ url, event_types: names.map((name) => ({ name })) })
  return (await ask<Webhook>(path, { authorization, body })).id
}

/** Sends a POST if there is a body, else a GET. */
async function ask<T>(
  url: string,
  more: { authorization: string; body?: string | URLSearchParams },
): Promise<T> {
  const { authorization, body } = more
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    // No kept connection: it may close just as the next call goes out.
    headers: {
      authorization,
      connection: "close",
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
