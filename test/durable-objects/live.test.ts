import { expect, test } from "vitest"
import { idSchema } from "../../contract/id.ts"
import type { LiveEvent } from "../../contract/live.ts"
import { CLOSE_SIGNED_OUT, CLOSE_TOO_MANY } from "../../contract/live.ts"
import {
  CLOSE_TOO_BIG,
  crowdedOut,
  EVENT_KEEP_MS,
  expiryMoment,
  MAX_EVENTS,
  MAX_POLLERS,
  MAX_SOCKETS,
  parseAfter,
  resumeFrom,
} from "../../durable-objects/channel.ts"
import { givenHub, type Hub } from "../../harness/hub/hub.ts"

/** Polls with a generous limit, for a busy machine. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 })
const userId = "user-1"
const hello = (seq: number, reset = false) => ({ event: "hello", seq, reset })
const stored = (seq: number) => ({ seq, event: `size-${userId}`, data: { message: `event ${seq}` } })
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

const printId = idSchema.parse("01890a5d-ac96-774b-bcce-b302099a8057")
const progress: LiveEvent = { kind: "print-progress", data: { printId, stage: "render", done: 1, total: 2 } }

/** Publishes events numbered as the log will number them. */
async function publish(hub: Hub, first: number, last = first): Promise<void> {
  const answers = range(first, last).map((seq) =>
    hub.api.publish({
      userId,
      key: `key-${seq}`,
      event: { kind: "size", data: { message: `event ${seq}` } },
    }),
  )
  expect(await Promise.all(answers)).toEqual(range(first, last).map((seq) => ({ seq })))
}

/** A page: the messages that it was sent, and how its socket ended. */
async function open(hub: Hub, query: { session?: string; after?: string } = {}, member = {}) {
  const { webSocket } = await hub.fetch(query, { upgrade: "websocket", ...member })
  if (!webSocket) throw new Error("the upgrade was refused")
  const page = {
    messages: [] as unknown[],
    pongs: 0,
    closedBy: null as number | null,
    send: (text: string) => webSocket.send(text),
    close: () => webSocket.close(1000),
  }
  webSocket.addEventListener("message", ({ data }) => {
    if (data === "pong") page.pongs++
    else page.messages.push(JSON.parse(String(data)))
  })
  webSocket.addEventListener("close", ({ code }) => {
    page.closedBy = code
    // As a browser does: until it answers, the object has it for open.
    if (webSocket.readyState !== WebSocket.CLOSED) webSocket.close()
  })
  webSocket.accept()
  // As the app's own client does: a local socket that never said anything is slow to see its end.
  webSocket.send("ping")
  await eventually(() => [page.pongs, page.messages.length > 0]).toEqual([1, true])
  return page
}

test("every page of a user gets each event once and in order, through sleep, until its session ends", async () => {
  const hub = givenHub("USER_HUB", userId)
  const desk = [await open(hub, { session: "desk" }), await open(hub, { session: "desk" })]
  const phone = await open(hub, { session: "phone" })
  const pages = [...desk, phone]
  await publish(hub, 1, 3)
  await hub.api.publishPassing({ userId, event: progress })
  await hub.evict()
  await publish(hub, 4)
  await publish(hub, 4)
  phone.send("ping")
  phone.send("anything else is ignored")
  const passing = { seq: 3, event: `print-progress-${userId}`, data: progress.data }
  const expected = [hello(0), stored(1), stored(2), stored(3), passing, stored(4)]
  for (const page of desk) await eventually(() => page.messages).toEqual(expected)
  await eventually(() => phone.messages).toEqual(expected)
  await eventually(() => phone.pongs).toBe(2)

  await hub.api.closeSockets({ sessionId: "desk" })
  await eventually(() => pages.map((page) => page.closedBy)).toEqual([
    CLOSE_SIGNED_OUT,
    CLOSE_SIGNED_OUT,
    null,
  ])
  await publish(hub, 5)
  await eventually(() => phone.messages.at(-1)).toEqual(stored(5))
  await hub.api.closeSockets({ sessionId: null })
  await eventually(() => phone.closedBy).toBe(CLOSE_SIGNED_OUT)
  expect(desk[0].messages).toEqual(expected)
})

