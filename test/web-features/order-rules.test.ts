import { expect, test } from "vitest"
import { idSchema } from "../../contract/id.ts"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import { costWords } from "../../web/features/orders/order-margin.ts"
import {
  addressLine,
  csvProblem,
  groupUnmatched,
  isInPrint,
  isToFilm,
  isUnmatched,
  itemsOf,
  mayBeLong,
  reviewItemOf,
} from "../../web/features/orders/order-rules.ts"
import { formatPrice } from "../../web/lib/price.ts"

test("more orders than a file has lines are told before they are asked for", () => {
  expect(csvProblem(49_999)).toBeNull()
  expect(csvProblem(50_000)).toBe(
    "A file holds fewer than 50000 lines, one for each item. Choose dates, and save each part.",
  )
  // An order has at most 500 items.
  expect([99, 100, 49_999, 50_000].map(mayBeLong)).toEqual([false, true, true, false])
})

let made = 0
const id = () => {
  made += 1
  return idSchema.parse(`0197f3c0-0000-7000-8000-${String(made).padStart(12, "0")}`)
}
const size = { _id: id(), name: "Pocket", value: 4 }

function item(change: Partial<OrderItem> = {}): OrderItem {
  return {
    _id: id(),
    orderId: id(),
    orderNumber: "31",
    title: "Moth",
    sku: "MOTH",
    size: "Pocket",
    variation: "",
    personalisation: [],
    wording: "",
    mockupUrl: null,
    quantity: 2,
    price: 10,
    currency: "EUR",
    status: "Pending",
    isCancelled: false,
    changes: [],
    match: { imageId: null, sizeId: size },
    isOwnImage: false,
    isOwnSize: false,
    ruleKey: "moth",
    rule: null,
    reading: "none",
    values: {},
    isConfirmed: false,
    hasNoPlace: false,
    proof: { state: "none" },
    waitsForProof: false,
    marks: [],
    doubts: [],
    prints: [],
    ...change,
  }
}

function order(orderItems: OrderItem[], isCancelled = false): Order {
  const _id = id()
  return {
    _id,
    orderNumber: "31",
    integrationId: { _id: id(), type: "Etsy", name: "Shop" },
    buyerInfo: { name: "Ana", email: "", phone: "", address: "", country: "" },
    integrationOrderCreatedDate: "2026-11-01T00:00:00.000Z",
    shipBy: null,
    orderItems: orderItems.map((one) => ({ ...one, orderId: _id })),
    total: { amount: 10, currency: "EUR" },
    cost: null,
    status: "Pending",
    step: isCancelled ? null : "to-do",
    isCancelled,
    changes: [],
    changesSeenAt: null,
    pressedAt: null,
    shippedAt: null,
    shipment: null,
  } satisfies Partial<Order> as Order
}

test("one choice stands for every item it settles, the most wanted first", () => {
  const noSku = { sku: "", variation: "Colour: Black" }
  const orders = [
    order([item({ size: "Adult", match: { imageId: null, sizeId: null } }), item(noSku)]),
    order([item({ size: "Youth" }), item({ size: "Left chest" }), item(noSku)]),
    order([item({ size: "Toddler" }), item({ ...noSku, variation: "Colour: White" })]),
    order([item()], true),
    order([item({ status: "Completed" })]),
  ]
  const groups = groupUnmatched(orders)
  expect(groups.map((group) => [group[0].sku, group[0].variation, group.length])).toEqual([
    ["MOTH", "", 3],
    ["", "Colour: Black", 2],
    ["MOTH", "", 1],
    ["", "Colour: White", 1],
  ])
})

test("what is printed waits for nothing, and what is in a print says so", () => {
  expect(isUnmatched(item())).toBe(true)
  expect(isUnmatched(item({ status: "Completed" }))).toBe(false)
  expect(isInPrint(item())).toBe(false)
  expect(isInPrint(item({ prints: [{ _id: id(), name: "Tue batch, 1 order", status: "In Draft" }] }))).toBe(
    true,
  )
  expect(isInPrint(item({ status: "Completed" }))).toBe(true)
})

test("picked orders bring all their items but those of cancelled ones, and the review knows what is printed again", () => {
  const [whole, single, cancelled] = [
    order([item(), item({ status: "Completed" })]),
    order([item(), item()]),
    order([item()], true),
  ]
  const orders = [whole, single, cancelled]
  expect(itemsOf(orders, { orderIds: [whole._id, cancelled._id], itemIds: [] })).toEqual(whole.orderItems)
  const [, second] = single.orderItems
  expect(itemsOf(orders, { orderIds: [], itemIds: [second._id] })).toEqual([second])
  expect(reviewItemOf(whole, whole.orderItems[1])).toMatchObject({
    item: { orderNumber: "31", match: { sizeId: size, imageId: null }, currency: "EUR" },
    reference: "Ana",
    isAgain: true,
  })
})

test("an address says its country once", () => {
  const line = (address: string, country: string) =>
    addressLine({ name: "Ana Lima", email: "", phone: "", address, country })
  expect(line("Ana Lima, 12 Palm Street, Austin TX, United States", "US")).toBe(
    "12 Palm Street, Austin TX, United States",
  )
  expect(line("12 Palm Street\nAustin TX", "US")).toBe("12 Palm Street, Austin TX, US")
  expect(line("Hauptstr. 3, Berlin, Germany", "Germany")).toBe("Hauptstr. 3, Berlin, Germany")
  expect(line("", "US")).toBe("US")
  expect(line("3 Orchard Way", "")).toBe("3 Orchard Way")
})

test("an order says what printing it cost, and its margin where both are in one currency", () => {
  const total = { amount: 24.5, currency: "USD" }
  expect(costWords({ total, cost: null })).toEqual([])
  expect(costWords({ total, cost: { amount: 1.2, currency: "USD" } })).toEqual([
    "cost $1.20",
    "margin $23.30",
  ])
  expect(costWords({ total, cost: { amount: 1.2, currency: "EUR" } })).toEqual(["cost €1.20"])
  const unpriced = { amount: 0, currency: "USD" }
  expect(costWords({ total: unpriced, cost: { amount: 1.2, currency: "USD" } })).toEqual(["cost $1.20"])
  expect([formatPrice(0, "USD"), formatPrice(24.5, "USD")]).toEqual(["–", "$24.50"])
})

test("what is put on film is what its order has not on film yet, of orders that are still to do", () => {
  const partly = order([item({ status: "Completed" }), item({ status: "In Draft" }), item()])
  const done = { ...order([item()]), step: "on-film" as const }
  const all = [partly, done, order([item()], true)]
  const toFilm = all.flatMap(({ orderItems }) => orderItems).filter(isToFilm(all))
  expect(toFilm).toEqual(partly.orderItems.slice(1))
})
