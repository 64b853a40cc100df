import { expect, test } from "vitest"
import { plans } from "../../contract/accounts/plan.ts"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { DRAWN_AT_ONCE, MOST_STAMPS_A_MESSAGE, STAMPS_A_MESSAGE } from "../../contract/limit.ts"
import { type GivenUser, useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { isFull } from "../../harness/layer.ts"
import { longTest } from "../../harness/long-test.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { givenImage, givenPrint, givenSize, printOf, until, upload } from "../worker/artwork/artwork-steps.ts"
import {
  breakCalls,
  drainQueue,
  faultyFronts,
  heldCalls,
  holdCalls,
  keepIngest,
  type Message,
  takeQueued,
} from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const {
  printsAtOnce: PRINTS_AT_ONCE,
  shortPrintsAtOnce: SHORT_PRINTS_AT_ONCE,
  imagesAtOnce: IMAGES_AT_ONCE,
} = plans.standard
const HISTORIES = isFull ? 4 : 1
const MOST_DELIVERIES = 400
/** The limit for hundreds of deliveries, on a machine that may be busy. */
const LONG_MS = 10 * 60_000

/** Three artworks in two sizes on short film: several stamps and several sheets. */
async function givenShop({ client }: GivenUser) {
  const images = [
    await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) }),
    await givenImage(client, { name: "taco.png", bytes: await softArtPng(200, 100) }),
    await givenImage(client, { name: "tall.png", bytes: await softArtPng(90, 240) }),
  ]
  const sizes = [await givenSize(client, "Pocket", 1), await givenSize(client, "Chest", 3)]
  const template = await client.post("/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "Short", widthIn: 6, maxLengthIn: 8, dpi: 100, nesting: "boxes" },
  })
  expect(template.status, template.message).toBe(201)
  const items = images.flatMap(({ _id }) => sizes.map((sizeId) => ({ imageId: _id, sizeId, quantity: 3 })))
  return { items, credits: 18 }
}

longTest(
  "messages in any order, twice and long after they were answered, print once and cost once",
  async () => {
    const user = await app.givenUser({ name: "Shuffle", credits: 500 })
    const { client, hub, userId } = user
    const { items, credits } = await givenShop(user)
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const random = randomFrom(seed)
      await app.db.prepare("DELETE FROM stamp").run()
      const print = await givenPrint(client, items)
      expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
      const waiting: Message[] = []
      const answered: Message[] = []
      for (let count = 0; count < MOST_DELIVERIES; count++) {
        waiting.push(...(await takeQueued(app)))
        if (waiting.length === 0) break
        // One in three is an old one, come again.
        const pool = answered.length > 0 && random() < 0.33 ? answered : waiting
        const at = Math.floor(random() * pool.length)
        const message = pool[at]
        const { retried } = await app.deliver(
          message.queue,
          message.body,
          ...(random() < 0.2 ? [message.body] : []),
        )
        expect(retried).toEqual([])
        if (pool === waiting) answered.push(...waiting.splice(at, 1))
      }
      for (const { queue, body } of answered) await app.deliver(`${queue}-dead`, body)
      const done = await printOf(client, print._id)
      expect(done.status, `seed ${seed}`).toBe("Completed")
      expect(done.fileId.length).toBeGreaterThan(1)
      expect(await hub.balance(), `seed ${seed}`).toMatchObject({ used: seed * credits, held: 0 })
      const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
      expect(events.filter(({ event }) => event === `print-${userId}`)).toHaveLength(seed)
    }
  },
  LONG_MS,
)

/** The messages of a print's stamps, once its layout has been searched. */
async function stampMessages(): Promise<Message[]> {
  const [layout] = await takeQueued(app)
  expect(layout.body).toMatchObject({ kind: "layout" })
  expect((await app.deliver(layout.queue, layout.body)).retried).toEqual([])
  return takeQueued(app)
}

function stampsOf({ body }: Message): number {
  const { stampKey, others } = body as { stampKey: string; others: string[] }
  return new Set([stampKey, ...others]).size
}

