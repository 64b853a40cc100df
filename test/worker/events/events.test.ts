import { expect, test } from "vitest"
import type { Event } from "../../../contract/events/event-body.ts"
import type { EventDelivery } from "../../../contract/events/event-delivery.ts"
import type { NewEventEndpoint } from "../../../contract/events/event-endpoint.ts"
import { MAX_EVENT_ENDPOINTS, MAX_SIGNING_SECRETS } from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"
import { delivered, deliveriesOf, givenEndpoint, heard, heardAt, tellListener } from "./event-steps.ts"

const app = useApp()

async function listed(client: Client, after?: string): Promise<Event[]> {
  return client.expect<Event[]>("GET", `/api/events${after === undefined ? "" : `?after=${after}`}`)
}

async function printed(client: Client): Promise<string> {
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const sizeId = await givenSize(client, "Pocket", 1)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  await client.expect("POST", `/api/prints/${_id}/process`, {})
  expect((await processed(client, _id)).status).toBe("Completed")
  return _id
}

test("a completed print is told, signed, to an endpoint that listens, and is listed", async () => {
  const { client, userId } = await app.givenUser({ name: "Listener", credits: 20 })
  const endpoint = await givenEndpoint(app, client, "prints")
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const printId = await printed(client)
  const [event] = await heard(app, "prints", 1)
  expect(event).toMatchObject({ status: 204, signedBy: [0] })
  expect(event.body).toEqual({
    type: "print.completed",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { id: printId, isTest: false },
  })
  const all = await listed(client)
  expect(all.map(({ type }) => type)).toEqual(["image.ready", "print.processing", "print.completed"])
  expect(all[2]).toEqual({ _id: event.id, ...event.body })
  expect(await listed(client, all[1]._id)).toEqual([all[2]])
  expect(await listed(client, all[2]._id)).toEqual([])
  expect(await delivered(client, endpoint, "sent")).toMatchObject({
    ...{ eventId: event.id, type: "print.completed", subjectId: printId },
    ...{ tries: 1, status: 204, message: null, retryAt: null, body: event.body },
  })

  // The secret is nowhere else.
  const { secret, ...rest } = endpoint
  expect(await client.expect("GET", "/api/event-endpoints")).toEqual([rest])
  const row = await app.db
    .prepare("SELECT secrets FROM event_endpoint WHERE user_id = ?")
    .bind(userId)
    .first()
  expect(String(row?.secrets)).not.toContain(secret.slice(6))
  const stranger = await app.givenUser({ name: "Stranger" })
  expect(await listed(stranger.client)).toEqual([])
  expect((await stranger.client.get(`/api/event-endpoints/${endpoint._id}`)).status).toBe(404)
})

test("a test says what came of it, and after a rotation both secrets sign", async () => {
  const { client } = await app.givenUser({ name: "Rotator" })
  const endpoint = await givenEndpoint(app, client, "rotated")
  const path = `/api/event-endpoints/${endpoint._id}`
  const tested = await client.post(`${path}/test`, {})
  expect([tested.status, tested.message]).toEqual([200, "It works: the server took the event (204)."])
  const anew = await client.expect<NewEventEndpoint>("POST", `${path}/rotate`, {})
  expect(anew.secret).not.toBe(endpoint.secret)
  expect(Date.parse(anew.oldSecretUntil ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000)
  await tellListener(app, { name: "rotated", secrets: [endpoint.secret, anew.secret] })
  await client.expect("POST", `${path}/test`, {})
  const events = await heard(app, "rotated", 2)
  expect(events.map(({ signedBy }) => signedBy)).toEqual([[0], [0, 1]])
  expect(events[0].body).toMatchObject({ type: "endpoint.test", data: { id: endpoint._id } })
  expect(await listed(client)).toEqual([])

  await tellListener(app, { name: "rotated", status: 403 })
  const refused = await client.post(`${path}/test`, {})
  expect(refused.data).toMatchObject({ state: "failed", tries: 1, status: 403 })
  expect(refused.message).toContain("403")
  for (let more = 2; more < MAX_SIGNING_SECRETS; more++) await client.expect("POST", `${path}/rotate`, {})
  expect((await client.post(`${path}/rotate`, {})).status).toBe(409)
})

test("what a listener refuses is tried again under the same id, and replayed on request", async () => {
  const { client } = await app.givenUser({ name: "Patient", credits: 20 })
  const endpoint = await givenEndpoint(app, client, "refusing")
  await tellListener(app, { name: "refusing", status: 500, times: 1 })
  await printed(client)
  const events = await heard(app, "refusing", 2)
  expect(events.map(({ status }) => status)).toEqual([500, 204])
  expect(events[1].id).toBe(events[0].id)
  const sent = await delivered(client, endpoint, "sent")
  expect(sent).toMatchObject({ tries: 2, status: 204 })

  const replayed = await client.post(`/api/event-endpoints/${endpoint._id}/deliveries/${sent._id}/replay`, {})
  expect(replayed.status, replayed.message).toBe(202)
  const [, , again] = await heard(app, "refusing", 3)
  expect(again.id).toBe(events[0].id)
  expect((await deliveriesOf(client, endpoint)).length).toBe(1)

  await client.expect("PUT", `/api/event-endpoints/${endpoint._id}`, { isActive: false })
  const off = await client.post(`/api/event-endpoints/${endpoint._id}/deliveries/${sent._id}/replay`, {})
  expect(off.status).toBe(409)
})

test("an endpoint has to be a public address by https, and an account has some at most", async () => {
  const { client } = await app.givenUser({ name: "Careful" })
  const add = (url: string) => client.post("/api/event-endpoints", { url, events: ["order.created"] })
  for (const url of [
    "http://shop.example.com/hook",
    "https://10.0.0.1/hook",
    "https://[::1]/hook",
    "https://0x7f000001/hook",
    "https://intranet.local/hook",
    "https://user:pass@shop.example.com/hook",
    "ftp://shop.example.com/hook",
  ]) {
    const refused = await add(url)
    expect([refused.status, refused.code], url).toEqual([422, "unprocessable"])
  }
  expect(
    (await client.post("/api/event-endpoints", { url: "https://a.example.com", events: ["x"] })).status,
  ).toBe(400)
  for (let many = 0; many < MAX_EVENT_ENDPOINTS; many++)
    expect((await add(`https://shop.example.com/hook-${many}`)).status).toBe(201)
  expect((await add("https://shop.example.com/one-more")).status).toBe(409)

  // Where a name leads is asked each time: this one leads inside.
  const [{ _id }] = await client.expect<{ _id: string }[]>("GET", "/api/event-endpoints")
  const names = { "shop.example.com": ["93.184.216.34", "10.0.0.7"] }
  const order = JSON.stringify({ vendor: "internet", names })
  await fetch(`${app.standIns.origin}/__control`, { method: "POST", body: order })
  const tested = await client.expect<EventDelivery>("POST", `/api/event-endpoints/${_id}/test`, {})
  expect(tested).toMatchObject({
    state: "failed",
    status: null,
    message: "shop.example.com is not on the public internet.",
  })
  expect(await heardAt(app, "nobody")).toEqual([])
})
