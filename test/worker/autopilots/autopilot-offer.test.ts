import { expect, test } from "vitest"
import type { AutopilotOffer } from "../../../contract/autopilots/autopilot-offer.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { usualTimes } from "../../../worker/flows/autopilots/usual-times.ts"
import { EVERY_MINUTE, NIGHTLY } from "../../../worker/work/triggers.ts"
import { printOf, until } from "../artwork/artwork-steps.ts"
import { givenOrder, givenPilotShop, ranOut } from "./autopilot-steps.ts"

const app = useApp()

async function offerOf(client: Client): Promise<AutopilotOffer | null> {
  const reply = await client.get("/api/autopilot-offer")
  expect(reply.status, reply.message).toBe(200)
  return reply.data as AutopilotOffer | null
}

/** A shop as for an autopilot, but without one. */
async function givenShopByHand(owner: GivenUser) {
  const given = await givenPilotShop(app, owner)
  await owner.client.expect("DELETE", `/api/autopilots/${given.pilot._id}`)
  return given
}

async function batchBy(client: Client): Promise<string> {
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/orders/batch", { shipWithinDays: 1 })
  return _id
}

test("after the second batch by hand an autopilot is offered that does the same", async () => {
  const owner = await app.givenUser({ name: "ByHand", credits: 40 })
  const { client, userId } = owner
  const { integrationId, templateId } = await givenShopByHand(owner)
  expect(await offerOf(client)).toBe(null)
  await givenOrder(app, owner, integrationId, { number: "H1", quantity: 2 })
  const first = await batchBy(client)
  expect(await offerOf(client)).toBe(null)
  await givenOrder(app, owner, integrationId, { number: "H2", quantity: 4 })
  const second = await batchBy(client)
  const drafted = await offerOf(client)
  expect(drafted?.suggestion).toMatchObject({ integrationId, isForAllStores: false, action: "draft" })
  expect(drafted).toMatchObject({ picture: null, lengthIn: null, stores: 1 })

  await client.expect("POST", `/api/prints/${second}/proccess`, { sheetTemplateId: templateId })
  const print = await until("the print", async () => {
    const current = await printOf(client, second)
    return current.status === "Completed" ? current : null
  })
  await givenOrder(app, owner, integrationId, { number: "H3", quantity: 3 })
  const nowMs = Date.now()
  for (const [number, daysAgo] of Object.entries({ U1: 0, U2: 2, U3: 2 })) {
    const orderedAt = nowMs - daysAgo * DAY_MS
    await givenOrder(app, owner, integrationId, { number, shipBy: null, orderedAt })
  }
  const offer = await offerOf(client)
  expect(offer?.batches.map(({ printId }) => printId)).toEqual([second, first])
  expect(offer?.suggestion).toMatchObject({
    ...{ integrationId, sheetTemplateId: templateId, timeZone: "UTC", action: "process" },
    ...{ shipWithinDays: 1, undatedAfterDays: 3, maxCreditsPerDay: 10 },
  })
  const [older, newer] = offer?.undated.toSorted((a, b) => b.daysAgo - a.daysAgo) ?? []
  expect([older.orders, newer.orders, older.daysAgo - newer.daysAgo]).toEqual([2, 1, 2])
  expect(offer?.preview).toMatchObject({ orders: 1, copies: 3, credits: 3 })
  expect(offer?.lengthIn).toBeCloseTo(print.lengthIn ?? 0, 3)
  const picture = await fetch(`${app.origin}/api/${offer?.picture?.path}`)
  expect(picture.status).toBe(200)
  await picture.arrayBuffer()

  // With a second store it is for all of them. What is suggested can be sent as it is; then none is offered.
  await app.db
    .prepare(
      "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES ('0197f3c0-0000-7000-8000-00000000000e', ?, 'Mugs', 'File', 9e15, 9e15)",
    )
    .bind(userId)
    .run()
  const both = await offerOf(client)
  expect(both?.suggestion).toMatchObject({ integrationId, isForAllStores: true })

  // What was done with orders that are archived, and a print, is suggested from their documents.
  const longAgo = nowMs - 31 * DAY_MS
  const set = (change: string, ...values: unknown[]) =>
    app.db
      .prepare(change)
      .bind(...values)
      .run()
  await set(
    `UPDATE "order" SET ship_by = ship_by + ?, shipped_at = ?2, status = 'Completed', updated_at = ?2 WHERE vendor_order_id = 'H2'`,
    2 * DAY_MS,
    longAgo,
  )
  expect((await offerOf(client))?.suggestion).toMatchObject({ shipWithinDays: 3 })
  await set("UPDATE attempt SET updated_at = ? WHERE print_id = ?", longAgo, second)
  await app.runtime.runCron(EVERY_MINUTE)
  await set(
    "UPDATE print SET status = 'Deleted', printed_at = ?1, updated_at = ?1 WHERE id = ?2",
    longAgo,
    second,
  )
  await set("DELETE FROM undo")
  await app.runtime.runCron(NIGHTLY)
  expect(
    await app.db.prepare("SELECT count(*) AS n FROM print_item WHERE print_id = ?").bind(second).first(),
  ).toEqual({ n: 0 })
  expect((await offerOf(client))?.suggestion).toEqual({ ...both?.suggestion, shipWithinDays: 3 })
  const added = await client.post("/api/autopilots", both?.suggestion)
  expect(added).toMatchObject({ status: 201, data: { ...both?.suggestion, isPaused: false } })
  expect(await offerOf(client)).toBe(null)
})

