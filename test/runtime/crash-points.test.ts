import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Order } from "../../contract/orders/order.ts"
import type { Print } from "../../contract/prints/print.ts"
import { PASSWORD, useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { destinationOf } from "../../harness/destination.ts"
import { isFull } from "../../harness/layer.ts"
import { givenImage, givenPrint, givenSize, keysIn, printOf } from "../worker/artwork/artwork-steps.ts"
import {
  approve,
  type Bought,
  bought,
  control,
  orderOf,
  paymentOf,
  returned,
} from "../worker/credits/paypal-steps.ts"
import { givenOrderItem } from "../worker/orders/order-steps.ts"
import { atEveryCall, deliverOnce, drainQueue, faultNames, faultyFronts } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
/** The limit for some hundred runs of a flow, on a machine that may be busy. */
const LONG_MS = 15 * MINUTE_MS
/** The words of planned failures, the only ones here; one that D1 reports is wrapped by the query. */
const planned = /planned:|Failed query/

/** Checks that nothing remains to do for this print: no attempt under way, to settle or to announce. */
async function isOver(printId: string): Promise<boolean> {
  const row = await app.db
    .prepare(
      "SELECT count(*) AS n FROM attempt WHERE print_id = ? AND (is_hold_settled = 0 OR is_announced = 0)",
    )
    .bind(printId)
    .first<{ n: number }>()
  return row?.n === 0
}

test.each(faultNames)(
  "process: %s at any call charges exactly the sheets delivered",
  async (_name, fault) => {
    app.expectErrors(planned)
    const user = await app.givenUser({ name: "Process", credits: 5_000 })
    const { client, hub, userId } = user
    const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
    const sizeId = await givenSize(client, "Pocket", 1)
    // With a cut line, which is traced, proved and written on the way.
    const contour = { ...destinationOf().contour, isOn: true }
    const press = await client.expect<{ _id: string }>(
      "POST",
      "/api/destinations",
      destinationOf({ contour }),
    )
    const sheetTemplateId = (
      await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
        ...defaultSheetTemplate,
        name: "Cut",
        destinationId: press._id,
      })
    )._id
    const files = async () =>
      (await keysIn(app, "sheets/")).filter((key) => /sheet-1\.(png|svg)$/.test(key)).length
    const filesBefore = await files()
    let delivered = 0
    const { hits, calls } = await atEveryCall(app, fault, {
      async prepare() {
        // Without its stamp, so that both kinds of jobs run.
        await app.db.prepare("DELETE FROM stamp WHERE image_id = ?").bind(image._id).run()
        return givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
      },
      async act(print) {
        await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId })
        await deliverOnce(app)
      },
      async recover(print) {
        await drainQueue(app)
        for (let round = 1; round <= 4 && !(await isOver(print._id)); round++) {
          await app.runtime.runCron(MINUTE, Date.now() + round * 6 * MINUTE_MS)
          await drainQueue(app)
        }
        // The seller sees a draft and processes it again.
        if ((await printOf(client, print._id)).status === "In Draft") {
          expect((await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId })).status).toBe(
            202,
          )
          await drainQueue(app)
        }
      },
      async check(print, where) {
        delivered += 3
        expect(await hub.balance(), where).toMatchObject({
          used: delivered,
          held: 0,
          available: 5_000 - delivered,
        })
        const done = await printOf(client, print._id)
        expect(done, where).toMatchObject({
          status: "Completed",
          fileId: [{ format: "png" }, { format: "svg" }],
        })
        for (const { path } of done.fileId)
          expect((await client.fetch("GET", `/api/${path}`)).status, where).toBe(200)
        expect(await isOver(print._id), where).toBe(true)
        const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
        const ready = events.filter(
          ({ event, data }) =>
            event === `print-${userId}` && (data as { attachmentId: string }).attachmentId === print._id,
        )
        expect(ready, where).toHaveLength(1)
      },
    })
    expect(calls.length).toBeGreaterThan(20)
    for (const kind of ["d1", "r2", "queue", "hub", "email"])
      expect(
        calls.some((call) => call.startsWith(`${kind}.`)),
        kind,
      ).toBe(true)
    await app.runtime.runCron(MINUTE)
    // Two for each print, whatever became of its attempts.
    expect((await files()) - filesBefore).toBe(2 * (hits.length + 1))
  },
  LONG_MS,
)

