import { expect } from "vitest"
import type { AnyApp } from "../../../harness/app-calls.ts"
import type { Client } from "../../../local/client.ts"
import { comeBack, synced } from "../orders/order-steps.ts"

let shops = 0

/** A shop that no other test has. */
export function shopifyShopName(): string {
  shops += 1
  return `shop-${shops}-${Date.now().toString(36)}.myshopify.com`
}

/** The stand-in's answer to an order of `/__control`. */
export type ShopifyControl = {
  orders?: { index: number; id: number; name: string; lineIds: number[] }[]
  deliveries?: { topic: string; webhookId: string; outcomes: string[] }[]
}

/** Sends an event to Shopify's stand-in. */
export async function tellShopify(app: AnyApp, order: Record<string, unknown>): Promise<ShopifyControl> {
  const response = await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify({ vendor: "shopify", ...order }),
  })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as ShopifyControl
}

export type ShopifyState = {
  calls: number
  throttled: number
  refused: number
  searchWarnings: number
  lastErrors: unknown[]
  tokens: { issued: number; refreshes: number; lastError: string | null }
  bulk: { shop: string; status: string; objects: number }[]
  shops: {
    domain: string
    sent: { index: number; quantity: number; tracking: unknown[]; isCustomerTold: boolean }[]
  }[]
}

export async function shopifyState(app: AnyApp): Promise<ShopifyState> {
  const response = await fetch(`${app.standIns.origin}/__state`)
  return ((await response.json()) as { shopify: ShopifyState }).shopify
}

export async function givenShopifyIntegration(
  client: Client,
  shop: string,
  name = "My Shopify shop",
): Promise<{ _id: string; connectUrl: string }> {
  const reply = await client.post("/api/integrations", { name, type: "Shopify", shop })
  expect(reply.status, reply.message).toBe(201)
  return reply.data as { _id: string; connectUrl: string }
}

/** Answers Shopify's consent page as a person does; returns the address to which the browser goes back. */
export async function allowAtShopify(connectUrl: string): Promise<URL> {
  const form = new FormData()
  for (const [name, value] of new URL(connectUrl).searchParams) form.append(name, value)
  form.append("decision", "allow")
  const address = new URL(connectUrl)
  address.search = ""
  const reply = await fetch(address, { method: "POST", body: form, redirect: "manual" })
  expect(reply.status, await reply.text()).toBe(302)
  return new URL(reply.headers.get("location") ?? "")
}

/** Connects a shop through the whole flow, and waits until its first sync has come to an end. */
export async function givenShopifyShop(
  client: Client,
  shop = shopifyShopName(),
): Promise<{ id: string; shop: string }> {
  const { _id: id, connectUrl } = await givenShopifyIntegration(client, shop)
  expect(await comeBack(client, await allowAtShopify(connectUrl))).toBe("/integrations")
  await synced(client, id)
  return { id, shop }
}
