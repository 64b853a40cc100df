import { expect, test } from "vitest"
import type { EventType } from "../../../contract/events/event.ts"
import type { Event } from "../../../contract/events/event-body.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import type { Job } from "../../../contract/programs/job.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, printOf, processed, until } from "../artwork/artwork-steps.ts"
import { givenOrder, givenPilotShop, makeDue, minutePasses, ranOut } from "../autopilots/autopilot-steps.ts"
import { givenDue, givenShop, ordersOf, sync, tellEtsy } from "../orders/order-steps.ts"

const app = useApp()
const RENDER = "sheetsmith-render"

/** Returns the events of one type, or about one thing, the oldest first. */
async function eventsOf(client: Client, about: { type?: EventType; id?: string }): Promise<Event[]> {
  const all = await client.expect<Event[]>("GET", "/api/events?limit=900")
  return all.filter(
    ({ type, data }) =>
      (about.type === undefined || type === about.type) && (about.id === undefined || data.id === about.id),
  )
}

async function typesOf(client: Client, id: string): Promise<string[]> {
  return (await eventsOf(client, { id })).map(({ type }) => type)
}

async function attemptOf(print: string): Promise<{ id: string; searchEffort: string | null }> {
  const row = await app.db
    .prepare("SELECT id, search_effort AS searchEffort FROM attempt WHERE print_id = ? ORDER BY number DESC")
    .bind(print)
    .first<{ id: string; searchEffort: string | null }>()
  if (!row) throw new Error(`nobody has processed the print ${print}`)
  return row
}

test("an order that its shop changes, that is pressed and that ships is told of once each, and of nothing when it is read again", async () => {
  const { client } = await app.givenUser({ name: "Changing" })
  const { id, shop } = await givenShop(client)
  const [order, other] = (await ordersOf(client)).filter(
    ({ isCancelled, status }) => !isCancelled && status === "Pending",
  )
  const changes = async (of = order) =>
    (await typesOf(client, of._id)).filter((type) => type === "order.changed").length
  expect(await typesOf(client, order._id)).toEqual(["order.created"])
  await tellEtsy(app, {
    ...{ shop, index: Number(order.orderNumber) % 100_000 },
    ...{ action: "edit", place: 0, quantity: 7 },
  })
  for (let reads = 0; reads < 2; reads++) {
    await app.db.prepare("UPDATE integration SET synced_until_s = 0 WHERE id = ?").bind(id).run()
    await sync(client, id)
    expect(await changes()).toBe(1)
  }
  await client.expect("POST", "/api/orders/pressed", { orderIds: [order._id] })
  expect(await changes(), "what is not printed is not pressed").toBe(1)
  await app.db.prepare("UPDATE \"order\" SET status = 'Completed' WHERE id = ?").bind(order._id).run()
  for (let repeat = 0; repeat < 2; repeat++) {
    await client.expect("POST", "/api/orders/pressed", { orderIds: [order._id] })
    expect(await changes()).toBe(2)
  }
  for (let repeat = 0; repeat < 2; repeat++) {
    await client.post("/api/orders/shipments", { shipments: [{ orderId: order._id }] })
    expect(await changes()).toBe(3)
  }
  expect(await changes(other)).toBe(0)
  const [last] = (await eventsOf(client, { id: order._id })).slice(-1)
  expect(last).toMatchObject({ type: "order.changed", data: { isTest: false, integrationId: id } })
})

test("a buyer's answer to a proof is told of once, whatever is answered afterwards", async () => {
  const { client, userId } = await app.givenUser({ name: "Answered" })
  await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  await givenSize(client, "M", 4)
  const itemId = await givenDue(app, userId, "4001", null)
  const [{ _id: orderId }] = await ordersOf(client)
  const [asked] = await client.expect<AskedProof[]>("POST", "/api/proofs", { orderItemIds: [itemId] })
  expect(await eventsOf(client, { type: "proof.answered" })).toEqual([])
  const path = `/api/proofs/${asked.url.split("/proof/")[1]}`
  const replies = [
    await app.visitor().post(path, { answer: "change", text: "Bigger, please" }),
    await app.visitor().post(path, { answer: "change", text: "Bigger, please" }),
    await app.visitor().post(path, { answer: "approved" }),
  ]
  expect(replies[0].status, replies[0].message).toBe(200)
  expect(await eventsOf(client, { type: "proof.answered" })).toMatchObject([
    { data: { id: itemId, orderId, answer: "change", isTest: false } },
  ])
})

test("a print that is cancelled is told of once, however often it is asked for and its messages come", async () => {
  const { client } = await app.givenUser({ name: "Ending", credits: 20 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id: print } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 2 }])
  expect((await client.post(`/api/prints/${print}/process`, {})).status).toBe(202)
  const message = { kind: "layout", attemptId: (await attemptOf(print)).id }
  for (let repeat = 0; repeat < 2; repeat++)
    expect((await client.post(`/api/prints/${print}/cancel`)).status).toBe(200)
  await app.deliver(`${RENDER}-dead`, message, message)
  expect(await typesOf(client, print)).toEqual(["print.processing", "print.cancelled"])
})

