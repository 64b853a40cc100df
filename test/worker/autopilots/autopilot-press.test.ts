import { expect, test } from "vitest"
import type { Autopilot, AutopilotPreview, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import type { Delivery } from "../../../contract/delivery/delivery.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { addressInput } from "../../../harness/delivery-address.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import type { Client } from "../../../local/client.ts"
import { type AutopilotRow, findAutopilot } from "../../../worker/data/autopilots/autopilot-rows.ts"
import { envOf, openDatabase } from "../../../worker/data/database.ts"
import { FIRST_DATABASE } from "../../../worker/database-name.ts"
import type { OpenEnv } from "../../../worker/env.ts"
import { pressRun } from "../../../worker/flows/autopilots/press-run.ts"
import { printOf, until } from "../artwork/artwork-steps.ts"
import { faultAt, givenIntegration, givenShop, ordersOf, shopName, tellEtsy } from "../orders/order-steps.ts"
import {
  autopilotInput,
  givenAutopilot,
  givenOrder,
  givenPilotShop,
  givenTemplate,
  makeDue,
  minutePasses,
  ranOut,
  runsOf,
} from "./autopilot-steps.ts"

const app = useApp()

async function previewOf(client: Client, { _id }: { _id: string }): Promise<AutopilotPreview> {
  const reply = await client.get(`/api/autopilots/${_id}/run`)
  expect(reply.status, reply.message).toBe(200)
  return reply.data as AutopilotPreview
}

function press(client: Client, { _id }: { _id: string }, requestKey: string) {
  return client.post(`/api/autopilots/${_id}/run`, { requestKey })
}

test("Run now tells what it would print, prints it once, and is the same run when pressed again", async () => {
  const owner = await app.givenUser({ name: "Presses", credits: 40 })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, {
    action: "process",
    maxCreditsPerDay: 5,
  })
  const first = await givenOrder(app, owner, integrationId, { number: "N1", quantity: 2 })
  await givenOrder(app, owner, integrationId, { number: "N2", isOdd: true })
  const preview = await previewOf(client, pilot)
  expect(preview).toMatchObject({ orders: 1, items: 1, copies: 2, credits: 2, skippedCount: 1 })
  expect(preview.lengthIn).toBeGreaterThan(2)

  // The same press three times at once, and another one meanwhile: one run, one print.
  const key = crypto.randomUUID()
  const replies = await Promise.all([
    press(client, pilot, key),
    press(client, pilot, key),
    press(client, pilot, key),
    press(client, pilot, crypto.randomUUID()),
  ])
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  const run = await ranOut(client, pilot)
  expect(new Set(replies.map(({ data }) => (data as AutopilotRun)._id)).size).toBe(1)
  expect(run).toMatchObject({ cause: "asked", state: "done", orders: 1, copies: 2, credits: 2 })
  const print = await printOf(client, run.printId ?? "")
  expect(print.printItems.map(({ orderItemId }) => orderItemId?._id)).toEqual([first])

  // Later it is still that run, and another press prints nothing twice.
  expect((await press(client, pilot, key)).data).toMatchObject({ _id: run._id, cause: "asked" })
  expect(await previewOf(client, pilot)).toMatchObject({ orders: 0, copies: 0, credits: 0, lengthIn: 0 })
  expect((await press(client, pilot, crypto.randomUUID())).status).toBe(202)
  expect(await ranOut(client, pilot, 2)).toMatchObject({ state: "done", printId: null, copies: 0 })

  // The credits of a pressed run count for the day's limit, like those of a timed run.
  await givenOrder(app, owner, integrationId, { number: "N3", quantity: 4 })
  await press(client, pilot, crypto.randomUUID())
  expect(await ranOut(client, pilot, 3)).toMatchObject({ credits: 0, printStatus: "In Draft" })

  // A paused one runs when it is asked to; what is paused after that stops.
  await client.put(`/api/autopilots/${pilot._id}`, { isPaused: true, maxCreditsPerDay: 9 })
  await givenOrder(app, owner, integrationId, { number: "N4" })
  await press(client, pilot, crypto.randomUUID())
  const last = await ranOut(client, pilot, 4)
  expect(last).toMatchObject({ state: "done", credits: 1, message: null })
  await client.put(`/api/autopilots/${pilot._id}`, { action: "draft" })
  await app.db
    .prepare("UPDATE autopilot_run SET state = 'packing', ended_at = NULL, retry_at = 1000 WHERE id = ?")
    .bind(last._id)
    .run()
  await minutePasses(app)
  expect((await ranOut(client, pilot, 4)).message).toMatch(/^It was paused/)
})