longTest.each(["d1.batch", "r2.put", "r2.get"])(
  "where every %s fails, the last try reaches the dead-letter queue, and no credit is charged",
  async (broken) => {
    app.expectErrors(/planned:|Failed query/)
    const user = await app.givenUser({ name: "Exhausted", credits: 500 })
    const { client, hub } = user
    const { items, credits } = await givenShop(user)
    await app.db.prepare("DELETE FROM stamp").run()
    const print = await givenPrint(client, items)
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    expect(await hub.balance()).toMatchObject({ available: 500 - credits, held: credits })
    const messages = await stampMessages()
    await breakCalls(app, broken)
    for (const { queue, body } of messages) {
      for (let attempt = 0; attempt < 4; attempt++)
        expect((await app.deliver(queue, body)).retried).toHaveLength(1)
    }
    // The dead-letter consumer is tried again, too, for as long as what it needs is away.
    if (broken.startsWith("d1")) {
      const [{ queue, body }] = messages
      expect((await app.deliver(`${queue}-dead`, body)).retried).toHaveLength(1)
    }
    await breakCalls(app, null)
    for (const { queue, body } of [...messages, ...messages]) {
      expect((await app.deliver(`${queue}-dead`, body)).retried).toEqual([])
    }
    expect(await printOf(client, print._id)).toMatchObject({
      status: "In Draft",
      failureMessage: expect.stringContaining("could not be prepared"),
    })
    expect(await hub.balance()).toMatchObject({ available: 500, used: 0, held: 0 })
    // A print that had failed for good succeeds at the next try.
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    await drainQueue(app)
    expect((await printOf(client, print._id)).status).toBe("Completed")
    expect(await hub.balance()).toMatchObject({ available: 500 - credits, used: credits, held: 0 })
  },
  LONG_MS,
)

longTest(
  "a message that cannot have the isolate goes back to the queue with a delay, and has lost no try",
  async () => {
    app.expectErrors(/planned:|message not sent back|job failed.*BusyError/)
    const user = await app.givenUser({ name: "Busy", credits: 500 })
    const { client, hub } = user
    const { items, credits } = await givenShop(user)
    await app.db.prepare("DELETE FROM stamp").run()
    const print = await givenPrint(client, items)
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const [first, second, ...rest] = await stampMessages()

    await holdCalls(app, "r2.get")
    const working = app.deliver(first.queue, first.body)
    await until("the first job to be at work", async () => (await heldCalls(app)) > 0)
    const { acked, retried } = await app.deliver(second.queue, second.body)
    expect({ acked: acked.length, retried }).toEqual({ acked: 1, retried: [] })
    expect(await takeQueued(app)).toEqual([{ ...second, delaySeconds: 1 }])
    // If it cannot be sent, a try is lost rather than the message.
    await breakCalls(app, "queue")
    expect((await app.deliver(second.queue, second.body)).retried).toHaveLength(1)
    await breakCalls(app, null)

    await holdCalls(app, null)
    expect((await working).retried).toEqual([])
    for (const { queue, body } of [second, ...rest])
      expect((await app.deliver(queue, body)).retried).toEqual([])
    await drainQueue(app)
    expect((await printOf(client, print._id)).status).toBe("Completed")
    expect(await hub.balance()).toMatchObject({ used: credits, held: 0 })
  },
)

/** Returns how many of these messages are in each queue. */
function queuesOf(messages: readonly Message[]): Record<string, number> {
  const queues = Map.groupBy(messages, ({ queue }) => queue)
  return Object.fromEntries([...queues].map(([queue, own]) => [queue, own.length]))
}

