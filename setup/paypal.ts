import { z } from "zod"
import { outsideCall } from "./outside-call.ts"
import type { Site } from "./site.ts"

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
})
export type PayPalWebhook = z.output<typeof webhookSchema>
const problemSchema = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
})

/** Returns a token for the app's id and secret; null if PayPal does not know the pair. */
export async function paypalToken(site: Site, clientId: string, secret: string): Promise<string | null> {
  const response = await outsideCall(`${site.configs.edge.vars.PAYPAL_API_URL}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
  if (response.status === 401) return null
  if (!response.ok)
    throw new Error(`PayPal answered ${response.status} when asked for a token. Try again later.`)
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}

/** The PayPal webhooks of one app (developer.paypal.com/docs/api/webhooks/v1). */
export class PayPalWebhooks {
  readonly #base: string
  readonly #token: string

  constructor(site: Site, token: string) {
    this.#base = `${site.configs.edge.vars.PAYPAL_API_URL}/v1/notifications/webhooks`
    this.#token = token
  }

  async list(): Promise<PayPalWebhook[]> {
    return z.object({ webhooks: z.array(webhookSchema) }).parse(await this.#call("GET", "")).webhooks
  }

  /** Returns the events that PayPal offers; it refuses a webhook with any other. */
  async offered(): Promise<string[]> {
    const reply = await this.#call("GET", "-event-types")
    const { event_types: offered } = z
      .object({ event_types: z.array(z.object({ name: z.string() })) })
      .parse(reply)
    return offered.map(({ name }) => name)
  }

  async create(url: string, events: readonly string[]): Promise<PayPalWebhook> {
    const body = { url, event_types: events.map((name) => ({ name })) }
    return webhookSchema.parse(await this.#call("POST", "", body))
  }

  /** Sets only what differs: PayPal refuses a change of nothing. */
  async change(id: string, { url, events }: { url?: string; events?: readonly string[] }): Promise<void> {
    const names = events?.map((name) => ({ name }))
    await this.#call("PATCH", `/${encodeURIComponent(id)}`, [
      ...(url === undefined ? [] : [{ op: "replace", path: "/url", value: url }]),
      ...(names === undefined ? [] : [{ op: "replace", path: "/event_types", value: names }]),
    ])
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await outsideCall(this.#base + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const reply: unknown = await response.json().catch(() => null)
    if (response.ok) return reply
    const { name, message } = problemSchema.catch({}).parse(reply)
    throw new Error(`PayPal refused ${method} webhooks: ${message ?? name ?? `status ${response.status}`}`)
  }
}
