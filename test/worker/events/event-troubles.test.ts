import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { EventEndpoint } from "../../../contract/events/event-endpoint.ts"
import { makeId } from "../../../contract/id.ts"
import type { Notification } from "../../../contract/live.ts"
import { useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { EVERY_MINUTE, NIGHTLY } from "../../../worker/work/triggers.ts"
import { until } from "../artwork/artwork-steps.ts"
import { delivered, deliveriesOf, givenEndpoint, heard, heardAt, tellListener } from "./event-steps.ts"

const app = useApp()
const QUICK = "sheetsmith-event"

/** Writes an event about a print of the account, through the view by which triggers write theirs. */
async function happens(
  userId: string,
  { type = "print.completed", subject = makeId(Date.now()) }: { type?: string; subject?: string } = {},
): Promise<void> {
  await app.db.prepare("INSERT INTO happened VALUES (?1, ?2, ?3, 0, '{}')").bind(userId, type, subject).run()
}

/** Has what waits sent now, at whatever time it was due. */
async function sweep(userId: string): Promise<void> {
  await app.db.batch(
    ["event_delivery", "event_endpoint"].map((table) =>
      app.db
        .prepare(`UPDATE ${table} SET retry_at = 1 WHERE user_id = ? AND retry_at IS NOT NULL`)
        .bind(userId),
    ),
  )
  await app.runtime.runCron(EVERY_MINUTE)
}

/** Waits until nobody sends to an endpoint that has more to send; returns its next turn. */
function released({ _id }: { _id: string }): Promise<number> {
  return until("its next turn", async () =>
    app.db
      .prepare("SELECT retry_at FROM event_endpoint WHERE id = ? AND busy_until IS NULL")
      .bind(_id)
      .first<number>("retry_at"),
  )
}

/** Moves the time since when an endpoint has failed, and the beginning of what waits for it, into the past. */
async function rewind(
  { _id }: { _id: string },
  { failingMs, openedMs }: { failingMs: number; openedMs: number },
): Promise<void> {
  await app.db.batch([
    app.db
      .prepare("UPDATE event_endpoint SET failing_since = failing_since - ? WHERE id = ?")
      .bind(failingMs, _id),
    app.db
      .prepare(
        "UPDATE event_delivery SET opened_at = opened_at - ? WHERE endpoint_id = ? AND state = 'waiting'",
      )
      .bind(openedMs, _id),
  ])
}

/** Has what was never tried sent now, and what was in an hour. */
async function sendNew({ _id }: { _id: string }): Promise<void> {
  await app.db.batch([
    app.db
      .prepare(
        "UPDATE event_delivery SET retry_at = ? WHERE endpoint_id = ? AND tries > 0 AND retry_at IS NOT NULL",
      )
      .bind(Date.now() + HOUR_MS, _id),
    app.db.prepare("UPDATE event_endpoint SET retry_at = 1 WHERE id = ?").bind(_id),
  ])
  await app.runtime.runCron(EVERY_MINUTE)
}

async function endpointOf(client: Client, { _id }: { _id: string }): Promise<EventEndpoint> {
  return client.expect<EventEndpoint>("GET", `/api/event-endpoints/${_id}`)
}

test("what is silent, sends a gigabyte or leads inside holds up nobody else, and is not followed", async () => {
  const [bad, good] = [await app.givenUser({ name: "Bad" }), await app.givenUser({ name: "Good" })]
  const silent = await givenEndpoint(app, bad.client, "silent")
  await tellListener(app, { name: "silent", stallMs: 30_000, times: 100 })
  const huge = await givenEndpoint(app, bad.client, "huge")
  await tellListener(app, { name: "huge", status: 200, bytes: 1024 ** 3, times: 100 })
  const leading = await givenEndpoint(app, bad.client, "leading")
  await tellListener(app, {
    name: "leading",
    status: 302,
    to: `${app.standIns.origin}/listener/inside`,
    times: 100,
  })
  await givenEndpoint(app, good.client, "good")
  for (let many = 0; many < 3; many++) await happens(bad.userId)
  await happens(good.userId)
  await app.runtime.runCron(EVERY_MINUTE)
  await heard(app, "good", 1)
  // This one notes a call once it has been silent for its time.
  expect(await heardAt(app, "silent")).toEqual([])

  expect(await delivered(bad.client, huge, "sent")).toMatchObject({ status: 200 })
  expect((await deliveriesOf(bad.client, leading)).map(({ status }) => status)).toContain(302)
  expect(await heardAt(app, "inside")).toEqual([])
  // While the silent one is waited for in its own queue, more is told elsewhere.
  await happens(good.userId)
  await app.runtime.runCron(EVERY_MINUTE)
  await heard(app, "good", 2)
  expect((await deliveriesOf(bad.client, silent)).map(({ state }) => state)).toEqual([
    "waiting",
    "waiting",
    "waiting",
  ])
})

test("after three days without a success an endpoint is switched off and its owner told", async () => {
  const { client, userId } = await app.givenUser({ name: "Gone away" })
  const endpoint = await givenEndpoint(app, client, "down")
  await tellListener(app, { name: "down", status: 503, times: 1_000 })
  await happens(userId)
  await sweep(userId)
  await heard(app, "down", 1)
  const failing = await until("a failure", async () => {
    const now = await endpointOf(client, endpoint)
    return now.failingSince !== null && now
  })
  expect(failing).toMatchObject({ isActive: true, problem: "The server has a problem (503)." })
  await released(endpoint)
  // The last try is at some 71 hours, as the pauses are six hours long by then.
  await app.db.prepare("UPDATE event_delivery SET tries = 22 WHERE endpoint_id = ?").bind(endpoint._id).run()
  await rewind(endpoint, { failingMs: 71 * HOUR_MS, openedMs: 71 * HOUR_MS })
  await sweep(userId)
  await delivered(client, endpoint, "failed")
  await until("its end", async () => !(await endpointOf(client, endpoint)).isActive)
  const off = await endpointOf(client, endpoint)
  expect(off).toMatchObject({
    isActive: false,
    problem: "It was switched off. The server has a problem (503).",
  })
  const notes = await client.expect<Notification[]>("GET", "/api/notifications")
  expect(notes[0].message).toContain("Events are no longer sent to localhost")
  await happens(userId)
  expect((await deliveriesOf(client, endpoint)).length).toBe(1)

  await client.expect("PUT", `/api/event-endpoints/${endpoint._id}`, { isActive: true })
  await tellListener(app, { name: "down", times: 0 })
  await happens(userId)
  await sweep(userId)
  await delivered(client, endpoint, "sent")
  expect(await endpointOf(client, endpoint)).toMatchObject({
    isActive: true,
    failingSince: null,
    problem: null,
  })

  await tellListener(app, { name: "down", status: 410, times: 1 })
  await happens(userId)
  await sweep(userId)
  await delivered(client, endpoint, "failed")
  expect(await endpointOf(client, endpoint)).toMatchObject({ isActive: false })
})

test("an endpoint is judged by what it was sent for three days, not by what failed long ago", async () => {
  const { client, userId } = await app.givenUser({ name: "Seldom" })
  const endpoint = await givenEndpoint(app, client, "seldom")
  await tellListener(app, { name: "seldom", status: 503, times: 2 })
  await client.expect("POST", `/api/event-endpoints/${endpoint._id}/test`)
  await delivered(client, endpoint, "failed")
  await rewind(endpoint, { failingMs: 14 * DAY_MS, openedMs: 0 })
  await happens(userId)
  await sweep(userId)
  await until("a try", async () => (await deliveriesOf(client, endpoint))[0].tries === 1)
  await released(endpoint)
  expect((await deliveriesOf(client, endpoint))[0].state).toBe("waiting")
  expect(await endpointOf(client, endpoint)).toMatchObject({ isActive: true })

  // Where new events go before old ones, which wait for three days, nothing needs to be given up first.
  await rewind(endpoint, { failingMs: 0, openedMs: 3 * DAY_MS })
  await tellListener(app, { name: "seldom", status: 503, taken: 1, times: 1 })
  await happens(userId)
  await happens(userId)
  await sendNew(endpoint)
  await until("two tries", async () =>
    (await deliveriesOf(client, endpoint)).slice(0, 2).every(({ tries }) => tries === 1),
  )
  await released(endpoint)
  expect(await endpointOf(client, endpoint)).toMatchObject({ isActive: true })
  await rewind(endpoint, { failingMs: 3 * DAY_MS, openedMs: 0 })
  await tellListener(app, { name: "seldom", status: 503, times: 1 })
  await happens(userId)
  await sendNew(endpoint)
  await delivered(client, endpoint, "failed")
  await until("its end", async () => !(await endpointOf(client, endpoint)).isActive)
})

test("one event that is refused for ever stands before no other, and is given up after three days", async () => {
  const { client, userId } = await app.givenUser({ name: "Picky" })
  const endpoint = await givenEndpoint(app, client, "picky")
  await tellListener(app, { name: "picky", status: 500, times: 1 })
  await happens(userId)
  await happens(userId)
  await sweep(userId)
  const [first, second] = await heard(app, "picky", 2)
  expect([first.status, second.status]).toEqual([500, 204])
  await tellListener(app, { name: "picky", status: 500, times: 1 })
  await app.db
    .prepare(
      "UPDATE event_delivery SET opened_at = opened_at - ? WHERE endpoint_id = ? AND state = 'waiting'",
    )
    .bind(3 * DAY_MS, endpoint._id)
    .run()
  await sweep(userId)
  await heard(app, "picky", 3)
  const states = await deliveriesOf(client, endpoint)
  expect(states.map(({ state }) => state).sort()).toEqual(["failed", "sent"])
  expect(await endpointOf(client, endpoint)).toMatchObject({ isActive: true })
})

test("what is told of one print keeps its order, whatever is refused, and other prints go on", async () => {
  const { client, userId } = await app.givenUser({ name: "In order" })
  const events = ["print.processing", "print.completed", "print.failed"] as const
  const endpoint = await givenEndpoint(app, client, "order", { events: [...events] })
  const [print, other] = [makeId(Date.now()), makeId(Date.now())]
  const told = async (many: number) =>
    (await heard(app, "order", many)).map(
      ({ status, body }) => `${status} ${body.data.id === print ? "" : "other "}${body.type}`,
    )
  await tellListener(app, { name: "order", status: 500, times: 1 })
  await happens(userId, { type: "print.processing", subject: print })
  await happens(userId, { type: "print.failed", subject: print })
  await happens(userId, { type: "print.processing", subject: other })
  await app.runtime.runCron(EVERY_MINUTE)
  expect(await told(2)).toEqual(["500 print.processing", "204 other print.processing"])
  const first = await until("a first try", async () => {
    const all = await deliveriesOf(client, endpoint)
    const put = all.find(({ type }) => type === "print.failed")
    const tried = all.find(({ type, state }) => type === "print.processing" && state === "waiting")
    return tried && put && put.retryAt !== put.createdAt && { tried, put }
  })
  expect(first.put).toMatchObject({ state: "waiting", tries: 0 })
  expect(Date.parse(first.put.retryAt ?? "") - Date.parse(first.tried.retryAt ?? "")).toBe(1)

  // Refused again, with hours to the next try: what comes meanwhile waits as well, and other prints do not.
  await app.db.prepare("UPDATE event_delivery SET tries = 15 WHERE id = ?").bind(first.tried._id).run()
  await tellListener(app, { name: "order", status: 500, times: 1 })
  await sweep(userId)
  expect(await told(3)).toHaveLength(3)
  await happens(userId, { type: "print.completed", subject: print })
  await happens(userId, { type: "print.completed", subject: other })
  const turnAt = await released(endpoint)
  // The endpoint rests for no longer than a message is queued for.
  expect(turnAt - Date.now()).toBeLessThan(7 * MINUTE_MS)
  await app.db.prepare("UPDATE event_endpoint SET retry_at = 1 WHERE id = ?").bind(endpoint._id).run()
  await app.runtime.runCron(EVERY_MINUTE)
  expect((await told(4)).slice(2)).toEqual(["500 print.processing", "204 other print.completed"])

  // Sent again by hand, it takes the others along, in their order.
  await released(endpoint)
  const path = `/api/event-endpoints/${endpoint._id}/deliveries/${first.tried._id}/replay`
  await client.expect("POST", path)
  expect((await told(7)).slice(4)).toEqual([
    "204 print.processing",
    "204 print.failed",
    "204 print.completed",
  ])
})

test("a message that comes twice, or too late, tells nothing twice", async () => {
  const { client, userId } = await app.givenUser({ name: "Twice" })
  const endpoint = await givenEndpoint(app, client, "twice")
  await happens(userId)
  const leaseUntilMs = Date.now() + 300_000
  await app.db
    .prepare("UPDATE event_endpoint SET retry_at = ? WHERE id = ?")
    .bind(leaseUntilMs, endpoint._id)
    .run()
  const message = { endpointId: endpoint._id, leaseUntilMs }
  const { acked } = await app.deliver(QUICK, message, message)
  expect(acked).toHaveLength(2)
  await app.deliver(QUICK, message)
  expect(await heardAt(app, "twice")).toHaveLength(1)
})

test("an account's events are in one order, also those of one statement, and go after 30 days", async () => {
  const { client, userId } = await app.givenUser({ name: "Ordered" })
  await app.db
    .prepare(
      "INSERT INTO happened WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) SELECT ?1, 'order.created', ?1, 0, json_object('integrationId', ?1) FROM n",
    )
    .bind(userId)
    .run()
  const { results } = await app.db
    .prepare("SELECT id FROM event WHERE user_id = ? ORDER BY rowid")
    .bind(userId)
    .all<{ id: string }>()
  const ids = results.map(({ id }) => id)
  expect(ids).toHaveLength(1_200)
  expect(ids).toEqual([...new Set(ids)].sort())
  const page = await client.get(`/api/events?limit=2&after=${ids[9]}`)
  expect((page.data as { _id: string }[]).map(({ _id }) => _id)).toEqual(ids.slice(10, 12))
  expect(page.pagination).toEqual({ limit: 2, next: ids[11] })
  await app.runtime.runCron(NIGHTLY, Date.now() + 31 * DAY_MS)
  const kept = app.db.prepare("SELECT count(*) AS total FROM event WHERE user_id = ?").bind(userId)
  expect(await kept.first("total")).toBe(0)
})
