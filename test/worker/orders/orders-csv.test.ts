import { expect, test } from "vitest"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { OrderSummary } from "../../../contract/orders/order.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { ordersPrintName } from "../../../contract/prints/print-name.ts"
import { useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { givenPrint, printOf } from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "./order-steps.ts"

const app = useApp()

longTest("the orders that the filters find are a file for spreadsheets, and nobody else's", async () => {
  const { client, userId } = await app.givenUser({ name: "Lister" })
  const stranger = await app.givenUser({ name: "Stranger" })
  // More than a page of them, so that the file goes on where a page ends.
  for (let number = 1; number <= 201; number++) await givenOrderItem(app, userId, `N-${number}`, "Luna Tee")
  const odd = await givenOrderItem(app, userId, "N-ODD", '=cmd|"calc"')
  await givenOrderItem(app, stranger.userId, "N-FOREIGN", "Luna Tee")
  await app.db.prepare("UPDATE order_item SET sku = '+1', size = '@x' WHERE id = ?").bind(odd).run()

  const file = await client.fetch("GET", "/api/orders?limit=1", undefined, { accept: "text/csv" })
  expect(file.status).toBe(200)
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-[\d-]+\.csv"$/)
  const lines = Buffer.from(await file.arrayBuffer())
    .toString("utf8")
    .split("\r\n")
  expect(lines[0]).toMatch(/^\uFEFF"Order","Shop","Ordered","Ship by","Status"/)
  expect(lines[0]).toMatch(/"Changed","Step"$/)
  expect(lines[1]).toMatch(/"To do"$/)
  expect(lines).toHaveLength(204)
  expect(new Set(lines).size).toBe(204)
  expect(lines.join()).not.toContain("N-FOREIGN")
  const line = lines.find((one: string) => one.startsWith('"N-ODD"')) ?? ""
  for (const cell of ['"\'=cmd|""calc"""', '"\'+1"', '"\'@x"', '"Ann"', '"For Ann, from Bob"'])
    expect(line).toContain(cell)

  const found = await client.get("/api/orders.csv?search=N-20")
  expect(found.headers.get("content-type")).toContain("text/csv")
  expect((found.data as string).match(/"N-20\d?"/g)).toHaveLength(3)
  const none = (await client.get("/api/orders.csv?status=Completed")).data as string
  expect(none.trimEnd().split("\r\n")).toHaveLength(1)
  // Without asking for a file it is the list as before.
  expect((await client.get("/api/orders?limit=1")).data).toHaveLength(1)
})

test("a batch of a shop that is not one's own is no batch", async () => {
  const { client } = await app.givenUser({ name: "Batcher" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const shop = await stranger.client.expect<{ _id: string }>("POST", "/api/integrations", {
    name: "Theirs",
    type: "Etsy",
  })
  for (const integrationId of [shop._id, "01900000-0000-7000-8000-000000000000"])
    for (const dryRun of [true, false])
      expect(await client.post("/api/orders/batch", { integrationId, dryRun })).toMatchObject({
        status: 404,
        message: "This integration does not exist",
      })
  expect((await stranger.client.post("/api/orders/batch", { integrationId: shop._id })).status).toBe(200)
})

test("a filter by what is not one's own finds nothing, in every list, sum and file alike", async () => {
  const { client, userId } = await app.givenUser({ name: "Filterer" })
  const stranger = await app.givenUser({ name: "Stranger" })
  await givenOrderItem(app, userId, "N-OWN", "Luna Tee")
  await givenOrderItem(app, stranger.userId, "N-THEIRS", "Luna Tee")
  const [shop] = await stranger.client.expect<{ _id: string }[]>("GET", "/api/integrations")
  for (const id of [shop._id, "01900000-0000-7000-8000-000000000000"]) {
    expect(await client.get(`/api/orders?integrationId=${id}`)).toMatchObject({ status: 200, data: [] })
    const summary = await client.expect<OrderSummary>("GET", `/api/orders/summary?integrationId=${id}`)
    const counts = { ...summary, ...summary.steps, steps: 0, late: summary.late.pressed }
    expect(new Set(Object.values(counts))).toEqual(new Set([0]))
    const file = await client.fetch("GET", `/api/orders.csv?integrationId=${id}`)
    expect([file.status, (await file.text()).trim().split("\r\n").length]).toEqual([200, 1])
    expect(await client.get(`/api/images?imageCategory=${id}`)).toMatchObject({ status: 200, data: [] })
  }
})

test("prints of one day that nobody named have names of their own", async () => {
  const { client, userId } = await app.givenUser({ name: "Namer" })
  const nameOf = async (made: { _id: string }) => (await printOf(client, made._id)).name
  const [first, second] = [
    await givenPrint(client, [{ quantity: 1 }]),
    await givenPrint(client, [{ quantity: 1 }]),
  ]
  const name = await nameOf(first)
  expect(name).toMatch(/^Print of \d+ \w+$/)
  expect(await nameOf(second)).toBe(`${name} (2)`)
  await client.put(`/api/prints/${second._id}`, { name: "Mine" })
  const made = await Promise.all([1, 2, 3].map(() => givenPrint(client, [{ quantity: 1 }])))
  expect(new Set(await Promise.all(made.map(nameOf))).size).toBe(3)
  const stranger = await app.givenUser({ name: "Other" })
  const theirs = await givenPrint(stranger.client, [{ quantity: 1 }])
  expect((await printOf(stranger.client, theirs._id)).name).toBe(name)

  // A print of orders says the day's and how many are in it.
  const items = await Promise.all(
    ["A-1", "A-2", "A-3", "A-4"].map((number) => givenOrderItem(app, userId, number, "Luna Tee")),
  )
  // It is noon there, so that no midnight comes between.
  const utcOffsetMin = 720 - (Math.floor(Date.now() / MINUTE_MS) % 1440)
  const ofOrders = async (...orderItems: string[]) =>
    nameOf(await client.expect<Print>("POST", "/api/orders/print", { orderItems, utcOffsetMin }))
  const one = ordersPrintName(1, Date.now(), utcOffsetMin)
  expect(await ofOrders(items[0])).toBe(one)
  expect(await ofOrders(items[1])).toBe(`${one} (2)`)
  expect(await ofOrders(items[2], items[3])).toBe(one.replace("1 order", "2 orders"))
  const named = await client.expect<Print>("POST", "/api/prints", {
    printItems: [{ quantity: 1 }],
    name: "Mine",
  })
  expect(await nameOf(named)).toBe("Mine")
})