test.each(faultNames)(
  "settle: %s at any call grants exactly the money captured",
  async (_name, fault) => {
    app.expectErrors(planned)
    const user = await app.givenUser({ name: "Settle" })
    const { client, hub, userId } = user
    let granted = 20
    const { hits, calls } = await atEveryCall(app, fault, {
      async prepare() {
        await control(app, { action: "clear" })
        await control(app, { action: "webhooks", mode: "hold", times: 100 })
        return { requestKey: crypto.randomUUID(), order: null as Bought | null }
      },
      async act(given) {
        given.order = await buy(given.requestKey)
        if (!given.order) return
        await client.fetch("GET", await approve(given.order))
      },
      async recover(given) {
        if (!given.order) {
          given.order = await buy(given.requestKey)
          if (given.order) await control(app, { action: "approve", orderId: given.order.orderId })
        }
        await control(app, { action: "release", order: "reverse", copies: 2 })
        for (let round = 1; round <= 3; round++)
          await app.runtime.runCron(MINUTE, Date.now() + round * 5 * MINUTE_MS)
      },
      async check({ order }, where) {
        if (!order) throw new Error(`nothing was bought: ${where}`)
        const { captures } = await orderOf(app, order)
        expect(
          captures.map(({ status }) => status),
          where,
        ).toEqual(["COMPLETED"])
        granted += 100
        expect(await hub.balance(), where).toMatchObject({ available: granted })
        expect(await paymentOf(client, order._id), where).toMatchObject({ status: "Completed" })
        const { results } = await app.db
          .prepare(
            "SELECT is_announced AS isAnnounced, (SELECT count(*) FROM notification WHERE attachment_id = payment.id) AS notices FROM payment WHERE id = ?",
          )
          .bind(order._id)
          .all()
        expect(results, where).toEqual([{ isAnnounced: 1, notices: 1 }])
      },
    })
    const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
    expect(events.filter(({ event }) => event === `payment-${userId}`)).toHaveLength(hits.length + 1)
    const { results } = await app.db
      .prepare("SELECT status, count(*) AS n FROM payment WHERE user_id = ? GROUP BY status")
      .bind(userId)
      .all()
    expect(results).toEqual([{ status: "Completed", n: hits.length + 1 }])
    for (const kind of ["d1.", "hub.", "email.", "fetch"])
      expect(
        calls.some((call) => call.startsWith(kind)),
        kind,
      ).toBe(true)

    async function buy(requestKey: string): Promise<Bought | null> {
      const reply = await client.post("/api/buyCredits", { sku: "credits100", requestKey })
      const data = reply.data as Omit<Bought, "orderId"> | undefined
      if (reply.status !== 200 || !data) return null
      return { ...data, orderId: new URL(data.link).searchParams.get("token") ?? "" }
    }
  },
  LONG_MS,
)

