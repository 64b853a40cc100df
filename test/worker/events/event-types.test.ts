import { expect, test } from "vitest"
import { eventTypes } from "../../../contract/events/event.ts"
import type { Event } from "../../../contract/events/event-body.ts"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import {
  formOf,
  givenImage,
  givenPrint,
  givenSize,
  ingested,
  processed,
  until,
  upload,
} from "../artwork/artwork-steps.ts"
import { givenDue, ordersOf } from "../orders/order-steps.ts"
import { givenEndpoint, heard, heardAt } from "./event-steps.ts"

const app = useApp()

test("each thing that a program is told of is an event, and a repeat or an undo makes no second one", async () => {
  const { client, userId } = await app.givenUser({ name: "Everything" })
  const all = async () => client.expect<Event[]>("GET", "/api/events?limit=200")
  const types = async () => (await all()).map(({ type }) => type)
  const last = async () => (await all()).at(-1)

  const moth = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  expect(await last()).toMatchObject({ type: "image.ready", data: { id: moth._id, isTest: false } })
  const [broken] = await upload(client, [
    { name: "half.png", bytes: (await softArtPng(80, 80)).slice(0, 700) },
  ])
  await ingested(client, broken._id)
  expect(await last()).toMatchObject({ type: "image.failed", data: { id: broken._id } })

  const sizeId = await givenSize(client, "Pocket", 1)
  const print = await givenPrint(client, [{ imageId: moth._id, sizeId, quantity: 11 }])
  await client.expect("POST", `/api/prints/${print._id}/process`, {})
  await processed(client, print._id)
  expect((await types()).filter((type) => type.startsWith("print"))).toEqual([
    "print.processing",
    "print.completed",
  ])
  const low = await until("credits to be low", async () =>
    (await all()).find(({ type }) => type === "credits.low"),
  )
  expect(low.data).toEqual({ id: userId, isTest: false, availableCredits: 9 })
  const set = (status: string) =>
    app.db.prepare("UPDATE print SET status = ? WHERE id = ?").bind(status, print._id).run()
  for (const status of ["Processing", "Cancelled", "Processing", "In Draft", "In Draft"]) await set(status)
  expect((await types()).slice(-4)).toEqual([
    "print.processing",
    "print.cancelled",
    "print.processing",
    "print.failed",
  ])

  const itemId = await givenDue(app, userId, "2001", null)
  const [order] = await ordersOf(client)
  const placed = { id: order._id, isTest: false, integrationId: order.integrationId._id }
  expect(await last()).toMatchObject({ type: "order.created", data: placed })
  const removed = await client.post("/api/orders/bulk-delete", { orderIds: [order._id] })
  const { undoId } = removed.data as { undoId: string }
  await client.expect("POST", `/api/undo/${undoId}`, {})
  expect((await types()).filter((type) => type === "order.created")).toHaveLength(1)
  await app.db.prepare(`UPDATE "order" SET shipped_at = 5 WHERE id = ?`).bind(order._id).run()
  expect(await last()).toMatchObject({ type: "order.changed", data: placed })
  const proof = JSON.stringify({ state: "approved", askedAt: 1, answeredAt: 2 })
  for (let repeat = 0; repeat < 2; repeat++)
    await app.db.prepare("UPDATE order_item SET proof = ? WHERE id = ?").bind(proof, itemId).run()
  expect((await all()).filter(({ type }) => type === "proof.answered")).toMatchObject([
    { data: { id: itemId, orderId: order._id, answer: "approved" } },
  ])

  const quoted = await client.post(
    "/api/jobs",
    { items: [{ imageId: moth._id, sizeId, quantity: 1 }], action: "quote", reference: "web-7" },
    { prefer: "wait=25" },
  )
  const { _id: job } = quoted.data as { _id: string }
  expect(await last()).toMatchObject({
    type: "job.ended",
    data: { id: job, isTest: false, printId: null, reference: "web-7" },
  })
  const known = new Set(await types())
  expect(eventTypes.filter((type) => !known.has(type))).toEqual(["autopilot.ran"])
})

test("what a test token prints is told only to who asks for tests, and says so", async () => {
  const { client } = await app.givenUser({ name: "Trying" })
  await givenEndpoint(app, client, "real")
  await givenEndpoint(app, client, "trying", { takesTests: true })
  const { program } = await givenToken(client, { isTest: true })
  const uploaded = await program.post(
    "/api/images/bulk-upload",
    formOf([{ name: "logo.svg", bytes: logoSvg() }]),
  )
  const [image] = uploaded.data as { _id: string }[]
  await ingested(client, image._id)
  // Artwork is the account's own, whoever brings it.
  expect((await client.expect<Event[]>("GET", "/api/events")).at(-1)).toMatchObject({
    type: "image.ready",
    data: { id: image._id, isTest: false },
  })
  const items = [{ imageId: image._id, widthIn: 2, quantity: 1 }]
  const sent = await program.post("/api/jobs", { items, action: "process" }, { prefer: "wait=25" })
  expect(sent.status, sent.message).toBe(202)
  const [event] = await heard(app, "trying", 1)
  expect(event.body).toMatchObject({ type: "print.completed", data: { isTest: true } })
  expect(await heardAt(app, "real")).toEqual([])
})