longTest(
  "an account's prints wait for their turn, pass it on, and hold up nobody else's",
  async () => {
    app.expectErrors(/planned:/)
    const many = await app.givenUser({ name: "Many", credits: 500 })
    const image = await givenImage(many.client, { name: "moth.png", bytes: await softArtPng(90, 90) })
    const sizeId = await givenSize(many.client, "Pocket", 1)
    const prints: string[] = []
    for (let i = 0; i < SHORT_PRINTS_AT_ONCE + PRINTS_AT_ONCE + 3; i++) {
      const { _id } = await givenPrint(many.client, [{ imageId: image._id, sizeId, quantity: 1 }])
      prints.push(_id)
      expect((await many.client.post(`/api/prints/${_id}/proccess`)).status).toBe(202)
    }
    const first = await takeQueued(app)
    expect(queuesOf(first)).toEqual({
      "sheetsmith-render": SHORT_PRINTS_AT_ONCE,
      "sheetsmith-render-long": PRINTS_AT_ONCE,
    })
    expect((await printOf(many.client, prints.at(-1) ?? "")).status).toBe("Processing")

    // Another's print does not wait, and the account's own next one finds a short turn that has ended.
    const single = await app.givenUser({ name: "Single" })
    const theirs = await givenImage(single.client, { name: "taco.png", bytes: await softArtPng(90, 90) })
    const theirSize = await givenSize(single.client, "Pocket", 1)
    const own = await givenPrint(single.client, [{ imageId: theirs._id, sizeId: theirSize, quantity: 1 }])
    expect((await single.client.post(`/api/prints/${own._id}/proccess`)).status).toBe(202)
    expect(queuesOf(await takeQueued(app))).toEqual({ "sheetsmith-render": 1 })
    for (const id of prints.slice(0, SHORT_PRINTS_AT_ONCE))
      expect((await many.client.post(`/api/prints/${id}/cancel`)).status).toBe(200)
    expect(await takeQueued(app)).toEqual([])
    const next = await givenPrint(many.client, [{ imageId: image._id, sizeId, quantity: 1 }])
    expect((await many.client.post(`/api/prints/${next._id}/proccess`)).status).toBe(202)
    expect(queuesOf(await takeQueued(app))).toEqual({ "sheetsmith-render": 1 })

    // A turn that ends begins the next; where that is lost, the sweep of the minute does it.
    const [ending, lost] = prints.slice(SHORT_PRINTS_AT_ONCE)
    expect((await many.client.post(`/api/prints/${ending}/cancel`)).status).toBe(200)
    expect(queuesOf(await takeQueued(app))).toEqual({ "sheetsmith-render-long": 1 })
    await app.db
      .prepare(
        "UPDATE attempt SET state = 'failed', is_hold_settled = 1, is_announced = 1 WHERE print_id = ?",
      )
      .bind(lost)
      .run()
    await app.runtime.runCron("* * * * *")
    expect(queuesOf(await takeQueued(app))).toEqual({ "sheetsmith-render-long": 1 })

    // All messages were lost: what has its turn is queued again, and the rest follows as turns end.
    await app.runtime.runCron("@restart")
    await drainQueue(app)
    const left = prints.slice(SHORT_PRINTS_AT_ONCE + 2)
    for (const id of left) expect((await printOf(many.client, id)).status).toBe("Completed")
  },
  LONG_MS,
)

test(
  "one turn makes an account's checks of ink, whichever images they are of, and no other follows",
  async () => {
    const { client, userId } = await app.givenUser({ name: "Several" })
    for (const name of ["a.png", "b.png", "c.png"])
      await givenImage(client, { name, bytes: await softArtPng(60, 60) })
    await app.db
      .prepare("UPDATE image_ink SET state = 'waiting', findings = '[]', retry_at = 1 WHERE user_id = ?")
      .bind(userId)
      .run()
    await takeQueued(app)
    expect((await app.deliver("sheetsmith-pieces", { kind: "ink", userId })).retried).toEqual([])
    expect(await takeQueued(app)).toEqual([])
    const { results } = await app.db
      .prepare("SELECT state FROM image_ink WHERE user_id = ?")
      .bind(userId)
      .all<{ state: string }>()
    expect(results.map(({ state }) => state)).toEqual(["ready", "ready", "ready"])
  },
  LONG_MS,
)