test.each(faultNames)(
  "refund: %s at any call takes back exactly the money refunded",
  async (_name, fault) => {
    app.expectErrors(planned)
    const { client, hub } = await app.givenUser({ name: "Refund" })
    // Payments of the tests before this one would be asked about first.
    await app.db.prepare("UPDATE payment SET check_at = NULL").run()
    let left = 20
    const { calls } = await atEveryCall(app, fault, {
      async prepare() {
        await control(app, { action: "clear" })
        await control(app, { action: "webhooks", mode: "drop", times: 2 })
        const order = await bought(client, "credits100")
        await returned(client, await approve(order))
        const [{ id: captureId }] = (await orderOf(app, order)).captures
        await control(app, { action: "webhooks", mode: "hold" })
        await control(app, { action: "refund", captureId, value: "7.50" })
        return order
      },
      async act() {
        await control(app, { action: "release" })
      },
      async recover() {
        // The webhook is lost: what is paid is looked after once a day.
        for (const days of [2, 3]) await app.runtime.runCron(MINUTE, Date.now() + days * DAY_MS)
      },
      async check({ _id }, where) {
        left += 25
        expect(await hub.balance(), where).toMatchObject({ available: left, owed: 0 })
        const row = await app.db
          .prepare(
            "SELECT status, refunded_cents AS refunded, is_announced AS isAnnounced FROM payment WHERE id = ?",
          )
          .bind(_id)
          .first()
        expect(row, where).toEqual({ status: "Completed", refunded: 750, isAnnounced: 1 })
      },
    })
    expect(calls.length).toBeGreaterThan(5)
  },
  LONG_MS,
)

test.each(faultNames)(
  "bank transfer: %s at any call grants it once",
  async (_name, fault) => {
    app.expectErrors(planned)
    const { client, hub } = await app.givenUser({ name: "Transfer" })
    const admin = await app.givenUser({ name: "Chief", role: "admin" })
    let granted = 20
    await atEveryCall(app, fault, {
      async prepare() {
        const reply = await client.post("/api/payments/bank-transfer", {
          sku: "credits100",
          requestKey: crypto.randomUUID(),
        })
        return reply.data as { _id: string }
      },
      async act({ _id }) {
        await admin.client.put(`/api/payments/${_id}`, { status: "Completed" })
      },
      async recover({ _id }) {
        await app.runtime.runCron(MINUTE, Date.now() + 5 * MINUTE_MS)
        await admin.client.put(`/api/payments/${_id}`, { status: "Completed" })
      },
      async check({ _id }, where) {
        granted += 100
        expect(await hub.balance(), where).toMatchObject({ available: granted })
        const row = await app.db
          .prepare(
            "SELECT status, is_announced AS isAnnounced, (SELECT count(*) FROM audit_entry WHERE subject_id = payment.user_id) AS audits FROM payment WHERE id = ?",
          )
          .bind(_id)
          .first<{ status: string; isAnnounced: number; audits: number }>()
        expect(row, where).toEqual({ status: "Completed", isAnnounced: 1, audits: (granted - 20) / 100 })
      },
    })
  },
  LONG_MS,
)

test.each(faultNames)(
  "sign-up: %s at any call gives one account and one trial",
  async (_name, fault) => {
    app.expectErrors(planned)
    let people = 0
    const { calls } = await atEveryCall(app, fault, {
      async prepare() {
        people += 1
        const username = `signup-${fault.when}-${fault.how}-${people}`
        const client = await app.human()
        return { client, email: `${username}@shop.test`, username }
      },
      async act({ client, email, username }) {
        if ((await register(client, email, username)) !== 201) return
        const token = await app.verificationToken(email)
        await client.get(`/api/verify?token=${encodeURIComponent(token)}`)
      },
      async recover({ client, email, username }) {
        // The person registers again or, if the address is taken, signs in, which mails a new link.
        await app.human(client)
        await register(client, email, username)
        await app.human(client)
        const early = await client.post("/api/login", { email, password: PASSWORD })
        if (early.status === 200) return
        const token = await app.verificationToken(email)
        expect((await client.get(`/api/verify?token=${encodeURIComponent(token)}`)).status).toBe(200)
        await app.human(client)
        expect((await client.post("/api/login", { email, password: PASSWORD })).status).toBe(200)
      },
      async check({ client, email }, where) {
        const profile = await client.get("/api/profile")
        expect(profile.data, where).toMatchObject({ credit: { availableCredits: 20, usedCredits: 0 } })
        const templates = (await client.get("/api/sheet-templates")).data as unknown[]
        expect(templates, where).toHaveLength(1)
        const row = await app.db
          .prepare("SELECT count(*) AS n FROM user WHERE email_key = ?")
          .bind(email)
          .first<{ n: number }>()
        expect(row?.n, where).toBe(1)
      },
    })
    expect(calls.length).toBeGreaterThan(8)

    async function register(client: Awaited<ReturnType<typeof app.human>>, email: string, username: string) {
      const reply = await client.post("/api/register", {
        firstName: "Signing",
        lastName: "Person",
        username,
        company: "",
        phone: "+1 555 010 0199",
        email,
        password: PASSWORD,
      })
      return reply.status
    }
  },
  LONG_MS,
)

