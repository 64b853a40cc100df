import { expect, test } from "vitest"
import { addDays, dayOf, startOfDay } from "../../contract/day.ts"
import { HOUR_MS } from "../../contract/duration.ts"
import type { Order } from "../../contract/order.ts"
import { useApp } from "../../harness/app.ts"
import { givenOrderItem } from "./order-steps.ts"

const app = useApp()
/** Its days begin at 10:00 UTC of the day before, so that no other zone's day is the same. */
const ZONE = "Pacific/Kiritimati"

/** The moment so many hours into a day of the seller's, counted from today. */
function shipTime(days: number, hours: number): number {
  return startOfDay(addDays(dayOf(Date.now(), ZONE), days), ZONE) + hours * HOUR_MS
}

/** An order with one item; `shipBy` in ms. */
async function givenDue(userId: string, number: string, shipBy: number | null): Promise<string> {
  const itemId = await givenOrderItem(app, userId, number, `Shirt of ${number}`)
  await app.db
    .prepare(`UPDATE "order" SET ship_by = ? WHERE id = (SELECT order_id FROM order_item WHERE id = ?)`)
    .bind(shipBy, itemId)
    .run()
  return itemId
}

async function zonedSeller() {
  const { client, userId, email } = await app.givenUser()
  const form = { firstName: "Day", lastName: "Seller", email, phone: "" }
  expect((await client.put("/api/profile", { ...form, timeZone: ZONE })).status).toBe(200)
  return { client, userId }
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
  // What is printed is not waited for, but found where it is asked for.
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
    ...{ overdue: 1, today: 2, threeDays: 4, week: 6 },
    ...{ doubtful: 0, unmatched: 9 },
  })
  const [{ integrationId }] = (await client.get("/api/orders?shipBy=overdue")).data as Order[]
  expect(await summary(`?integrationId=${integrationId._id}`)).toMatchObject({ overdue: 1, today: 0 })
  const stranger = await app.givenUser()
  expect((await stranger.client.get("/api/orders/summary")).data).toMatchObject({ overdue: 0, week: 0 })
  expect((await app.visitor().get("/api/orders/summary")).status).toBe(401)
})
