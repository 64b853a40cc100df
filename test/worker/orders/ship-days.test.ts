import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_SHIP_DAYS } from "../../../contract/limit.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import { useApp } from "../../../harness/app.ts"
import { readReceipt } from "../../../worker/services/etsy/etsy-receipt.ts"
import { givenShop, integrationOf, ordersOf, sync, tellEtsy } from "./order-steps.ts"

const app = useApp()

test("orders without a ship-by date leave within the days that are said for their shop", async () => {
  const { client } = await app.givenUser({ name: "Dater" })
  const { id, shop } = await givenShop(client)
  expect(await integrationOf(client, id)).toMatchObject({ shipsWithinDays: null })
  const undated = (orders: Order[]) => orders.filter(({ shipBy }) => shipBy === null)
  const before = await ordersOf(client)
  const without = undated(before)
  expect(without.length).toBeGreaterThan(0)
  const left = async () => {
    const body = { integrationId: id, shipWithinDays: MAX_SHIP_DAYS, dryRun: true }
    const { skipped } = await client.expect<OrderBatchReply>("POST", "/api/orders/batch", body)
    return skipped.filter(({ reason }) => reason === "no-date").length
  }
  expect(await left()).toBeGreaterThan(0)

  for (const shipsWithinDays of [-1, 1.5, MAX_SHIP_DAYS + 1, "3"])
    expect((await client.put(`/api/integrations/${id}`, { shipsWithinDays })).status).toBe(400)
  const stranger = await app.givenUser({ name: "Stranger" })
  expect((await stranger.client.put(`/api/integrations/${id}`, { shipsWithinDays: 3 })).status).toBe(404)
  expect(undated(await ordersOf(client))).toHaveLength(without.length)

  // At once for those that are here, and only for them; filter and sorting go by it.
  const changed = await client.put(`/api/integrations/${id}`, { shipsWithinDays: 3 })
  expect(changed).toMatchObject({ status: 200, data: { shipsWithinDays: 3 } })
  const after = new Map((await ordersOf(client)).map((order) => [order._id, order]))
  for (const { _id, shipBy, integrationOrderCreatedDate } of before)
    expect(after.get(_id)?.shipBy).toBe(
      shipBy ?? new Date(Date.parse(integrationOrderCreatedDate) + 3 * DAY_MS).toISOString(),
    )
  expect(await left()).toBe(0)
  const overdue = (await ordersOf(client, "limit=200&shipBy=overdue")).map(({ _id }) => _id)
  const late = without.filter(
    ({ integrationOrderCreatedDate: at, status, isCancelled }) =>
      Date.parse(at) < Date.now() - 5 * DAY_MS && status === "Pending" && !isCancelled,
  )
  for (const { _id, shippedAt } of late) if (shippedAt === null) expect(overdue).toContain(_id)

  // New orders have it from the start; one that gets a day of its own keeps that.
  await tellEtsy(app, { action: "arrive", shop, count: 5 })
  await sync(client, id)
  expect(undated(await ordersOf(client))).toEqual([])
  const other = await client.put(`/api/integrations/${id}`, { shipsWithinDays: 10 })
  expect(other.status).toBe(200)
  const later = new Map((await ordersOf(client)).map((order) => [order._id, order]))
  for (const { _id, integrationOrderCreatedDate: at } of without)
    expect(later.get(_id)?.shipBy).toBe(new Date(Date.parse(at) + 10 * DAY_MS).toISOString())
  await client.put(`/api/integrations/${id}`, { name: "Renamed" })
  expect(undated(await ordersOf(client))).toEqual([])
  await client.put(`/api/integrations/${id}`, { shipsWithinDays: null })
  expect(undated(await ordersOf(client)).length).toBeGreaterThanOrEqual(without.length)
  for (const { _id, shipBy } of before) if (shipBy !== null) expect(later.get(_id)?.shipBy).toBe(shipBy)
})

test("an Etsy order without a promised day leaves by its listing's processing profile", () => {
  const money = { amount: 1000, divisor: 100, currency_code: "USD" }
  const receipt = (item: object) => ({
    receipt_id: 1,
    status: "paid",
    create_timestamp: 1_000_000,
    update_timestamp: 1_000_000,
    grandtotal: money,
    transactions: [{ transaction_id: 2, title: "Tee", quantity: 1, price: money, ...item }],
  })
  const shipBy = (item: object) => readReceipt(receipt(item)).shipByMs
  const days = { paid_timestamp: 1_086_400, max_processing_days: 5 }
  expect(shipBy({ expected_ship_date: 1_500_000, ...days })).toBe(1_500_000_000)
  expect(shipBy({ expected_ship_date: null, ...days })).toBe((1_086_400 + 5 * 86_400) * 1000)
  expect(shipBy({ max_processing_days: 0 })).toBe(1_000_000_000)
  expect(shipBy({ max_processing_days: null })).toBeNull()
})