test.each(faultNames)(
  "archive: %s at any call keeps an order and its print whole, each in one place",
  async (_name, fault) => {
    app.expectErrors(planned)
    const { client, userId } = await app.givenUser({ name: "Archive" })
    let made = 0
    const orderOf = async (number: string) =>
      (await client.expect<Order[]>("GET", `/api/orders?search=${number}`))[0]
    const { hits } = await atEveryCall(app, fault, {
      async prepare() {
        made += 1
        const number = `archive-${made}`
        const itemId = await givenOrderItem(app, userId, number, "Moth tee")
        const print = await client.expect<Print>("POST", "/api/orders/print", { orderItems: [itemId] })
        const longAgo = Date.now() - 31 * DAY_MS
        await app.db.batch([
          app.db
            .prepare("UPDATE print SET status = 'Deleted', printed_at = ?1, updated_at = ?1 WHERE id = ?2")
            .bind(longAgo, print._id),
          app.db
            .prepare("UPDATE print_item SET printed_at = ?1 WHERE print_id = ?2")
            .bind(longAgo, print._id),
          app.db.prepare("UPDATE order_item SET status = 'Completed' WHERE id = ?").bind(itemId),
          app.db
            .prepare(
              `UPDATE "order" SET status = 'Completed', shipped_at = ?1, updated_at = ?1 WHERE vendor_order_id = ?2`,
            )
            .bind(longAgo, number),
        ])
        return {
          number,
          itemId,
          printId: print._id,
          before: await orderOf(number),
          print: await printOf(client, print._id),
        }
      },
      async act({ number, itemId, printId }) {
        await app.runtime.runCron("17 3 * * *").catch(() => {})
        // It is read from where it is now, then brought back.
        await client.get(`/api/orders?search=${number}`)
        await client.get(`/api/orders/items?ids=${itemId}`)
        await client.get(`/api/prints/${printId}`)
      },
      async recover() {
        await app.runtime.runCron(MINUTE)
      },
      async check({ number, itemId, before, printId, print }, where) {
        expect(await orderOf(number), where).toEqual(before)
        expect(await client.expect("GET", `/api/orders/items?ids=${itemId}`), where).toEqual(
          before.orderItems,
        )
        expect(await orderOf(number), where).toEqual(before)
        expect(await printOf(client, printId), where).toEqual(print)
      },
    })
    if (isFull) expect(hits.filter((hit) => / r2\.(put|get)$/.test(hit)).length).toBeGreaterThan(1)
    // Documents without a row are orphans; the others are the archived orders'.
    await app.runtime.runCron("17 3 * * *", Date.now() + 2 * DAY_MS)
    await app.runtime.runCron(MINUTE, Date.now() + 2 * DAY_MS)
    const { results } = await app.db
      .prepare(
        `SELECT DISTINCT 'orders/' || archive_key AS key FROM "order" WHERE archive_key IS NOT NULL
          UNION SELECT DISTINCT 'prints/' || archive_key FROM print WHERE archive_key IS NOT NULL ORDER BY 1`,
      )
      .all<{ key: string }>()
    const keys = results.map(({ key }) => key)
    expect(new Set(keys.map((key) => key.slice(0, 7)))).toEqual(new Set(["orders/", "prints/"]))
    expect([...(await keysIn(app, "orders/")), ...(await keysIn(app, "prints/"))].sort()).toEqual(keys.sort())
  },
  LONG_MS,
)