test("a press while another run ends begins a run of its own", async () => {
  const { DB, db } = sqliteD1()
  db.exec("PRAGMA foreign_keys = OFF")
  db.exec(`INSERT INTO autopilot (id, user_id, integration_id, days, times, time_zone, ship_within_days, packing, action, max_credits_per_day, created_at, updated_at)
    VALUES ('a', 'u', 's', '[1]', '["07:00"]', 'UTC', 1, 'tightest', 'draft', 9, 1, 1);
    INSERT INTO autopilot_run (id, autopilot_id, user_id, slot, state, day, started_at, updated_at) VALUES ('r', 'a', 'u', 'length:1', 'packing', '2026-11-27', 1, 1)`)
  // The other run ends between the look that it is under way and the look for it.
  const prepare = (sql: string) => {
    if (/^select/i.test(sql)) db.exec("UPDATE autopilot_run SET ended_at = 2 WHERE id = 'r'")
    return DB.prepare(sql)
  }
  const open = { DB: { ...DB, prepare }, SYNC_QUEUE: { send: async () => undefined } } as unknown as OpenEnv
  const env = envOf(open, FIRST_DATABASE)
  const row = await findAutopilot(openDatabase(env.DB), null, "a" as Id)
  db.exec("UPDATE autopilot_run SET ended_at = NULL")
  expect(await pressRun(env, row as AutopilotRow, "key")).toMatchObject({ cause: "asked", state: "syncing" })
})

test("a paused one that is asked to run prints also what does not fit into one print", async () => {
  const owner = await app.givenUser({ name: "PressesMuch" })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, { isPaused: true })
  for (let i = 0; i < 3; i++)
    await givenOrder(app, owner, integrationId, { number: `P${i}`, quantity: MAX_PRINT_COPIES / 2 })
  await press(client, pilot, crypto.randomUUID())
  const rest = await ranOut(client, pilot, 2)
  expect(rest).toMatchObject({
    cause: "asked",
    state: "done",
    orders: 1,
    printStatus: "In Draft",
    message: null,
  })
  const [, full] = await runsOf(client, pilot)
  expect(full).toMatchObject({ cause: "asked", orders: 2, copies: MAX_PRINT_COPIES })

  // Changed after the press, it stops, and begins nothing more.
  await client.put(`/api/autopilots/${pilot._id}`, { maxCreditsPerDay: 9 })
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(rest._id).run()
  await app.db
    .prepare("UPDATE autopilot_run SET state = 'packing', ended_at = NULL, retry_at = 1000 WHERE id = ?")
    .bind(full._id)
    .run()
  await minutePasses(app)
  const stopped = await until("its end", async () => {
    const runs = await runsOf(client, pilot)
    return runs.every(({ endedAt }) => endedAt !== null) && runs
  })
  expect(stopped).toHaveLength(2)
  expect(stopped[1].message).toMatch(/^It was paused/)
})

