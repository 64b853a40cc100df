import { expect } from "vitest"
import { addDays, dayOf, startOfDay } from "../../../contract/day.ts"
import { HOUR_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { ImportMapping, ImportReply } from "../../../contract/orders/order-import.ts"
import type { AnyApp } from "../../../harness/app-calls.ts"
import type { Client } from "../../../local/client.ts"
import { until } from "../artwork/artwork-steps.ts"

let shops = 0

/** A name no other test has: a shop belongs to one account. */
export function shopName(): string {
  shops += 1
  return `Shop${shops}${Date.now().toString(36)}`
}

/** Answers the consent page as a person does; returns the address to which the browser goes back. */
export async function consent(connectUrl: string, decision: "allow" | "deny", shop: string): Promise<URL> {
  const page = await fetch(connectUrl)
  const html = await page.text()
  expect(page.status, html).toBe(200)
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const form = new FormData()
  for (const [, name, value] of fields) form.append(name, value.replaceAll("&amp;", "&"))
  form.append("shop", shop)
  form.append("decision", decision)
  const reply = await fetch(new URL("/etsy/oauth/connect", connectUrl), {
    method: "POST",
    body: form,
    redirect: "manual",
  })
  expect(reply.status).toBe(302)
  return new URL(reply.headers.get("location") ?? "")
}

/** Goes to the callback as a browser from Etsy does; returns where it leads. */
export async function comeBack(client: Client, callback: URL): Promise<string> {
  const response = await client.fetch("GET", callback.pathname + callback.search, undefined, {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
  })
  expect(response.status).toBe(302)
  return response.headers.get("location") ?? ""
}

export async function givenIntegration(
  client: Client,
  name = "My shop",
): Promise<{ _id: string; connectUrl: string }> {
  const reply = await client.post("/api/integrations", { name, type: "Etsy" })
  expect(reply.status, reply.message).toBe(201)
  return reply.data as { _id: string; connectUrl: string }
}

/** Connects a shop through the whole flow, and waits until its first sync has come to an end. */
export async function givenShop(client: Client, shop = shopName()): Promise<{ id: string; shop: string }> {
  const { _id: id, connectUrl } = await givenIntegration(client, shop)
  expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe("/integrations")
  await synced(client, id)
  return { id, shop }
}

export async function integrationOf(client: Client, id: string): Promise<Integration> {
  const reply = await client.get(`/api/integrations/${id}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Integration
}

/** Waits until no sync is running, well or not. */
export function synced(client: Client, id: string): Promise<Integration> {
  return until(`sync of ${id}`, async () => {
    const integration = await integrationOf(client, id)
    return integration.syncState === "running" ? null : integration
  })
}

/** Starts a sync and waits for its end. */
export async function sync(client: Client, id: string): Promise<Integration> {
  const reply = await client.get(`/api/integrations/${id}/orders`)
  expect(reply.status, reply.message).toBe(202)
  return synced(client, id)
}

/** Sends the stand-in an order; returns its state. */
export async function tellEtsy(app: AnyApp, order: Record<string, unknown>): Promise<EtsyState> {
  const response = await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify({ vendor: "etsy", ...order }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as EtsyState
}

export type EtsyState = {
  calls: number
  receiptCalls: number
  refused: number
  lastRefusal: string | null
  lastReceiptQuery: Record<string, string>
  tokens: { issued: number; lastError: string | null }
}

/** Makes the stand-in fail, stall or talk nonsense below a path; `clear` ends it. */
export async function faultAt(app: AnyApp, order: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify(order),
  })
  expect(response.status).toBe(200)
}

export async function etsyState(app: AnyApp): Promise<EtsyState> {
  const response = await fetch(`${app.standIns.origin}/__state`)
  return ((await response.json()) as { etsy: EtsyState }).etsy
}

export async function ordersOf(client: Client, query = "limit=200"): Promise<Order[]> {
  const reply = await client.get(`/api/orders?${query}`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Order[]
}

/** An order of one item, as a sync writes it: its buyer is Ann, who wants a text. */
export async function givenOrderItem(
  app: AnyApp,
  userId: string,
  vendorOrderId: string,
  title: string,
): Promise<string> {
  const nowMs = Date.now()
  const [integrationId, orderId, itemId] = [makeId(nowMs), makeId(nowMs), makeId(nowMs)]
  await app.db.batch([
    app.db
      .prepare(
        "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Shop', 'Etsy', ?, ?)",
      )
      .bind(integrationId, userId, nowMs, nowMs),
    app.db
      .prepare(
        `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at)
        VALUES (?, ?, ?, ?, 'Ann', 'ann@example.test', '', '', 'US', 2500, 'USD', 'Pending', ?, ?, ?)`,
      )
      .bind(orderId, userId, integrationId, vendorOrderId, nowMs, nowMs, nowMs),
    app.db
      .prepare(
        `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status)
        VALUES (?, ?, ?, '1', ?, 'MOTH', 'M', 'For Ann, from Bob', 1, 2500, 'USD', 'Pending')`,
      )
      .bind(itemId, orderId, userId, title),
  ])
  return itemId
}

/** The answer of an import of a file. */
type Sent = { status: number; message: string; data: ImportReply; fields?: Record<string, string> }

/** Imports orders from a file. */
export async function importFile(
  client: Client,
  text: string | Uint8Array<ArrayBuffer>,
  more: { mapping?: ImportMapping; isDryRun?: boolean; name?: string } = {},
): Promise<Sent> {
  const form = new FormData()
  form.append("file", new File([text], more.name ?? "orders.csv"))
  if (more.mapping) form.append("mapping", JSON.stringify(more.mapping))
  if (more.isDryRun) form.append("dryRun", "true")
  return (await client.post("/api/orders/import", form)) as unknown as Sent
}

/** The zone whose days begin at 10:00 UTC of the day before, so that no other zone's day is the same. */
export const ZONE = "Pacific/Kiritimati"

/** The moment so many hours into a day of the seller's, counted from today. */
export function shipTime(days: number, hours: number): number {
  return startOfDay(addDays(dayOf(Date.now(), ZONE), days), ZONE) + hours * HOUR_MS
}

/** An order of one item without a text that is matched by the names "moth" and "M"; `shipBy` in ms. */
export async function givenDue(
  app: AnyApp,
  userId: string,
  number: string,
  shipBy: number | null,
): Promise<string> {
  const itemId = await givenOrderItem(app, userId, number, `Shirt of ${number}`)
  await app.db
    .prepare(`UPDATE "order" SET ship_by = ? WHERE id = (SELECT order_id FROM order_item WHERE id = ?)`)
    .bind(shipBy, itemId)
    .run()
  await app.db
    .prepare("UPDATE order_item SET sku_key = 'moth', size_key = 'm', personalisation = '' WHERE id = ?")
    .bind(itemId)
    .run()
  return itemId
}

/** A seller whose days are that zone's. */
export async function zonedSellerOf(app: AnyApp) {
  const { client, userId, email } = await app.givenUser()
  const form = { firstName: "Day", lastName: "Seller", email, phone: "" }
  expect((await client.put("/api/profile", { ...form, timeZone: ZONE })).status).toBe(200)
  return { client, userId }
}
