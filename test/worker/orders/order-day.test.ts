import { expect, test } from "vitest"
import { dayOf } from "../../../contract/day.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import { texts } from "../../../contract/text.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenSize, printOf } from "../artwork/artwork-steps.ts"
import { givenDue as givenDueAt, shipTime, ZONE, zonedSellerOf } from "./order-steps.ts"

const app = useApp()
const givenDue = (userId: string, number: string, shipBy: number | null) =>
  givenDueAt(app, userId, number, shipBy)
const zonedSeller = () => zonedSellerOf(app)
type Batch = OrderBatchReply & { message: string; status: number }

async function batch(client: Client, wish: object = {}): Promise<Batch> {
  const { data, message, status } = await client.post("/api/orders/batch", wish)
  return { ...(data as OrderBatchReply), message, status }
}

test("orders are found, sorted and counted by the seller's days", async () => {
  const { client, userId } = await zonedSeller()
  const due = {
    late: shipTime(0, 0) - 1,
    first: shipTime(0, 0),
    last: shipTime(1, 0) - 1,
    tomorrow: shipTime(1, 0),
    third: shipTime(3, 0) - 1,
    fourth: shipTime(3, 0),
    seventh: shipTime(7, 0) - 1,
    eighth: shipTime(7, 0),
    undated: null,
    printed: shipTime(0, 5),
    cancelled: shipTime(0, 6),
  }
  for (const [number, shipBy] of Object.entries(due)) await givenDue(userId, number, shipBy)
  await app.db
    .prepare(`UPDATE "order" SET status = 'Completed' WHERE user_id = ? AND vendor_order_id = 'printed'`)
    .bind(userId)
    .run()
  await app.db
    .prepare(`UPDATE "order" SET is_cancelled = 1 WHERE user_id = ? AND vendor_order_id = 'cancelled'`)
    .bind(userId)
    .run()
  const found = async (query: string) => {
    const { data, pagination } = await client.get(`/api/orders?limit=50&sortBy=shipBy&${query}`)
    const numbers = (data as Order[]).map(({ orderNumber }) => orderNumber)
    expect(pagination).toMatchObject({ totalDocuments: numbers.length })
    return numbers
  }
  expect(await found("sort=asc&shipBy=overdue")).toEqual(["late"])
  expect(await found("sort=asc&shipBy=today")).toEqual(["first", "last"])
  expect(await found("sort=desc&shipBy=today")).toEqual(["last", "first"])
  expect(await found("sort=asc&shipBy=3days")).toEqual(["first", "last", "tomorrow", "third"])
  const week = ["first", "last", "tomorrow", "third", "fourth", "seventh"]
  expect(await found("sort=asc&shipBy=week")).toEqual(week)
  // Printed orders are not waiting, but a search finds them.
  expect(await found("sort=asc&shipBy=today&status=Completed")).toEqual(["printed"])
  // Without a day they come last, whichever way the list is sorted.
  expect((await found("sort=asc")).slice(-2)).toEqual(["eighth", "undated"])
  expect((await found("sort=asc"))[0]).toBe("late")
  expect((await found("sort=desc")).at(-1)).toBe("undated")
  expect((await found("sort=desc"))[0]).toBe("eighth")
  // An unknown filter is none.
  expect(await found("shipBy=soon")).toHaveLength(Object.keys(due).length)

  const summary = async (query = "") => (await client.get(`/api/orders/summary${query}`)).data
  expect(await summary()).toEqual({
    ...{ overdue: 1, late: { "to-do": 1, "on-film": 0, pressed: 0 }, today: 2, threeDays: 4, week: 6 },
    ...{ doubtful: 0, unmatched: 9, changed: 0, needsYou: 9, toPress: 1, toShip: 0, notTold: 0 },
    steps: { "to-do": 9, "on-film": 1, pressed: 0 },
  })
  const [{ integrationId }] = (await client.get("/api/orders?shipBy=overdue")).data as Order[]
  expect(await summary(`?integrationId=${integrationId._id}`)).toMatchObject({ overdue: 1, today: 0 })
  const stranger = await app.givenUser()
  expect((await stranger.client.get("/api/orders/summary")).data).toMatchObject({ overdue: 0, week: 0 })
  expect((await app.visitor().get("/api/orders/summary")).status).toBe(401)
})

