import { paypalAccount } from "../stand-ins/fake-paypal.ts"

/**
 * Registers our webhook by PayPal's own call (webhooks_post). PayPal signs the id that it returns.
 */
export async function registerWebhook(standInsOrigin: string, url: string): Promise<string> {
  const { clientId, clientSecret } = paypalAccount
  const { access_token: token } = await post<{ access_token: string }>(
    `${standInsOrigin}/v1/oauth2/token`,
    { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    new URLSearchParams({ grant_type: "client_credentials" }),
  )
  const webhook = await post<{ id: string }>(
    `${standInsOrigin}/v1/notifications/webhooks`,
    { authorization: `Bearer ${token}`, "content-type": "application/json" },
    JSON.stringify({ url, event_types: [{ name: "*" }] }),
  )
  return webhook.id
}

async function post<T>(url: string, headers: Record<string, string>, body: BodyInit): Promise<T> {
  // Not a kept connection: it may close just as the next call goes out.
  const response = await fetch(url, { method: "POST", headers: { ...headers, connection: "close" }, body })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as T
}
