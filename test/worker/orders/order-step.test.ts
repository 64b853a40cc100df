import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import type { OrderSummary } from "../../../contract/orders/order.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { TodayFilm } from "../../../contract/orders/today.ts"
import { useApp } from "../../../harness/app.ts"
import { givenOrderItem, ordersOf } from "./order-steps.ts"

const app = useApp()

test("an order has one step from its print to its parcel, by which it is listed, counted and sorted", async () => {
  const { client, userId } = await app.givenUser({ name: "Walker" })
  const nowMs = Date.now()
  /** The number, the state and the days until shipping of each order; all were ordered now, the last the latest. */
  const facts: [number: string, set: string, shipsInDays: number | null][] = [
    ["undated", "status = 'Pending'", null],
    ["tomorrow", "status = 'In Draft'", 1],
    ["late", "status = 'Partially Completed'", -2],
    ["film-late", "status = 'Completed'", -9],
    ["pressed-today", "status = 'Completed', pressed_at = 1", 0],
    // Its print was deleted after it was pressed.
    ["pressed-late", "status = 'Pending', pressed_at = 1", -1],
    ["sent", "status = 'Completed', pressed_at = 1, shipped_at = 2", -3],
    ["sent-elsewhere", "status = 'Pending', shipped_at = 2", -4],
    ["cancelled", "status = 'Completed', pressed_at = 1, shipped_at = 2, is_cancelled = 1", -5],
  ]
  for (const [index, [number, set, shipsInDays]] of facts.entries()) {
    await givenOrderItem(app, userId, number, "Shirt")
    await app.db
      .prepare(
        `UPDATE "order" SET ${set}, ship_by = ?, ordered_at = ? WHERE user_id = ? AND vendor_order_id = ?`,
      )
      .bind(shipsInDays === null ? null : nowMs + shipsInDays * DAY_MS, nowMs + index, userId, number)
      .run()
  }
  const numbers = async (query: string) =>
    (await ordersOf(client, `limit=100&${query}`)).map(({ orderNumber }) => orderNumber)

  // Late first: what has no film yet, then what waits to be pressed or shipped, then the rest, newest first.
  const inTurn = [
    ...["late", "tomorrow", "undated"],
    ...["film-late", "pressed-late", "pressed-today"],
    ...["cancelled", "sent-elsewhere", "sent"],
  ]
  expect(await numbers("sortBy=step&sort=asc")).toEqual(inTurn)
  expect(await numbers("sortBy=step&sort=desc")).toEqual(inTurn.toReversed())
  expect(await numbers("sortBy=step&sort=asc&step=open")).toEqual(inTurn.slice(0, 6))
  expect(await numbers("sortBy=step&sort=asc&step=to-do")).toEqual(["late", "tomorrow", "undated"])
  expect(await numbers("step=on-film")).toEqual(["film-late"])
  expect(await numbers("sortBy=step&sort=asc&step=pressed")).toEqual(["pressed-late", "pressed-today"])
  expect(await numbers("step=shipped")).toEqual(["sent-elsewhere", "sent"])
  expect(await numbers("step=elsewhere")).toHaveLength(facts.length)
  // A day to ship by narrows a step, and no longer leaves out what is printed.
  expect(await numbers("step=pressed&shipBy=overdue")).toEqual(["pressed-late"])

  // What was pressed is never printed again, neither by a batch nor as today's film.
  // Late is what had to be shipped before today and is not, printed or not.
  expect((await numbers("shipBy=overdue")).sort()).toEqual(["film-late", "late", "pressed-late"])
  expect((await numbers("needsYou=true")).sort()).toEqual(["late", "tomorrow", "undated"])
  const skipped = async (reply: Promise<{ skipped: { orderNumber: string }[] }>) =>
    (await reply).skipped.map(({ orderNumber }) => orderNumber)
  const everything = client.expect<OrderBatchReply>("POST", "/api/orders/batch", { dryRun: true })
  expect(await skipped(everything)).toEqual(["late", "tomorrow", "undated"])
  expect(await skipped(client.expect<TodayFilm>("GET", "/api/today/film"))).toEqual(["late"])

  const steps = Object.fromEntries((await ordersOf(client)).map((order) => [order.orderNumber, order.step]))
  expect(steps).toEqual({
    ...{ undated: "to-do", tomorrow: "to-do", late: "to-do", "film-late": "on-film" },
    ...{ "pressed-today": "pressed", "pressed-late": "pressed" },
    ...{ sent: "shipped", "sent-elsewhere": "shipped", cancelled: null },
  })
  const summary = await client.expect<OrderSummary>("GET", "/api/orders/summary")
  expect(summary).toMatchObject({ overdue: 3, unmatched: 3, needsYou: 3 })
  expect(summary.late).toEqual({ "to-do": 1, "on-film": 1, pressed: 1 })
  expect(summary.steps).toEqual({ "to-do": 3, "on-film": 1, pressed: 2 })
  // Film that nobody marked for so long counts as gone, in the list to press and here.
  const longAgo = nowMs - (MAX_TO_PRESS_DAYS + 1) * DAY_MS
  await app.db
    .prepare(`UPDATE "order" SET ordered_at = ? WHERE user_id = ? AND vendor_order_id = 'film-late'`)
    .bind(longAgo, userId)
    .run()
  const later = await client.expect<OrderSummary>("GET", "/api/orders/summary")
  expect(later).toMatchObject({ overdue: 2, toPress: 0, steps: { "on-film": 1 } })
  const other = await app.givenUser({ name: "Other" })
  const none = await other.client.expect<OrderSummary>("GET", "/api/orders/summary")
  expect(none.steps).toEqual({ "to-do": 0, "on-film": 0, pressed: 0 })
})
