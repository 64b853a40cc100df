import { expect, test } from "vitest"
import type { Autopilot, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { lengthText } from "../../../contract/length.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import type { Notification } from "../../../contract/live.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { boxedLogoPng } from "../../../harness/artwork.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, printOf, until } from "../artwork/artwork-steps.ts"
import { faultAt, givenShop, ordersOf, shopName, tellEtsy } from "../orders/order-steps.ts"
import {
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

async function printsOf(client: Client): Promise<Print[]> {
  const prints = (await client.get("/api/prints?limit=50")).data as Print[]
  return Promise.all(prints.map(({ _id }) => printOf(client, _id)))
}

async function printedItems(client: Client): Promise<(string | undefined)[]> {
  const prints = await printsOf(client)
  return prints.flatMap(({ printItems }) => printItems.map(({ orderItemId }) => orderItemId?._id))
}

async function newsOf(client: Client): Promise<Notification[]> {
  return (await client.get("/api/notifications")).data as Notification[]
}

async function autopilotOf(client: Client, { _id }: { _id: string }): Promise<Autopilot> {
  return (await client.get(`/api/autopilots/${_id}`)).data as Autopilot
}

/** Sets a run back, as if the runtime had been killed before it stored the state after this one. */
async function cutAt(run: { _id: string }, state: string): Promise<void> {
  const isEarly = state === "syncing" || state === "batching"
  await app.db
    .prepare(
      `UPDATE autopilot_run SET state = ?, ended_at = NULL, is_announced = 0, retry_at = 1000,
        print_id = CASE WHEN ? THEN NULL ELSE print_id END WHERE id = ?`,
    )
    .bind(state, isEarly ? 1 : 0, run._id)
    .run()
}

test("at its time it makes a draft of what ships by then, once, and tells what it left and why", async () => {
  const owner = await app.givenUser({ name: "Drafts" })
  const { client, email } = owner
  await client.expect("PUT", "/api/profile/settings", { lengthUnit: "cm" })
  const { pilot, integrationId, templateId } = await givenPilotShop(app, owner, { packing: "by-order" })
  const first = await givenOrder(app, owner, integrationId, { number: "A1", quantity: 2 })
  const second = await givenOrder(app, owner, integrationId, { number: "A2" })
  const odd = await givenOrder(app, owner, integrationId, { number: "A3", isOdd: true })

  // Not before.
  await minutePasses(app)
  expect(await runsOf(client, pilot)).toEqual([])
  await makeDue(app, pilot)
  await Promise.all([minutePasses(app), minutePasses(app)])
  const run = await ranOut(client, pilot)
  expect(run).toMatchObject({
    ...{ cause: "time", state: "done", printStatus: "In Draft", message: null },
    ...{ orders: 2, items: 2, copies: 3, credits: 0, skippedCount: 1 },
    skipped: [
      { orderItemId: odd, reason: "unmatched", orderNumber: "A3", title: "Shirt of A3", printId: null },
    ],
  })
  expect(run.lengthIn).toBeGreaterThan(2)
  const print = await printOf(client, run.printId ?? "")
  expect(print).toMatchObject({ status: "In Draft", sheetTemplateId: templateId })
  expect(print.printItems.map(({ orderItemId }) => orderItemId?._id)).toEqual([first, second])
  const layout = (await client.get(`/api/prints/${print._id}/layout`)).data
  expect(layout).toMatchObject({ packing: "by-order", sheetTemplateId: templateId })

  const words = "A draft of 3 copies for 2 orders was made."
  const [news] = await newsOf(client)
  expect(news).toMatchObject({
    type: "print",
    attachmentId: print._id,
    message: `Autopilot of Tea towels: ${words} 1 item has no artwork or size.`,
  })
  await app.mailed(email, words)
  const { text } = await app.mailbox(email)
  expect(text).toContain(`Film: ${lengthText(run.lengthIn ?? 0, "cm")}. Processing it takes 3 credits.`)
  expect(text).toContain(`Open the print:\n${app.origin}/prints/${print._id}`)
  expect(text).toContain(`Open the autopilot:\n${app.origin}/integrations/${integrationId}/autopilot`)
  expect(text).toContain("1 item has no artwork or size.")
  const next = await autopilotOf(client, pilot)
  expect(next).toMatchObject({ nextRunAt: pilot.nextRunAt, lastRun: { _id: run._id } })

  // The same minute again: the slot had its run.
  await app.db
    .prepare("UPDATE autopilot SET next_run_at = ? WHERE id = ?")
    .bind(Date.parse(run.startedAt), pilot._id)
    .run()
  await minutePasses(app)
  expect((await runsOf(client, pilot)).map(({ _id }) => _id)).toEqual([run._id])

  // Wherever it is cut, it goes on and makes nothing twice; nobody is told twice by notification.
  for (const state of ["syncing", "batching", "packing"]) {
    await cutAt(run, state)
    await minutePasses(app)
    const again = await ranOut(client, pilot)
    expect(again, state).toMatchObject({
      printId: print._id,
      orders: 2,
      items: 2,
      copies: 3,
      skippedCount: 1,
    })
    expect(again.message, state).toBe(null)
  }
  expect((await printsOf(client)).length).toBe(1)
  expect((await newsOf(client)).filter(({ message }) => message.startsWith("Autopilot"))).toHaveLength(1)

  // Items that are in a print already are not new.
  await app.db
    .prepare("DELETE FROM \"order\" WHERE vendor_order_id = 'A3' AND user_id = ?")
    .bind(owner.userId)
    .run()
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(run._id).run()
  await makeDue(app, pilot)
  await minutePasses(app)
  expect(await ranOut(client, pilot, 2)).toMatchObject({ state: "done", printId: null, skippedCount: 2 })
  expect((await newsOf(client)).filter(({ message }) => message.startsWith("Autopilot"))).toHaveLength(1)
})

test("it processes within its credits a day, also when runs overlap, and leaves the rest a draft", async () => {
  const owner = await app.givenUser({ name: "Spends", credits: 40 })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, {
    action: "process",
    maxCreditsPerDay: 5,
  })
  await givenOrder(app, owner, integrationId, { number: "B1", quantity: 3 })
  await makeDue(app, pilot)
  await minutePasses(app)
  const first = await ranOut(client, pilot)
  expect(first).toMatchObject({ state: "done", credits: 3, message: null })
  expect(["Processing", "Completed"]).toContain(first.printStatus)
  const finished = () =>
    until("the print", async () => (await printOf(client, first.printId ?? "")).status === "Completed")
  await finished()

  // Cut after it was started, before that was stored: it is not started again.
  await cutAt(first, "processing")
  await minutePasses(app)
  expect(await ranOut(client, pilot)).toMatchObject({ credits: 3, printStatus: "Completed", message: null })
  expect((await client.get("/api/profile")).data).toMatchObject({ credit: { availableCredits: 37 } })

  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(first._id).run()
  await givenOrder(app, owner, integrationId, { number: "B2", quantity: 3 })
  await makeDue(app, pilot)
  await minutePasses(app)
  expect(await ranOut(client, pilot, 2)).toMatchObject({
    ...{ state: "done", credits: 0, copies: 3, printStatus: "In Draft" },
    message:
      "It was left as a draft: it costs 3 credits, but the autopilot may spend 5 a day, and 3 are already spent.",
  })

  // Two runs at once, each of which alone would be within what is left.
  const rows = await Promise.all(
    ["x", "y"].map(async (slot) => {
      const itemId = await givenOrder(app, owner, integrationId, { number: `B${slot}`, quantity: 2 })
      const made = await client.post("/api/orders/print", { orderItems: [itemId] })
      const id = makeId(Date.now())
      await app.db
        .prepare(
          `INSERT INTO autopilot_run (id, autopilot_id, user_id, slot, state, print_id, day, report, retry_at, started_at, updated_at)
          SELECT ?, autopilot_id, user_id, ?, 'packing', ?, day, '{"copies":2,"orders":1}', 1000, 1, ? FROM autopilot_run WHERE id = ?`,
        )
        .bind(id, slot, (made.data as { _id: string })._id, Date.now(), first._id)
        .run()
      return id
    }),
  )
  await app.deliver(
    "sheetsmith-run",
    ...rows.map((runId) => ({ kind: "autopilot", runId, leaseUntilMs: 1000 })),
  )
  await ranOut(client, pilot, 4)
  const both = (await runsOf(client, pilot)).filter(({ _id }) => rows.includes(_id))
  expect(both.map(({ credits }) => credits).toSorted()).toEqual([0, 2])

  // Credits that are not there leave a draft, too.
  const poor = await app.givenUser({ name: "Poor" })
  const other = await givenPilotShop(app, poor, { action: "process", maxCreditsPerDay: 1_000 })
  await givenOrder(app, poor, other.integrationId, { number: "P1", quantity: 500 })
  await makeDue(app, other.pilot)
  await minutePasses(app)
  const refused = await ranOut(poor.client, other.pilot)
  expect(refused).toMatchObject({ state: "done", credits: 0, printStatus: "In Draft" })
  expect(refused.message).toMatch(
    /^It was left as a draft\. This print needs 500 credits, but you have \d+\./,
  )
})

test("it overlaps prints by hand and other runs, and every item is printed once", async () => {
  const owner = await app.givenUser({ name: "Overlaps" })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner)
  const ids: string[] = []
  for (let i = 0; i < 8; i++) ids.push(await givenOrder(app, owner, integrationId, { number: `O${i}` }))
  await makeDue(app, pilot)
  const byHand = (orderItems: string[]) => client.post("/api/orders/print", { orderItems })
  await Promise.all([
    minutePasses(app),
    byHand(ids.slice(0, 2)),
    client.post("/api/orders/batch", { integrationId, shipWithinDays: 1 }),
    minutePasses(app),
    byHand(ids.slice(2, 4)),
  ])
  const { state, skipped, items } = await ranOut(client, pilot)
  expect(state).toBe("done")
  expect(items + skipped.length).toBe(8)
  const printed = await printedItems(client)
  expect(printed.toSorted()).toEqual(ids.toSorted())

  // Deleted and undone meanwhile: what another run took in between is in one print alone.
  const [mine] = await printsOf(client)
  const { undoId } = (await client.delete(`/api/prints/${mine._id}`)).data as { undoId: string }
  await app.db.prepare("UPDATE autopilot_run SET slot = id").run()
  await makeDue(app, pilot)
  await minutePasses(app)
  await ranOut(client, pilot, 2)
  await client.post(`/api/undo/${undoId}`)
  expect((await printedItems(client)).toSorted()).toEqual(ids.toSorted())
})

