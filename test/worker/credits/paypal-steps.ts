import { expect } from "vitest"
import type { PackageSku, Payment } from "../../../contract/credits/payment.ts"
import type { App } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"

/** The page's answer for its order; `orderId` is PayPal's. */
export type Bought = { _id: string; status: string; link: string; orderId: string }

/** Orders a package as the page does. */
export async function bought(client: Client, sku: PackageSku, requestKey?: string): Promise<Bought> {
  const reply = await client.post("/api/buyCredits", { sku, ...(requestKey ? { requestKey } : {}) })
  expect(reply.status, reply.message).toBe(200)
  const data = reply.data as Omit<Bought, "orderId">
  return { ...data, orderId: new URL(data.link).searchParams.get("token") ?? "" }
}

/** Presses a button of PayPal's page; returns the path of ours to which it sends the payer. */
export async function approve(order: Bought, button: "approve" | "cancel" = "approve"): Promise<string> {
  const { origin } = new URL(order.link)
  const response = await fetch(`${origin}/checkoutnow/${order.orderId}/${button}`, {
    method: "POST",
    redirect: "manual",
    headers: { connection: "close" },
  })
  expect(response.status).toBe(303)
  const back = new URL(response.headers.get("location") ?? "")
  return back.pathname + back.search
}

/** Follows the way back as a navigation from PayPal's site; returns the page at its end. */
export async function returned(client: Client, path: string): Promise<string> {
  const response = await client.fetch("GET", path, undefined, {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
  })
  expect(response.status).toBe(303)
  const page = new URL(response.headers.get("location") ?? "")
  expect(page.origin).toBe(client.origin)
  return page.pathname + page.search
}

export async function paymentOf(client: Client, id: string): Promise<Payment> {
  const reply = await client.get(`/api/payments/${id}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Payment
}

/** Buys and pays a package while webhooks are dropped; also returns PayPal's capture id. */
export async function paid(app: App, client: Client): Promise<Bought & { captureId: string }> {
  await control(app, { action: "clear" })
  const order = await bought(client, "credits100")
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  expect(await returned(client, await approve(order))).toContain("Completed")
  const [{ id: captureId }] = (await orderOf(app, order)).captures
  return { ...order, captureId }
}

/** Delivers what is held and answers how each was answered. */
export async function released(app: App, more: Record<string, unknown> = {}): Promise<string[]> {
  const { deliveries } = (await control(app, { action: "release", ...more })) as {
    deliveries: { outcome: string }[]
  }
  return deliveries.map(({ outcome }) => outcome)
}

/** Sends an order to the PayPal stand-in. */
export async function control(app: App, order: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    headers: { connection: "close" },
    body: JSON.stringify({ vendor: "paypal", ...order }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

export type PayPalState = {
  orders: {
    capturedCents: number
    refundedCents: number
    newest: {
      id: string
      status: string
      customId: string
      captureCalls: number
      captures: { id: string; status: string }[]
      refunds: { id: string; status: string; value: string }[]
    }[]
  }
  webhooks: {
    held: { eventType: string }[]
    deliveries: { orderId: string; eventType: string; outcome: string; forgery?: string }[]
  }
}

export async function paypalState(app: App): Promise<PayPalState> {
  const response = await fetch(`${app.standIns.origin}/__state`, { headers: { connection: "close" } })
  return ((await response.json()) as { paypal: PayPalState }).paypal
}

/** Returns an order as PayPal's books have it, and the events delivered about it. */
export async function orderOf(app: App, { orderId }: Bought) {
  const { orders, webhooks } = await paypalState(app)
  const order = orders.newest.find(({ id }) => id === orderId)
  if (!order) throw new Error(`PayPal does not know the order ${orderId}`)
  return { ...order, deliveries: webhooks.deliveries.filter((delivery) => delivery.orderId === orderId) }
}