test("one call makes the draft of all that can be printed and has to leave", async () => {
  const { client, userId } = await zonedSeller()
  expect(await batch(client)).toMatchObject({ status: 200, _id: null, items: 0, skipped: [] })
  const late = await givenDue(userId, "late", shipTime(-1, 5))
  const today = await givenDue(userId, "today", shipTime(1, 0) - 1)
  const third = await givenDue(userId, "third", shipTime(3, 0) - 1)
  const fourth = await givenDue(userId, "fourth", shipTime(3, 0))
  const undated = await givenDue(userId, "undated", null)
  const cancelled = await givenDue(userId, "cancelled", shipTime(0, 5))
  await app.db.prepare(`UPDATE "order" SET is_cancelled = 1 WHERE vendor_order_id = 'cancelled'`).run()

  // Nothing has artwork and a size yet: all of it is told, with what it is.
  const bare = await batch(client, { shipWithinDays: 3 })
  expect(bare).toMatchObject({ status: 200, _id: null, orders: 0, items: 0, copies: 0 })
  const about = { reason: "unmatched", printId: null, imageId: null, ruleKey: "moth" }
  expect(bare.skipped).toEqual([
    { orderItemId: late, orderNumber: "late", title: "Shirt of late", ...about },
    { orderItemId: today, orderNumber: "today", title: "Shirt of today", ...about },
    { orderItemId: third, orderNumber: "third", title: "Shirt of third", ...about },
    { orderItemId: undated, orderNumber: "undated", title: "Shirt of undated", ...about, reason: "no-date" },
  ])
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)

  // A dry run tells the same and changes nothing.
  const tried = await batch(client, { shipWithinDays: 3, dryRun: true })
  expect(tried).toMatchObject({ status: 200, _id: null, orders: 3, items: 3, copies: 3 })
  expect(tried.message).toBe("3 items are ready to be printed")
  expect((await client.get("/api/prints")).data).toEqual([])
  expect((await batch(client, { shipWithinDays: 0, dryRun: true })).items).toBe(1)
  expect((await batch(client, { shipWithinDays: 1, dryRun: true })).items).toBe(2)
  expect((await batch(client, { dryRun: true })).items).toBe(5)

  const templates = (await client.get("/api/sheet-templates")).data as { _id: string }[]
  const wish = { shipWithinDays: 3, sheetTemplateId: templates[0]._id, packing: "by-order" }
  const made = await batch(client, wish)
  expect(made).toMatchObject({ status: 201, orders: 3, items: 3, copies: 3, message: texts.printCreated })
  const print = await printOf(client, made._id ?? "")
  expect(print).toMatchObject({ status: "In Draft", type: "Etsy", sheetTemplateId: templates[0]._id })
  const printed = print.printItems.map(({ orderItemId }) => orderItemId?._id)
  expect(printed).toEqual([late, today, third])
  // The draft says when the first of them has to leave.
  expect(print).toMatchObject({ shipBy: new Date(shipTime(-1, 5)).toISOString() })
  expect((await client.get("/api/prints")).data).toMatchObject([{ _id: print._id, shipBy: print.shipBy }])
  // Its items and its manifest's spreadsheet say the days that these moments are to the seller.
  const days = [-1, 0, 2].map((number) => dayOf(shipTime(number, 12), ZONE))
  expect(print.printItems.map(({ orderItemId }) => orderItemId?.shipDay)).toEqual(days)
  const csv = await (await client.fetch("GET", `/api/prints/${print._id}/manifest.csv`)).text()
  for (const day of days) expect(csv).toContain(`"${day}"`)
  expect((await client.get(`/api/prints/${print._id}/layout`)).data).toMatchObject({ packing: "by-order" })

  // Asked again, nothing is printed twice; the print that has it is named.
  const again = await batch(client, { shipWithinDays: 3 })
  expect(again).toMatchObject({ status: 200, _id: null, items: 0, message: "Nothing is ready to be printed" })
  expect(again.skipped.map(({ orderItemId, reason, printId }) => [orderItemId, reason, printId])).toEqual([
    [late, "in-print", print._id],
    [today, "in-print", print._id],
    [third, "in-print", print._id],
    [undated, "no-date", null],
  ])
  const rest = await batch(client)
  const items = (await printOf(client, rest._id ?? "")).printItems
  expect(items.map(({ orderItemId }) => orderItemId?._id)).toEqual([fourth, undated])
  expect(items.some(({ orderItemId }) => orderItemId?._id === cancelled)).toBe(false)

  expect(await batch(client, { shipWithinDays: -1 })).toMatchObject({ status: 400 })
  const gone = "0197f3c0-0000-7000-8000-000000000000"
  expect(await batch(client, { sheetTemplateId: gone })).toMatchObject({ status: 404 })
  expect(await batch(client, { integrationId: gone })).toMatchObject({ status: 404 })
})

test("batches and prints by hand at the same moment print every item once", async () => {
  const { client, userId } = await zonedSeller()
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)
  const ids: string[] = []
  for (let i = 0; i < 8; i++) ids.push(await givenDue(userId, `order ${i}`, shipTime(0, 1)))
  const byHand = (orderItems: string[]) => client.post("/api/orders/print", { orderItems })
  const replies = await Promise.all([
    batch(client),
    byHand(ids.slice(0, 2)),
    batch(client),
    byHand(ids.slice(2, 4)),
    batch(client),
  ])
  expect(replies.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
  const prints = (await client.get("/api/prints?limit=50")).data as { _id: string }[]
  const full = await Promise.all(prints.map(({ _id }) => printOf(client, _id)))
  const printed = full.flatMap(({ printItems }) => printItems.map(({ orderItemId }) => orderItemId?._id))
  expect(printed.toSorted()).toEqual(ids.toSorted())
})