test("it reads the shop first, and goes on with what is known where that fails", async () => {
  const owner = await app.givenUser({ name: "Reads" })
  const { client } = owner
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 1 })
  const { id: integrationId } = await givenShop(client, shop)
  const sheetTemplateId = await givenTemplate(client)
  const pilot = await givenAutopilot(client, { integrationId, sheetTemplateId, shipWithinDays: 366 })
  await tellEtsy(app, { action: "arrive", shop, count: 2 })
  expect(await ordersOf(client)).toHaveLength(1)
  await makeDue(app, pilot)
  await minutePasses(app)
  const read = await ranOut(client, pilot)
  expect(read).toMatchObject({ state: "done", printId: null, message: null })
  expect(await ordersOf(client)).toHaveLength(3)
  expect(read.skippedCount).toBeGreaterThan(1)

  app.expectErrors(/sync refused by marketplace/)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "fail", status: 403 })
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(read._id).run()
  await makeDue(app, pilot)
  await minutePasses(app)
  const failed = await ranOut(client, pilot, 2)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "clear" })
  expect(failed).toMatchObject({ state: "done", skippedCount: read.skippedCount })
  expect(failed.message).toMatch(/^The newest orders could not be read\. /)

  await app.db
    .prepare("UPDATE integration SET tokens_encrypted = NULL WHERE id = ?")
    .bind(integrationId)
    .run()
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE autopilot_id = ?").bind(pilot._id).run()
  await makeDue(app, pilot)
  await minutePasses(app)
  expect((await ranOut(client, pilot, 3)).message).toMatch(/^The store is not connected/)
})