test(
  "a stamp that cannot be made for a technical reason takes no other of its message along",
  async () => {
    app.expectErrors(/job failed/)
    const user = await app.givenUser({ name: "Apart", credits: 500 })
    const { items } = await givenShop(user)
    await app.db.prepare("DELETE FROM stamp").run()
    const print = await givenPrint(user.client, items)
    expect((await user.client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const [{ queue, body }] = await stampMessages()
    const { stampKey, others } = body as { stampKey: string; others: string[] }
    expect(others).toHaveLength(STAMPS_A_MESSAGE - 1)
    const broken = others[0]
    await app.db.prepare("UPDATE attempt_stamp SET trim_width = -1 WHERE stamp_key = ?").bind(broken).run()
    const { imageName } = (await app.db
      .prepare("SELECT image_name AS imageName FROM attempt_stamp WHERE stamp_key = ?")
      .bind(broken)
      .first<{ imageName: string }>()) ?? { imageName: "" }
    const missing = async () => {
      const { results } = await app.db
        .prepare("SELECT stamp_key AS key FROM attempt_stamp WHERE is_done = 0")
        .all<{ key: string }>()
      return results.map(({ key }) => key).filter((key) => key === stampKey || others.includes(key))
    }
    expect((await app.deliver(queue, body)).retried).toHaveLength(1)
    expect((await missing()).sort()).toEqual([...others].sort())
    expect((await app.deliverAgain(queue, body)).retried).toEqual([])
    const alone = (await takeQueued(app)).filter(({ body }) =>
      others.includes((body as { stampKey: string }).stampKey),
    )
    expect(alone.map(({ body }) => (body as { others: string[] }).others)).toEqual(others.map(() => []))
    for (const message of alone) await app.deliver(message.queue, message.body)
    expect(await missing()).toEqual([broken])
    // Its own last try ends the print, and says which artwork it is.
    const own = alone.find(({ body }) => (body as { stampKey: string }).stampKey === broken)
    expect((await app.deliverAgain(queue, own?.body)).retried).toHaveLength(1)
    await app.deliver(`${queue}-dead`, own?.body)
    const { status, failureMessage } = await printOf(user.client, print._id)
    expect([status, failureMessage]).toEqual([
      "In Draft",
      expect.stringContaining(`"${imageName}" could not be prepared`),
    ])
  },
  LONG_MS,
)

longTest(
  "a print of many stamps and an upload of many files have a few on their way, and each ended one sends the next",
  async () => {
    const { client } = await app.givenUser({ name: "Window", credits: 500 })
    const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(90, 90) })
    const items = await Promise.all(
      Array.from({ length: DRAWN_AT_ONCE * MOST_STAMPS_A_MESSAGE + 3 }, async (_, i) => ({
        imageId: image._id,
        sizeId: await givenSize(client, `Size ${i}`, 1 + i / 80),
        quantity: 1,
      })),
    )
    const print = await givenPrint(client, items)
    expect((await client.post(`/api/prints/${print._id}/proccess`)).status).toBe(202)
    const stamps = await stampMessages()
    expect(stamps.map(stampsOf)).toEqual(Array(DRAWN_AT_ONCE).fill(MOST_STAMPS_A_MESSAGE))
    const [stamp] = stamps
    for (let i = 0; i < 2; i++) {
      expect((await app.deliver(stamp.queue, stamp.body)).retried).toEqual([])
      // Come again, it may stand for one whose sender was stopped.
      const [next, ...others] = await takeQueued(app)
      expect(others).toEqual([])
      expect(stampsOf(next)).toBe(3)
    }
    for (const { queue, body } of stamps) await app.deliver(queue, body)
    await app.runtime.runCron("* * * * *", Date.now() + 6 * 60_000)
    await drainQueue(app)
    expect((await printOf(client, print._id)).status).toBe("Completed")

    await keepIngest(app, true)
    const bytes = await softArtPng(30, 30)
    const files = Array.from({ length: IMAGES_AT_ONCE + 3 }, (_, i) => ({ name: `art-${i}.png`, bytes }))
    const uploaded = await upload(client, files)
    const queued: Message[] = []
    await until("the first readings", async () => {
      queued.push(...(await takeQueued(app)))
      return queued.length === IMAGES_AT_ONCE
    })
    const [reading] = queued
    expect((await app.deliver(reading.queue, reading.body)).retried).toEqual([])
    expect(await takeQueued(app)).toHaveLength(1)
    // Images that are deleted give their turns to the sweep.
    const ids = queued.slice(1, 3).map(({ body }) => (body as { imageId: string }).imageId)
    for (const id of ids) expect((await client.delete(`/api/images/${id}`)).status).toBe(200)
    await app.runtime.runCron("* * * * *")
    expect(await takeQueued(app)).toHaveLength(2)
    await keepIngest(app, false)
    expect(uploaded).toHaveLength(files.length)
  },
  LONG_MS,
)

longTest(
  "a print whose artwork is read anew after its start waits for it in the job, within a bound",
  async () => {
    const { client } = await app.givenUser({ name: "Late", credits: 500 })
    const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(90, 90) })
    const sizeId = await givenSize(client, "Pocket", 1)
    const setImage = (status: string) =>
      app.db.prepare("UPDATE image SET status = ? WHERE id = ?").bind(status, image._id).run()
    const started = async () => {
      const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
      expect((await client.post(`/api/prints/${_id}/proccess`)).status).toBe(202)
      const [layout] = await takeQueued(app)
      await setImage("Ingesting")
      return { _id, layout }
    }
    const { _id, layout } = await started()
    expect((await app.deliver(layout.queue, layout.body)).retried).toEqual([])
    expect(await takeQueued(app)).toEqual([{ ...layout, delaySeconds: 2 }])
    expect((await printOf(client, _id)).status).toBe("Processing")
    await setImage("Ready")
    expect((await app.deliver(layout.queue, layout.body)).retried).toEqual([])
    await drainQueue(app)
    expect((await printOf(client, _id)).status).toBe("Completed")

    const late = await started()
    await app.db
      .prepare("UPDATE attempt SET turn_at = turn_at - ? WHERE print_id = ?")
      .bind(11 * 60_000, late._id)
      .run()
    expect((await app.deliver(late.layout.queue, late.layout.body)).retried).toEqual([])
    expect(await printOf(client, late._id)).toMatchObject({
      status: "In Draft",
      failureMessage: expect.stringContaining("still being prepared"),
    })
    await setImage("Ready")
  },
)
