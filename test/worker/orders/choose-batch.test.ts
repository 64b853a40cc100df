import { expect, test } from "vitest"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type BatchItem, chooseBatch, emptyBatch } from "../../../worker/flows/orders/choose-batch.ts"

const idOf = (n: number) => idSchema.parse(`0197f3c0-0000-7000-8000-${String(n).padStart(12, "0")}`)

/** An item that can be printed, but for what is said of it. */
function item(n: number, more: Partial<BatchItem> = {}): BatchItem {
  return {
    id: idOf(n),
    orderId: idOf(0),
    orderNumber: `order of ${n}`,
    title: `Shirt ${n}`,
    quantity: 1,
    isCancelled: false,
    status: "Pending",
    matchedImage: { id: idOf(800), status: "Ready" },
    matchedSize: {},
    ruleKey: "moth",
    read: { reading: "none", hasNoPlace: false },
    waitsForProof: false,
    prints: [],
    ...more,
  }
}

function chosenFrom(...orders: { isDated: boolean; items: BatchItem[] }[]) {
  const choice = emptyBatch<BatchItem>()
  chooseBatch(choice, orders)
  return {
    ...choice,
    chosen: choice.chosen.map(({ title }) => title),
    skipped: choice.skipped.map(({ title, reason }) => `${title}: ${reason}`),
  }
}
const dated = (...items: BatchItem[]) => ({ isDated: true, items })

test("what lacks something is left out by its reason, the rest of its order is printed", () => {
  const inPrint = { prints: [{ id: idOf(900), name: "Tue batch, 1 order", status: "Cancelled" }] }
  expect(
    chosenFrom(
      dated(item(1, { quantity: 3 }), item(2, { matchedImage: null }), item(3, { matchedSize: null })),
      dated(item(5, { read: { reading: "certain", hasNoPlace: false } })),
      dated(item(12, { waitsForProof: true })),
      dated(item(11, { read: { reading: "none", hasNoPlace: true } })),
      dated(item(4, { read: { reading: "doubtful", hasNoPlace: false } })),
      dated(item(6, { matchedImage: { id: idOf(800), status: "Failed" } }), item(7, inPrint)),
      // Printed: wanted by nobody, and nothing to tell.
      dated(
        item(8, { status: "Completed", ...inPrint }),
        item(9, { matchedImage: { id: idOf(800), status: "Ingesting" } }),
      ),
      { isDated: false, items: [item(10)] },
    ),
  ).toEqual({
    chosen: ["Shirt 1", "Shirt 5", "Shirt 9"],
    orders: 3,
    copies: 5,
    skipped: [
      "Shirt 2: unmatched",
      "Shirt 3: unmatched",
      "Shirt 12: unapproved",
      "Shirt 11: no-place",
      "Shirt 4: doubtful",
      "Shirt 6: unmatched",
      "Shirt 7: in-print",
      "Shirt 10: no-date",
    ],
  })
})

test("an order goes whole into a print or waits, and a smaller one behind it may fit", () => {
  const items = (first: number, count: number) => Array.from({ length: count }, (_, i) => item(first + i))
  const filled = chosenFrom(
    dated(...items(1, MAX_PRINT_ITEMS - 1)),
    dated(item(1001), item(1002)),
    dated(item(1003)),
    dated(item(1004), item(1005, { matchedImage: null })),
  )
  expect(filled).toMatchObject({ orders: 2, copies: MAX_PRINT_ITEMS })
  expect(filled.chosen.slice(-1)).toEqual(["Shirt 1003"])
  const left = ["Shirt 1001: full", "Shirt 1002: full", "Shirt 1004: full", "Shirt 1005: unmatched"]
  expect(filled.skipped).toEqual(left)
  const copies = chosenFrom(dated(item(1, { quantity: MAX_PRINT_COPIES })), dated(item(2)))
  expect(copies).toMatchObject({ chosen: ["Shirt 1"], skipped: ["Shirt 2: full"] })
})
