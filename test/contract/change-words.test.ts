import { expect, test } from "vitest"
import { changeNews, changeWords, netChanges } from "../../contract/orders/change-words.ts"
import type { OrderChange } from "../../contract/orders/order-change.ts"

const change = (kind: OrderChange["kind"], seenAtMs: number, from = "", to = ""): OrderChange => ({
  kind,
  from,
  to,
  seenAtMs,
})

test("changes of one kind come to one, and what was taken back to none", () => {
  const net = (changes: OrderChange[], afterMs = 0) => netChanges(changes, afterMs).map(changeWords)
  const twice = [
    change("quantity", 1, "1", "2"),
    change("size", 2, "S", "M"),
    change("quantity", 3, "2", "4"),
  ]
  expect(net(twice)).toEqual(["M instead of S", "Quantity 4 instead of 1"])
  expect(net(twice, 1)).toEqual(["M instead of S", "Quantity 4 instead of 2"])
  expect(net([change("quantity", 1, "1", "2"), change("quantity", 2, "2", "1")])).toEqual([])
  expect(net([change("cancelled", 1), change("restored", 2)])).toEqual([])
  expect(net([change("cancelled", 1), change("restored", 2), change("cancelled", 3)])).toEqual(["Cancelled"])
  expect(net([change("refunded", 1, "", "5.00 USD"), change("refunded", 2, "", "9.00 USD")])).toEqual([
    "Refunded 9.00 USD",
  ])
})

test("news of a change have no words of a buyer", () => {
  expect(changeNews({ kind: "personalisation", from: "Zoe", to: "Mia" })).toBe("Other text")
  expect(changeNews({ kind: "quantity", from: "1", to: "2" })).toBe("Quantity 2 instead of 1")
})