test("it waits for the sync that took the place of the one it asked for", async () => {
  const { client } = await app.givenUser({ name: "Overtaken" })
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 1 })
  const { id: integrationId } = await givenShop(client, shop)
  const sheetTemplateId = await givenTemplate(client)
  const pilot = await givenAutopilot(client, { integrationId, sheetTemplateId, shipWithinDays: 366 })
  await tellEtsy(app, { action: "arrive", shop, count: 2 })
  /** The sync that is asked to wait; any other than the one before. */
  const putOff = (before = "") =>
    until("a sync at a pause", async () => {
      const row = await app.db
        .prepare("SELECT sync_run_id AS id, sync_message AS said FROM integration WHERE id = ?")
        .bind(integrationId)
        .first<{ id: string; said: string | null }>()
      return row?.said?.includes("asks us to wait") && row.id !== before ? row.id : null
    })
  /** The run's state once it has ended or pauses for a minute; while it is at work, its lease is longer. */
  const stateAtRest = () =>
    until("the run at rest", async () => {
      const row = await app.db
        .prepare("SELECT state, retry_at AS retryAt FROM autopilot_run WHERE autopilot_id = ?")
        .bind(pilot._id)
        .first<{ state: string; retryAt: number | null }>()
      const pauseMs = (row?.retryAt ?? Number.POSITIVE_INFINITY) - Date.now()
      return row && (row.retryAt === null || (pauseMs > 0 && pauseMs < 2 * MINUTE_MS)) ? row.state : null
    })
  const stall = async () => {
    await app.db.prepare("UPDATE integration SET next_sync_at = 1000 WHERE id = ?").bind(integrationId).run()
    await minutePasses(app)
  }

  await tellEtsy(app, { action: "rate-limit", times: 1, retryAfterS: 100 })
  await makeDue(app, pilot)
  await minutePasses(app)
  const asked = await putOff()
  expect(await stateAtRest()).toBe("syncing")
  await tellEtsy(app, { action: "rate-limit", times: 1, retryAfterS: 100 })
  await stall()
  await putOff(asked)
  await app.db
    .prepare("UPDATE autopilot_run SET retry_at = 1000 WHERE autopilot_id = ?")
    .bind(pilot._id)
    .run()
  await minutePasses(app)
  expect(await stateAtRest()).toBe("syncing")
  expect(await ordersOf(client)).toHaveLength(1)

  await stall()
  expect(await ranOut(client, pilot)).toMatchObject({ state: "done", message: null })
  expect(await ordersOf(client)).toHaveLength(3)
})

