import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { rowSlices } from "../../../worker/data/row-slices.ts"
import { newOrders } from "../../../worker/flows/orders/new-order.ts"
import { READ_BEFORE_REST } from "../../../worker/isolate/rest.ts"
import { mappedLayout, suggestedMapping } from "../../../worker/order-files/mapped-file.ts"
import { openOrderFile } from "../../../worker/order-files/open-order-file.ts"
import { readOrderFile } from "../../../worker/order-files/read-order-file.ts"

const nowMs = Date.parse("2026-11-27T12:00:00Z")
const none = async () => undefined

async function ordersOf(rows: string[]) {
  const file = openOrderFile({
    rows: ["Order,SKU,Qty,Size", ...rows].map((row) => row.split(",")),
    refused: new Map(),
    isRagged: false,
    warnings: [],
  })
  if (!file) throw new Error("no header")
  const layout = mappedLayout(suggestedMapping(file.columns))
  return (await readOrderFile(file, layout, { timeZone: "UTC", nowMs, pause: none })).orders
}

test("a file's orders are mapped with a rest after every few hundred, however long their texts are", async () => {
  const sold = await ordersOf(Array.from({ length: 9_000 }, (_, at) => `K-${at},TEE,1,${"7".repeat(1_000)}`))
  const amounts: number[] = []
  const startMs = cpuMs()
  const orders = await newOrders(sold, {
    lengthUnit: "in",
    photos: new Map(),
    nowMs,
    pause: async (amount) => void amounts.push(amount),
  })
  expect(cpuMs() - startMs).toBeLessThan(2_000)
  expect(orders).toHaveLength(9_000)
  expect(amounts).toHaveLength(9_000)
  // Each is counted by its letters, so that a rest comes after a hundred of them.
  for (const amount of amounts) expect(amount).toBeGreaterThan(READ_BEFORE_REST / 200)
})

test("rows are taken some at a time, by what each has", () => {
  const slices = (rows: number[]) => rowSlices(rows, 500, (one) => one)
  expect(slices([])).toEqual([])
  expect(slices([501, 500, 1])).toEqual([[501], [500], [1]])
  expect(slices([100, 300, 100, 1])).toEqual([[100, 300, 100], [1]])
  expect(slices(Array.from({ length: 1_000 }, () => 2))).toHaveLength(4)
})