test("a member hears what their role may, also after a sleep, and all their pages close together", async () => {
  const owner = "0197f3c0-0000-7000-8000-000000000001"
  const hub = givenHub("USER_HUB", owner)
  const as = (role: string) => ({ "x-member-id": `a ${role}`, "x-role": role })
  const maker = await open(hub, { session: "maker" }, as("maker"))
  const press = await open(hub, { session: "press" }, as("press"))
  const own = await open(hub, { session: "own" })
  const events: LiveEvent[] = [
    { kind: "payment", data: { message: "99 dollars" } },
    { kind: "size", data: { message: "Size added" } },
    { kind: "print-update", data: { printId, status: "Processing", message: "Started" } },
  ]
  for (const [i, event] of events.entries()) {
    if (i === 2) await hub.evict()
    await hub.api.publish({ userId: owner, key: `key-${i}`, event })
  }
  await hub.api.publishPassing({ userId: owner, event: progress })
  const heard = (page: { messages: unknown[] }) =>
    (page.messages as { event: string }[]).map(({ event }) => event.replace(`-${owner}`, ""))
  await eventually(() => heard(own)).toEqual([
    ...["hello", "payment", "size"],
    ...["print-update", "print-progress"],
  ])
  await eventually(() => heard(maker)).toEqual(["hello", "size", "print-update", "print-progress"])
  await eventually(() => heard(press)).toEqual(["hello", "print-update", "print-progress"])
  const again = await open(hub, { session: "press", after: "0" }, as("press"))
  await eventually(() => heard(again)).toEqual(["hello", "print-update"])
  expect((await hub.fetch({}, { upgrade: "websocket", ...as("admin") })).status).toBe(400)

  await hub.api.closeSockets({ sessionId: null, memberId: "a press" })
  await eventually(() => [press, again].map((page) => page.closedBy)).toEqual([
    CLOSE_SIGNED_OUT,
    CLOSE_SIGNED_OUT,
  ])
  expect([maker.closedBy, own.closedBy]).toEqual([null, null])
})

test("a page that lost its connection goes on where it was, without loss or repetition", async () => {
  const hub = givenHub("USER_HUB", userId)
  const seen: unknown[] = []
  let page = await open(hub)
  for (let round = 0; round < 6; round++) {
    const first = round * 4 + 1
    await publish(hub, first, first + 1)
    await eventually(() => page.messages.length).toBe(round === 0 ? 3 : 5)
    seen.push(...page.messages.slice(1))
    if (round % 2 === 0) page.close()
    else await hub.crash()
    await eventually(() => hub.socketCount()).toBe(0)
    await publish(hub, first + 2)
    // One more arrives while the page is connecting: it may come by either way, but once.
    const [again] = await Promise.all([open(hub, { after: String(first + 1) }), publish(hub, first + 3)])
    page = again
    await eventually(() => page.messages.length).toBe(3)
    expect(page.messages[0]).toEqual(hello(first + 1))
  }
  expect([...seen, ...page.messages.slice(1)]).toEqual(range(1, 24).map(stored))
})

test("events stored by an object that stopped before sending them are sent when it wakes", async () => {
  const hub = givenHub("USER_HUB", userId)
  const page = await open(hub)
  await publish(hub, 1)
  const { data } = stored(2)
  await hub.query("UPDATE hub SET event_seq = 2")
  await hub.query(
    "INSERT INTO event VALUES (2, 'key-2', ?, ?, ?)",
    stored(2).event,
    JSON.stringify(data),
    Date.now(),
  )
  await hub.evict()
  await hub.api.balance()
  await eventually(() => page.messages).toEqual([hello(0), stored(1), stored(2)])
  await publish(hub, 3)
  await eventually(() => page.messages.at(-1)).toEqual(stored(3))
})

test("the log is bounded by number and age, and whoever is behind it is told to start over", async () => {
  expect(resumeFrom(null, { floor: 3, latest: 9 })).toEqual({ from: 9, reset: false })
  expect(resumeFrom(3, { floor: 3, latest: 9 })).toEqual({ from: 3, reset: false })
  expect(resumeFrom(2, { floor: 3, latest: 9 })).toEqual({ from: 9, reset: true })
  expect(resumeFrom(10, { floor: 3, latest: 9 })).toEqual({ from: 9, reset: true })
  const hub = givenHub("USER_HUB", userId)
  const last = MAX_EVENTS + 5
  await publish(hub, 1, last)
  const behind = await open(hub, { after: "4" })
  const ahead = await open(hub, { after: String(last + 1) })
  const justInTime = await open(hub, { after: "5" })
  await eventually(() => justInTime.messages.length).toBe(MAX_EVENTS + 1)
  expect(justInTime.messages).toEqual([hello(5), ...range(6, last).map(stored)])
  expect([behind.messages, ahead.messages]).toEqual([[hello(last, true)], [hello(last, true)]])
  expect(await hub.api.poll({ userId, after: 4, waitMs: 1_000 })).toEqual({
    latest: last,
    reset: true,
    events: [],
  })
  const alarmAt = Number(await hub.alarmAt())
  expect(alarmAt).toBeGreaterThan(Date.now() + EVENT_KEEP_MS - 60_000)
  await hub.evict()
  hub.setClock(EVENT_KEEP_MS + 1_000)
  await hub.ring()
  expect(await hub.query("SELECT count(*) AS count FROM event")).toEqual([{ count: 0 }])
  expect(await hub.alarmAt()).toBeNull()
  const slept = await open(hub, { after: String(last - 1) })
  const current = await open(hub, { after: String(last) })
  await publish(hub, last + 1)
  await eventually(() => current.messages).toEqual([hello(last), stored(last + 1)])
  await eventually(() => slept.messages).toEqual([hello(last, true), stored(last + 1)])
  expect(expiryMoment(1)).toBe(EVENT_KEEP_MS + 3_600_000)
})