test("paused it goes no further, late it says so, and without its template it pauses itself", async () => {
  const owner = await app.givenUser({ name: "Stops" })
  const { client, email } = owner
  const { pilot, integrationId, templateId } = await givenPilotShop(app, owner, { action: "process" })
  await givenOrder(app, owner, integrationId, { number: "S1" })

  // Paused while its draft was laid out.
  await makeDue(app, pilot)
  await app.db.prepare("UPDATE user SET status = 'inactive' WHERE id = ?").bind(owner.userId).run()
  await minutePasses(app)
  await app.db.prepare("UPDATE user SET status = 'active' WHERE id = ?").bind(owner.userId).run()
  expect(await runsOf(client, pilot)).toEqual([])
  await client.put(`/api/autopilots/${pilot._id}`, { action: "draft" })
  await minutePasses(app)
  const run = await ranOut(client, pilot)
  await client.put(`/api/autopilots/${pilot._id}`, { action: "process", isPaused: true })
  await cutAt(run, "packing")
  await minutePasses(app)
  expect(await ranOut(client, pilot)).toMatchObject({
    ...{ state: "done", credits: 0, printStatus: "In Draft" },
    message: "It was paused, so its draft stays a draft.",
  })

  // An hour late it runs once for all of its times; three hours late it does not.
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(run._id).run()
  await client.put(`/api/autopilots/${pilot._id}`, { isPaused: false, action: "draft" })
  await makeDue(app, pilot, 60)
  await minutePasses(app)
  expect(await ranOut(client, pilot, 2)).toMatchObject({ state: "done", message: null, printId: null })
  await makeDue(app, pilot, 180)
  await minutePasses(app)
  const missed = await ranOut(client, pilot, 3)
  expect(missed).toMatchObject({ state: "failed", printId: null })
  expect(missed.message).toMatch(/^It was missed: /)
  expect(Date.parse((await autopilotOf(client, pilot)).nextRunAt ?? "")).toBeGreaterThan(Date.now())
  await app.mailed(email, "The run failed.")
  expect((await newsOf(client))[0].message).toContain(missed.message)

  expect((await client.delete(`/api/sheet-templates/${templateId}`)).status).toBe(200)
  await makeDue(app, pilot)
  await minutePasses(app)
  expect(await ranOut(client, pilot, 4)).toMatchObject({
    state: "failed",
    message: "Its sheet template was deleted, so it is paused. Choose another one and resume it.",
  })
  expect(await autopilotOf(client, pilot)).toMatchObject({ isPaused: true, nextRunAt: null })
})