test("a print whose tries have all failed is told of once, however often its last messages come", async () => {
  app.expectErrors(/job failed.*not now/)
  const { client, hub } = await app.givenUser({ name: "Failing", credits: 20 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const { _id: print } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 2 }])
  await app.db
    .prepare("CREATE TRIGGER refuse_sheets BEFORE INSERT ON sheet BEGIN SELECT RAISE(ABORT, 'not now'); END")
    .run()
  expect((await client.post(`/api/prints/${print}/process`, {})).status).toBe(202)
  const message = { kind: "layout", attemptId: (await attemptOf(print)).id }
  await app.deliver(`${RENDER}-dead`, message, message)
  await app.db.prepare("DROP TRIGGER refuse_sheets").run()
  await app.deliver(RENDER, message)
  expect(await printOf(client, print)).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringMatching(/^The layout could not be made/),
  })
  expect(await typesOf(client, print)).toEqual(["print.processing", "print.failed"])
  expect(await hub.balance()).toMatchObject({ used: 0, held: 0 })

  // Processed again it is another try, which is told of as well.
  expect((await client.post(`/api/prints/${print}/process`, {})).status).toBe(202)
  expect((await processed(client, print)).status).toBe("Completed")
  const again = ["print.processing", "print.completed"]
  expect(await typesOf(client, print)).toEqual(["print.processing", "print.failed", ...again])
})

test("a job whose print fails is told of once, as its print is; a layout that has come is not given up", async () => {
  app.expectErrors(/job failed.*leaves artwork/)
  const { client } = await app.givenUser({ name: "Failed", credits: 20 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  // Its trim box lies outside: no stamp can be made.
  await app.db.prepare("UPDATE image SET trim_x = trim_x + 100000 WHERE id = ?").bind(image._id).run()
  const items = [{ imageId: image._id, widthIn: 1, quantity: 2 }]
  const { _id: job } = await client.expect<Job>("POST", "/api/jobs", { items, action: "process" })
  const jobNow = () => client.expect<Job>("GET", `/api/jobs/${job}`)
  const print = await until("its print", async () => {
    const { status, printId } = await jobNow()
    return status === "rendering" && printId
  })
  const { id: attemptId } = await until("its layout", async () => {
    const attempt = await attemptOf(print)
    return attempt.searchEffort === null && attempt
  })
  const layout = { kind: "layout", attemptId }
  await app.deliver(`${RENDER}-dead`, layout, layout)
  expect((await printOf(client, print)).status).toBe("Processing")
  expect(await typesOf(client, print)).toEqual(["print.processing"])

  const stamp = await app.db
    .prepare("SELECT stamp_key AS stampKey FROM attempt_stamp WHERE attempt_id = ?")
    .bind(attemptId)
    .first<{ stampKey: string }>()
  const message = { kind: "stamp", attemptId, ...stamp }
  await app.deliver(`${RENDER}-dead`, message, message)
  expect(await printOf(client, print)).toMatchObject({ status: "In Draft" })
  expect(await typesOf(client, print)).toEqual(["print.processing", "print.failed"])
  await until("the job's end", async () => (await jobNow()).endedAt !== null)
  await minutePasses(app)
  expect(await jobNow()).toMatchObject({ status: "failed", printId: print })
  expect(await eventsOf(client, { id: job })).toMatchObject([
    { type: "job.ended", data: { printId: print, isTest: false } },
  ])
})

test("an autopilot's run and the print that it makes are told of once each", async () => {
  const owner = await app.givenUser({ name: "Pilot", credits: 30 })
  const { client } = owner
  const { pilot, integrationId } = await givenPilotShop(app, owner, { action: "process" })
  await givenOrder(app, owner, integrationId, { number: "9001" })
  await makeDue(app, pilot)
  for (let repeat = 0; repeat < 2; repeat++) {
    await minutePasses(app)
    const { _id, printId } = await ranOut(client, pilot)
    if (printId === null) throw new Error("the run has made no print")
    expect((await processed(client, printId)).status).toBe("Completed")
    expect(await eventsOf(client, { type: "autopilot.ran" })).toMatchObject([
      { data: { id: _id, autopilotId: pilot._id, printId, isTest: false } },
    ])
    expect(await typesOf(client, printId)).toEqual(["print.processing", "print.completed"])
  }
})

test("what fails before it is held, and what is only looked at, is no news", async () => {
  const { client } = await app.givenUser({ name: "Silent", credits: 0 })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id: print } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 50 }])
  expect((await client.post(`/api/prints/${print}/process`, {})).status).toBe(402)
  await client.expect("POST", `/api/prints/${print}/layout`, {})
  expect(await typesOf(client, print)).toEqual([])
})