test("a poll answers at once with what is newer, and otherwise waits for it", async () => {
  const hub = givenHub("USER_HUB", userId)
  const poll = (after: number, waitMs = 25_000) => hub.api.poll({ userId, after, waitMs })
  expect(await poll(-1)).toEqual({ latest: 0, reset: false, events: [] })
  const waiting = [poll(0), poll(0)]
  await publish(hub, 1)
  for (const answer of waiting) {
    expect(await answer).toEqual({ latest: 1, reset: false, events: [stored(1)] })
  }
  await hub.evict()
  await publish(hub, 2)
  expect(await poll(0)).toEqual({ latest: 2, reset: false, events: [stored(1), stored(2)] })
  expect(await poll(2, 20)).toEqual({ latest: 2, reset: false, events: [] })
  expect(await poll(-1)).toEqual({ latest: 2, reset: false, events: [] })

  const patient = poll(2)
  const passing = { seq: 2, event: `print-progress-${userId}`, data: progress.data }
  const answered = patient.then((answer) => ({ done: true, answer }))
  await eventually(async () => {
    await hub.api.publishPassing({ userId, event: progress })
    return Promise.race([answered, { done: false }])
  }).toEqual({ done: true, answer: { latest: 2, reset: false, events: [passing] } })

  const crowd = range(1, MAX_POLLERS + 1).map(() => poll(2))
  expect(await Promise.race(crowd)).toEqual({ latest: 2, reset: false, events: [] })
  await hub.api.closeSockets({ sessionId: null })
  expect(await Promise.all(crowd)).toHaveLength(MAX_POLLERS + 1)
  await expect(poll(0.5)).rejects.toThrow("after is a sequence number")
})

test("calls of an account are counted in windows that begin with the first, also while its object sleeps", async () => {
  const hub = givenHub("USER_HUB", userId)
  const count = (by: number) => hub.api.count({ userId, key: "draft-account", windowMs: 60_000, by })
  const counts = await Promise.all(range(1, 5).map(() => count(1)))
  expect(counts.map((counted) => counted.count).toSorted()).toEqual(range(1, 5))
  await hub.evict()
  expect(await count(-1)).toEqual({ count: 4, windowEndMs: counts[0].windowEndMs })
  hub.setClock(60_001)
  // What is taken back after its window has ended opens none.
  expect((await count(-1)).count).toBe(0)
  expect((await count(1)).count).toBe(1)
  await hub.api.forgetEvents()
  expect((await count(0)).count).toBe(0)
})

test("a hundred devices of one account hear every change once and in order, also after its object slept", async () => {
  const hub = givenHub("USER_HUB", userId)
  const devices = await Promise.all(range(1, 100).map(() => open(hub)))
  await publish(hub, 1, 3)
  await hub.evict()
  const late = await open(hub, { after: "1" })
  await publish(hub, 4)
  const all = range(1, 4).map(stored)
  for (const { messages } of devices) await eventually(() => messages).toEqual([hello(0), ...all])
  await eventually(() => late.messages).toEqual([hello(1), ...all.slice(1)])
})

test("a socket needs an upgrade, a place in the log and room, and may not shout", async () => {
  expect([null, "", "12", "-1", "1e3", "x"].map(parseAfter)).toEqual([
    null,
    null,
    12,
    undefined,
    undefined,
    undefined,
  ])
  expect(crowdedOut([30, 10, 20], 4)).toEqual([])
  expect(crowdedOut([30, 10, 20], 2)).toEqual([1, 2])
  const hub = givenHub("USER_HUB", userId)
  const refusals = [await hub.fetch({}, {}), await hub.fetch({ after: "soon" })]
  expect(refusals.map(({ status }) => status)).toEqual([426, 400])
  // Until it is read, an answer keeps its object awake.
  for (const refusal of refusals) expect(await refusal.text()).toContain("expected")
  const loud = await open(hub)
  loud.send("x".repeat(2_000))
  await eventually(() => loud.closedBy).toBe(CLOSE_TOO_BIG)
  const pages = [await open(hub)]
  pages.push(...(await Promise.all(range(2, MAX_SOCKETS).map(() => open(hub)))))
  await hub.evict()
  pages.push(await open(hub))
  await eventually(() => pages.map((page) => page.closedBy)).toEqual([
    CLOSE_TOO_MANY,
    ...range(1, MAX_SOCKETS).map(() => null),
  ])
  pages[1].close()
  await eventually(() => hub.socketCount()).toBe(MAX_SOCKETS - 1)
  const long: LiveEvent = { kind: "size", data: { message: "x".repeat(20_000) } }
  await expect(hub.api.publish({ userId, key: "long", event: long })).rejects.toThrow("16384 characters")
})