test("closed once, the offer stays away on every device, also after more batches", async () => {
  const owner = await app.givenUser({ name: "Closes" })
  const { client, email } = owner
  const { integrationId } = await givenShopByHand(owner)
  for (const number of ["C1", "C2"]) {
    await givenOrder(app, owner, integrationId, { number })
    await batchBy(client)
  }
  expect(await offerOf(client)).not.toBe(null)
  expect((await client.delete("/api/autopilot-offer")).status).toBe(200)
  expect((await client.delete("/api/autopilot-offer")).status).toBe(200)
  expect(await offerOf(client)).toBe(null)
  await givenOrder(app, owner, integrationId, { number: "C3" })
  await batchBy(client)
  const elsewhere = await app.signIn(email)
  expect(await offerOf(elsewhere)).toBe(null)
  expect((await elsewhere.get("/api/profile")).data).toMatchObject({ mayOfferAutopilot: false })
})

test("what Run now has tried stays with its offer until that is accepted, or closed with it", async () => {
  const owner = await app.givenUser({ name: "Tries" })
  const { client, email } = owner
  const { integrationId } = await givenShopByHand(owner)
  for (const number of ["R1", "R2"]) {
    await givenOrder(app, owner, integrationId, { number })
    await batchBy(client)
  }
  const suggestion = (await offerOf(client))?.suggestion
  const tried = { ...suggestion, maxCreditsPerDay: 7, isPaused: true, isTried: true }
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/autopilots", tried)
  await client.expect("POST", `/api/autopilots/${_id}/run`)
  await ranOut(client, { _id })

  // After a reload, and on another device, it is the same offer, with what was set there.
  const reloaded = await offerOf(await app.signIn(email))
  expect(reloaded).toMatchObject({ triedId: _id, suggestion: { ...suggestion, maxCreditsPerDay: 7 } })
  await app.db.prepare("UPDATE autopilot_run SET ended_at = NULL").run()
  expect(await client.delete("/api/autopilot-offer")).toMatchObject({ status: 409, code: "conflict" })
  await app.db.prepare("UPDATE autopilot_run SET ended_at = 1").run()
  expect((await client.delete("/api/autopilot-offer")).status).toBe(200)
  expect((await client.get("/api/autopilots")).data).toEqual([])
  expect(await offerOf(client)).toBe(null)

  // One that was accepted is no longer tried, and stays when it is paused.
  await app.db
    .prepare("UPDATE user SET autopilot_offer_closed_at = NULL WHERE id = ?")
    .bind(owner.userId)
    .run()
  const again = await client.expect<{ _id: string }>("POST", "/api/autopilots", tried)
  for (const isPaused of [false, true])
    await client.expect("PUT", `/api/autopilots/${again._id}`, { isPaused })
  expect(await offerOf(client)).toBe(null)
  expect((await client.delete("/api/autopilot-offer")).status).toBe(200)
  expect((await client.get("/api/autopilots")).data).toHaveLength(1)
})

test("the usual time is the half hour of both batches, on weekdays unless one was made on a weekend", () => {
  const at = (...times: string[]) =>
    usualTimes(
      times.map((time) => ({ createdAt: Date.parse(time) })),
      "America/New_York",
    )
  const weekdays = [1, 2, 3, 4, 5]
  // 23 November 2026 is a Monday, five hours behind UTC.
  expect(at("2026-11-23T12:02:00Z", "2026-11-20T11:58:00Z")).toEqual({ days: weekdays, times: ["07:00"] })
  expect(at("2026-11-23T12:20:00Z", "2026-11-20T20:00:00Z")).toEqual({ days: weekdays, times: ["07:30"] })
  expect(at("2026-11-24T04:50:00Z", "2026-11-24T04:52:00Z")).toEqual({ days: weekdays, times: ["23:30"] })
  expect(at("2026-11-24T05:10:00Z", "2026-11-25T05:12:00Z")).toEqual({ days: weekdays, times: ["00:00"] })
  const sunday = at("2026-11-23T12:00:00Z", "2026-11-22T12:00:00Z")
  expect(sunday.days).toHaveLength(7)
})
