import { expect } from "vitest"
import type { z } from "zod"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { Autopilot, AutopilotRun, autopilotInputSchema } from "../../../contract/autopilots/autopilot.ts"
import { makeId } from "../../../contract/id.ts"
import type { AnyApp, GivenUser } from "../../../harness/app-calls.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { EVERY_MINUTE } from "../../../worker/work/triggers.ts"
import { givenImage, givenSize, until } from "../artwork/artwork-steps.ts"

type Given = Partial<z.input<typeof autopilotInputSchema>>

/** A weekday's autopilot of a shop, which leaves a draft. */
export function autopilotInput(given: { [Name in keyof Given]: Given[Name] | string }) {
  return {
    days: [1, 2, 3, 4, 5],
    times: ["07:00"],
    timeZone: "America/New_York",
    shipWithinDays: 2,
    packing: "tightest",
    action: "draft",
    maxCreditsPerDay: 200,
    ...given,
  }
}

export async function givenTemplate(client: Client, name = "Autopilot's film"): Promise<string> {
  const reply = await client.post("/api/sheet-templates", { ...defaultSheetTemplate, name, isDefault: false })
  expect(reply.status, reply.message).toBe(201)
  return (reply.data as { _id: string })._id
}

export async function givenAutopilot(
  client: Client,
  given: Parameters<typeof autopilotInput>[0],
): Promise<Autopilot> {
  const reply = await client.post("/api/autopilots", autopilotInput(given))
  expect(reply.status, reply.message).toBe(201)
  return reply.data as Autopilot
}

export type GivenPilot = { pilot: Autopilot; integrationId: string; templateId: string }

/** A shop whose orders come in files, artwork and a size for them, and the shop's autopilot. */
export async function givenPilotShop(
  app: AnyApp,
  { client, userId }: GivenUser,
  given: Given = {},
): Promise<GivenPilot> {
  const nowMs = Date.now()
  const integrationId = makeId(nowMs)
  await app.db
    .prepare(
      "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Tea towels', 'File', ?, ?)",
    )
    .bind(integrationId, userId, nowMs, nowMs)
    .run()
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)
  const templateId = await givenTemplate(client)
  const pilot = await givenAutopilot(client, { integrationId, sheetTemplateId: templateId, ...given })
  return { pilot, integrationId, templateId }
}

type GivenOrder = {
  number: string
  quantity?: number
  /** True if its SKU matches no artwork. */
  isOdd?: boolean
  /** The day to ship it by; null: none is known. */
  shipBy?: number | null
  orderedAt?: number
}

/** An order of the shop that ships today; it is matched by the names "moth" and "M". */
export async function givenOrder(
  app: AnyApp,
  { userId }: GivenUser,
  integrationId: string,
  given: GivenOrder,
): Promise<string> {
  const nowMs = Date.now()
  const { number, quantity = 1, isOdd = false, shipBy = nowMs, orderedAt = nowMs } = given
  const [orderId, itemId] = [makeId(nowMs), makeId(nowMs)]
  await app.db.batch([
    app.db
      .prepare(
        `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, ship_by, created_at, updated_at)
        VALUES (?, ?, ?, ?, 'Ann', '', '', '', 'US', 2500, 'USD', 'Pending', ?, ?, ?, ?)`,
      )
      .bind(orderId, userId, integrationId, number, orderedAt, shipBy, nowMs, nowMs),
    app.db
      .prepare(
        `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, sku_key, size, size_key, personalisation, quantity, price_cents, currency, status)
        VALUES (?, ?, ?, '1', ?, 'MOTH', ?, 'M', 'm', '', ?, 2500, 'USD', 'Pending')`,
      )
      .bind(itemId, orderId, userId, `Shirt of ${number}`, isOdd ? "odd" : "moth", quantity),
  ])
  return itemId
}

/** Makes an autopilot due that many minutes ago. */
export async function makeDue(app: AnyApp, pilot: { _id: string }, minutesAgo = 0): Promise<void> {
  await app.db
    .prepare("UPDATE autopilot SET next_run_at = ? WHERE id = ?")
    .bind(Date.now() - minutesAgo * 60_000, pilot._id)
    .run()
}

/** Runs the next minute's cron; a queue does the rest. */
export function minutePasses(app: AnyApp): Promise<void> {
  return app.runtime.runCron(EVERY_MINUTE, Date.now())
}

export async function runsOf(client: Client, pilot: { _id: string }): Promise<AutopilotRun[]> {
  const reply = await client.get(`/api/autopilots/${pilot._id}/runs`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as AutopilotRun[]
}

/** Waits until so many runs have ended; the newest one. */
export function ranOut(client: Client, pilot: { _id: string }, count = 1): Promise<AutopilotRun> {
  return until(`${count} ended runs`, async () => {
    const runs = await runsOf(client, pilot)
    return runs.length >= count && runs.every(({ endedAt }) => endedAt !== null) ? runs[0] : null
  })
}
