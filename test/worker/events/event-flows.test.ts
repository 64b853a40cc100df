import { expect, test } from "vitest"
import type { Event, EventType } from "../../../contract/events/event.ts"
import type { AskedProof } from "../../../contract/orders/asked-proof.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"
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
  const row = await app.db
    .prepare("SELECT attempt_id AS id FROM print WHERE id = ?")
    .bind(print)
    .first<{ id: string }>()
  const message = { kind: "layout", attemptId: row?.id }
  for (let repeat = 0; repeat < 2; repeat++)
    expect((await client.post(`/api/prints/${print}/cancel`)).status).toBe(200)
  await app.deliver(`${RENDER}-dead`, message, message)
  expect(await typesOf(client, print)).toEqual(["print.processing", "print.cancelled"])
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