test("orders without a ship-by date go by the autopilot's rule: never, at once, or after so many days", async () => {
  const owner = await app.givenUser({ name: "Undated" })
  const { client } = owner
  // A zone in which it is about noon: no day ends meanwhile.
  const behind = new Date().getUTCHours() - 12
  const timeZone = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`
  const { pilot, integrationId } = await givenPilotShop(app, owner, { timeZone })
  expect(pilot.undatedAfterDays).toBe(null)
  const nowMs = Date.now()
  const undated = (number: string, daysAgo: number) =>
    givenOrder(app, owner, integrationId, { number, shipBy: null, orderedAt: nowMs - daysAgo * DAY_MS })
  await undated("U0", 0)
  await undated("U2", 2)
  const old = await undated("U3", 3)
  const ruled = (undatedAfterDays: number | null) =>
    client.put(`/api/autopilots/${pilot._id}`, { undatedAfterDays })

  expect(await previewOf(client, pilot)).toMatchObject({ items: 0, skippedCount: 3 })
  expect((await ruled(-1)).status).toBe(400)
  await ruled(0)
  expect(await previewOf(client, pilot)).toMatchObject({ items: 3, skippedCount: 0 })
  await ruled(3)
  // What is not due yet is not left out either: it has its day.
  expect(await previewOf(client, pilot)).toMatchObject({ items: 1, skippedCount: 0 })
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  expect(run).toMatchObject({ orders: 1, skippedCount: 0 })
  const print = await printOf(client, run.printId ?? "")
  expect(print.printItems.map(({ orderItemId }) => orderItemId?._id)).toEqual([old])

  await ruled(null)
  expect(await previewOf(client, pilot)).toMatchObject({ items: 0 })
  const batch = await client.post("/api/orders/batch", { shipWithinDays: 1, dryRun: true })
  expect(batch.data).toMatchObject({ items: 0 })
})

test("one autopilot prints the orders of all stores on one film, and is the only one", async () => {
  const owner = await app.givenUser({ name: "All" })
  const { client } = owner
  const { pilot, integrationId, templateId } = await givenPilotShop(app, owner)
  const other = makeId(Date.now())
  await app.db
    .prepare(
      "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Mugs', 'File', 1, 1)",
    )
    .bind(other, owner.userId)
    .run()
  const forAll = (isForAllStores: boolean) => client.put(`/api/autopilots/${pilot._id}`, { isForAllStores })
  const { _id: third } = await givenIntegration(client, "Third")
  const own = await givenAutopilot(client, { integrationId: third, sheetTemplateId: templateId })
  expect(await forAll(true)).toMatchObject({
    status: 409,
    message: "Other stores have autopilots of their own. Delete those first.",
  })
  await client.delete(`/api/autopilots/${own._id}`)
  expect(await forAll(true)).toMatchObject({ status: 200, data: { isForAllStores: true } })
  const input = autopilotInput({ integrationId: third, sheetTemplateId: templateId })
  expect(await client.post("/api/autopilots", input)).toMatchObject({
    status: 409,
    message: "An autopilot for all stores already prints this store's orders",
  })

  const items = [
    await givenOrder(app, owner, integrationId, { number: "T1" }),
    await givenOrder(app, owner, other, { number: "M1" }),
  ]
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  expect(run).toMatchObject({ orders: 2, items: 2 })
  // The third store has never been connected.
  expect(run.message).toBe("Third is not connected, so its newest orders could not be read.")
  const print = await printOf(client, run.printId ?? "")
  expect(print.printItems.map(({ orderItemId }) => orderItemId?._id).toSorted()).toEqual(items.toSorted())
  await app.mailed(owner.email, "Autopilot for all stores")

  // The store that its page belongs to goes: it moves to another. With the last one it goes, too.
  await client.delete(`/api/integrations/${integrationId}`)
  const moved = (await client.get(`/api/autopilots/${pilot._id}`)).data as Autopilot
  expect([other, third]).toContain(moved.integrationId)
  expect((await ranOut(client, pilot)).orders).toBe(2)
  await client.delete(`/api/integrations/${other}`)
  await client.delete(`/api/integrations/${third}`)
  expect((await client.get("/api/autopilots")).data).toEqual([])
})

test("an autopilot for some stores prints theirs on one film, and sends it where it says", async () => {
  const owner = await app.givenUser({ name: "Some", credits: 40 })
  const { client } = owner
  const settings = { action: "process", maxCreditsPerDay: 9 } as const
  const { pilot, integrationId, templateId } = await givenPilotShop(app, owner, settings)
  const { _id: other } = await givenIntegration(client, "Mugs")
  const { _id: third } = await givenIntegration(client, "Third")
  const address = await client.expect<{ _id: string }>(
    "POST",
    "/api/delivery-addresses",
    addressInput({ name: "Kim" }, app.standIns.origin),
  )
  const change = (body: object) => client.put(`/api/autopilots/${pilot._id}`, body)
  const some = { moreIntegrationIds: [other], addressId: address._id }
  expect(await change(some)).toMatchObject({ status: 200, data: some })
  await givenAutopilot(client, { integrationId: third, sheetTemplateId: templateId })
  expect(await change({ moreIntegrationIds: [other, third] })).toMatchObject({
    status: 409,
    message: "One of the chosen stores already has an autopilot. Leave it out.",
  })
  const stranger = (await app.givenUser({ name: "Strange" })).client
  const { _id: foreign } = await givenIntegration(stranger, "Foreign")
  expect((await change({ moreIntegrationIds: [foreign] })).status).toBe(404)

  const items = [
    await givenOrder(app, owner, integrationId, { number: "S1" }),
    await givenOrder(app, owner, other, { number: "M1" }),
  ]
  await givenOrder(app, owner, third, { number: "X1" })
  await makeDue(app, pilot)
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  expect(run).toMatchObject({ orders: 2, items: 2 })
  const print = await printOf(client, run.printId ?? "")
  expect(print.printItems.map(({ orderItemId }) => orderItemId?._id).toSorted()).toEqual(items.toSorted())
  await until("the files at Kim's", async () => {
    const [sent] = (await client.get(`/api/prints/${print._id}/deliveries`)).data as Delivery[]
    return sent?.name === "Kim" && sent.state === "sent"
  })

  await client.delete(`/api/integrations/${integrationId}`)
  expect((await client.get(`/api/autopilots/${pilot._id}`)).data).toMatchObject({
    ...{ integrationId: other, moreIntegrationIds: [] },
  })
})

test("an autopilot for all stores waits until each of them is read, and names the one that is not", async () => {
  const { client } = await app.givenUser({ name: "ReadsAll" })
  const names = [shopName(), shopName()]
  const ids: string[] = []
  for (const shop of names) {
    await tellEtsy(app, { action: "receipts", shop, count: 1 })
    ids.push((await givenShop(client, shop)).id)
  }
  const sheetTemplateId = await givenTemplate(client)
  const pilot = await givenAutopilot(client, {
    ...{ integrationId: ids[0], isForAllStores: true },
    ...{ sheetTemplateId, shipWithinDays: 366 },
  })
  for (const shop of names) await tellEtsy(app, { action: "arrive", shop, count: 1 })
  await makeDue(app, pilot)
  await minutePasses(app)
  expect(await ranOut(client, pilot)).toMatchObject({ state: "done", message: null })
  expect(await ordersOf(client)).toHaveLength(4)

  app.expectErrors(/sync refused by marketplace/)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "fail", status: 403, times: 1 })
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE autopilot_id = ?").bind(pilot._id).run()
  await makeDue(app, pilot)
  await minutePasses(app)
  const failed = await ranOut(client, pilot, 2)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "clear" })
  expect(failed.message).toMatch(/^The newest orders of \S+ could not be read\. /)
})
