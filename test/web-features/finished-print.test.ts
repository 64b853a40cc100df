import { expect, test } from "vitest"
import type { Id } from "../../contract/id.ts"
import type { ManifestRow } from "../../contract/prints/manifest.ts"
import type { PrintItem } from "../../contract/prints/print.ts"
import { countOrders, finishedSteps } from "../../web/features/prints/finished-steps.ts"
import { codeWords, receiptOrders } from "../../web/features/prints/receipt-orders.ts"

const kim = { _id: "kim" as Id, name: "Kim's Prints" }
const tape = { _id: "tape" as Id, name: "Tape & Film" }
const nothing = {
  readyWords: "Today, 07:02",
  isPrintedByShop: false,
  orders: { all: 0, pressed: 0, shipped: 0 },
  addresses: [],
  deliveries: [],
  carriesFiles: false,
}

/** Returns `Ready done, Send now: send` for a print. */
function shown(standing: Partial<Parameters<typeof finishedSteps>[0]>): string {
  const { steps, next } = finishedSteps({ ...nothing, ...standing })
  return `${steps.map(({ name, state }) => `${name} ${state}`).join(", ")}: ${next?.kind ?? "nothing"}`
}

test("a finished print offers its next step alone: send, press, add tracking, then nothing", () => {
  const orders = { all: 8, pressed: 0, shipped: 0 }
  const sent = [{ addressId: kim._id, name: kim.name, state: "sent" as const }]
  const way = { orders, addresses: [kim] }
  expect(shown(way)).toBe("Ready done, Send now, Pressed open, Shipped open: send")
  expect(shown({ ...way, deliveries: sent })).toBe("Ready done, Sent done, Pressed now, Shipped open: press")
  const some = { ...way, deliveries: sent, orders: { all: 8, pressed: 7, shipped: 2 } }
  expect(shown(some)).toBe("Ready done, Sent done, Pressed now, Shipped open: press")
  const pressed = { ...some, orders: { all: 8, pressed: 8, shipped: 2 } }
  expect(shown(pressed)).toBe("Ready done, Sent done, Pressed done, Shipped now: ship")
  expect(finishedSteps({ ...nothing, ...pressed }).steps.map(({ words }) => words)).toEqual([
    "Today, 07:02",
    "To Kim's Prints",
    "8 of 8 orders",
    "2 of 8 orders",
  ])
  const shipped = { ...some, orders: { all: 8, pressed: 8, shipped: 8 } }
  expect(shown(shipped)).toBe("Ready done, Sent done, Pressed done, Shipped done: nothing")
})

test("files that are on their way, or that were printed without them, need no second sending", () => {
  const orders = { all: 1, pressed: 0, shipped: 0 }
  const waiting = [{ addressId: kim._id, name: kim.name, state: "waiting" as const }]
  expect(shown({ orders, addresses: [kim, tape], deliveries: waiting })).toMatch(/: press$/)
  expect(shown({ orders, addresses: [kim], isPrintedByShop: true })).toMatch(/Send done.*: press$/)
  expect(shown({ orders: { ...orders, pressed: 1 }, addresses: [kim] })).toMatch(/: ship$/)
  // What failed is sent to the address that did not take it.
  const failed = [{ addressId: tape._id, name: tape.name, state: "failed" as const }]
  const { next, lead } = finishedSteps({ ...nothing, orders, addresses: [kim, tape], deliveries: failed })
  expect(next).toEqual({ kind: "resend", addressId: tape._id, name: tape.name })
  expect(lead).toBe("The files did not arrive.")
})

test("a print without orders and without an address is downloaded; one that was sent is at its end", () => {
  expect(shown({})).toBe("Ready done: download")
  const sent = [{ addressId: kim._id, name: kim.name, state: "sent" as const }]
  expect(shown({ addresses: [kim], deliveries: sent })).toBe("Ready done, Sent done: nothing")
})

test("files that are carried are taken along by hand, whatever addresses there are", () => {
  const orders = { all: 2, pressed: 0, shipped: 0 }
  const way = { orders, addresses: [kim], carriesFiles: true }
  expect(shown(way)).toBe("Ready done, By hand now, Pressed open, Shipped open: carry")
  expect(shown({ ...way, orders: { ...orders, pressed: 1 } })).toMatch(/By hand done, Pressed now.*: press$/)
  expect(shown({ carriesFiles: true })).toBe("Ready done, By hand now: download")
  const sent = [{ addressId: kim._id, name: kim.name, state: "sent" as const }]
  expect(shown({ ...way, deliveries: sent })).toMatch(/Sent done, Pressed now.*: press$/)
})

function row(code: string, orderNumber: string, more: Partial<ManifestRow> = {}): ManifestRow {
  const [item, copy] = code.split("-").map(Number)
  const orderId = orderNumber === "" ? null : (`order ${orderNumber}` as Id)
  const state = { isPressed: false, isShipped: false, isCancelled: false }
  const order = { orderId, orderNumber, buyer: "", shipBy: null }
  return { itemId: `item ${item}` as Id, copy, code, ...order, ...state, ...more } as ManifestRow
}

test("orders are counted once each, whatever their pieces; cancelled ones and pieces without are not", () => {
  const rows = [
    row("1-1", "31", { isPressed: true }),
    row("1-2", "31", { isPressed: true }),
    row("2-1", "32", { isShipped: true }),
    row("3-1", "33"),
    row("4-1", "34", { isCancelled: true }),
    row("5-1", ""),
  ]
  expect(countOrders(rows)).toEqual({ all: 3, pressed: 2, shipped: 1 })
})

test("a receipt lists orders by ship-by date with their items' codes, as the manifest does", () => {
  const late = "2026-11-20T12:00:00.000Z"
  const soon = "2026-11-24T12:00:00.000Z"
  const rows = [
    row("4-1", ""),
    row("2-2", "32", { shipBy: soon }),
    row("3-1", "31", { shipBy: late }),
    row("1-1", "32", { shipBy: soon }),
    row("2-1", "32", { shipBy: soon }),
  ]
  const items = [1, 2, 3, 4].map((number) => ({ _id: `item ${number}` }) as PrintItem)
  const listed = receiptOrders(items, { rows, timeZone: "UTC" })
  expect(
    listed.map(({ orderNumber, items: own }) => [orderNumber, own.map((one) => codeWords(one.rows))]),
  ).toEqual([
    ["31", ["3-1"]],
    ["32", ["2-1 to 2-2", "1-1"]],
    ["", ["4-1"]],
  ])
})