test("it runs once there is film enough, and not again while that run is under way", async () => {
  const owner = await app.givenUser({ name: "Waits" })
  const { client } = owner
  const given = { days: [], times: [], minLengthIn: 20 }
  const { pilot, integrationId } = await givenPilotShop(app, owner, given)
  const lookNow = async () => {
    await app.db.prepare("UPDATE autopilot SET next_look_at = 1000 WHERE id = ?").bind(pilot._id).run()
    await minutePasses(app)
  }
  const looked = { kind: "look", autopilotId: pilot._id }
  await givenOrder(app, owner, integrationId, { number: "L1", quantity: 2 })
  await app.deliver("sheetsmith-run", looked)
  expect(await runsOf(client, pilot)).toEqual([])
  await givenOrder(app, owner, integrationId, { number: "L2", quantity: 60 })
  await lookNow()
  const run = await ranOut(client, pilot)
  expect(run).toMatchObject({ cause: "length", state: "done", copies: 62, printStatus: "In Draft" })
  expect(run.lengthIn).toBeGreaterThan(20)
  await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE id = ?").bind(run._id).run()

  await givenOrder(app, owner, integrationId, { number: "L3", quantity: 60 })
  await app.db.prepare("UPDATE autopilot_run SET ended_at = NULL WHERE id = ?").bind(run._id).run()
  await app.deliver("sheetsmith-run", looked)
  expect(await runsOf(client, pilot)).toHaveLength(1)
  await app.db.prepare("UPDATE autopilot_run SET ended_at = 1000 WHERE id = ?").bind(run._id).run()
  await app.deliver("sheetsmith-run", looked, looked)
  expect(await ranOut(client, pilot, 2)).toMatchObject({ cause: "length", copies: 60 })
  expect(await runsOf(client, pilot)).toHaveLength(2)
})

test("what does not fit into a print comes into the next, and what a person should see stays a draft", async () => {
  const owner = await app.givenUser({ name: "Fills", credits: 40 })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner)
  for (let i = 0; i < 3; i++)
    await givenOrder(app, owner, integrationId, { number: `F${i}`, quantity: MAX_PRINT_COPIES / 2 })
  await makeDue(app, pilot)
  await minutePasses(app)
  const rest = await ranOut(client, pilot, 2)
  const full = (await runsOf(client, pilot))[1]
  expect(full).toMatchObject({ orders: 2, copies: MAX_PRINT_COPIES, skippedCount: 1 })
  expect(full.skipped).toMatchObject([{ orderNumber: "F2", reason: "full" }])
  expect(rest).toMatchObject({ cause: "time", orders: 1, copies: MAX_PRINT_COPIES / 2, skippedCount: 2 })
  expect(await printedItems(client)).toHaveLength(3)

  // Texts: one that a person confirmed and may be rude, and one that nobody has seen.
  const jersey = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><text x="10" y="60" font-family="Inter" font-size="40">{{name}}</text></svg>`
  const { _id: imageId } = await givenImage(client, { name: "jersey.svg", bytes: jersey })
  const rude = await givenOrder(app, owner, integrationId, { number: "F4" })
  const confirmed = await client.put(`/api/orders/items/${rude}`, { imageId, values: { name: "Dick" } })
  expect(confirmed.status, confirmed.message).toBe(200)
  const unseen = await givenOrder(app, owner, integrationId, { number: "F5" })
  expect((await client.put(`/api/orders/items/${unseen}`, { imageId })).status).toBe(200)
  await client.put(`/api/autopilots/${pilot._id}`, { action: "process" })
  // Its piece is drawn, or its ink checked, meanwhile; the run looks again after some seconds.
  const runAfter = async (last: AutopilotRun) => {
    await app.db.prepare("UPDATE autopilot_run SET slot = id WHERE autopilot_id = ?").bind(pilot._id).run()
    await makeDue(app, pilot)
    await minutePasses(app)
    return until("the next run", async () => {
      await app.db
        .prepare("UPDATE autopilot_run SET retry_at = 1000 WHERE state = 'packing' AND autopilot_id = ?")
        .bind(pilot._id)
        .run()
      await minutePasses(app)
      const [newest] = await runsOf(client, pilot)
      return newest.state === "done" && newest._id !== last._id && newest
    })
  }
  const drafted = await runAfter(rest)
  expect(drafted).toMatchObject({
    ...{ items: 1, credits: 0, printStatus: "In Draft" },
    message: 'It was left as a draft for you to look at. "Dick" may be a rude word',
  })
  expect(drafted.skipped.filter(({ reason }) => reason !== "in-print")).toMatchObject([
    { orderItemId: unseen, reason: "doubtful" },
  ])

  // Ink that will show, in an account that wants to look at it.
  const bytes = await boxedLogoPng(900, 600)
  const { _id: boxedId } = await givenImage(client, { name: "boxed.png", bytes })
  const boxed = await givenOrder(app, owner, integrationId, { number: "F6" })
  await client.put(`/api/orders/items/${boxed}`, { imageId: boxedId })
  await client.put("/api/profile/settings", { holdsForInk: true })
  const held = await runAfter(drafted)
  expect(held).toMatchObject({ items: 1, credits: 0, printStatus: "In Draft" })
  expect(held.message).toMatch(/^It was left as a draft for you to look at\. There is a white box around/)
})
