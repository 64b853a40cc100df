import { expect, test } from "vitest"
import type { Order } from "../../contract/orders/order.ts"
import {
  doneWords,
  isTold,
  pickedStep,
  stepDone,
  stepOf,
  stepToTakeBack,
} from "../../web/features/fulfilment/fulfil-words.ts"

const at = "2026-11-23T00:00:00.000Z"

function order(facts: Partial<Order>): Order {
  const none = { step: "to-do", status: "Pending", pressedAt: null, shippedAt: null, shipment: null }
  return { orderItems: [], ...none, ...facts } as unknown as Order
}

function inPrint(status: string): Partial<Order> {
  return { orderItems: [{ prints: [{ _id: "print", status }] }] } as unknown as Partial<Order>
}

test("the last step is taken back, unless the marketplace knows of it", () => {
  const messages = (state: "waiting" | "sending" | "sent" | "unsure" | "failed" | "noted") =>
    order({
      step: "shipped",
      pressedAt: at,
      shippedAt: at,
      shipment: { carrier: "", trackingNumber: "", state, message: null },
    })
  expect(stepToTakeBack(order({}))).toBeNull()
  expect(stepToTakeBack(order({ step: "pressed", pressedAt: at }))).toBe("pressed")
  expect(stepToTakeBack(order({ step: "shipped", pressedAt: at, shippedAt: at }))).toBe("shipped")
  for (const state of ["waiting", "failed", "noted"] as const) {
    expect(stepToTakeBack(messages(state)), state).toBe("shipped")
    expect(isTold(messages(state)), state).toBe(false)
  }
  for (const state of ["sending", "sent", "unsure"] as const) {
    expect(stepToTakeBack(messages(state)), state).toBeNull()
    expect(isTold(messages(state)), state).toBe(true)
  }
})

test("what a draft has on its film comes off it; what is printed stays printed", () => {
  expect(stepToTakeBack(order({ status: "In Draft", ...inPrint("In Draft") }))).toBe("film")
  expect(stepToTakeBack(order({ status: "Partially Completed", ...inPrint("In Draft") }))).toBe("film")
  expect(stepToTakeBack(order({ status: "In Draft", ...inPrint("Processing") }))).toBeNull()
  expect(stepToTakeBack(order({ step: "on-film", ...inPrint("Completed") }))).toBeNull()
  // Made once more, by a draft: the order has had its film.
  expect(stepToTakeBack(order({ step: "on-film", ...inPrint("In Draft") }))).toBeNull()
})

test("an order's word is its step's; with a part of it on film it says so", () => {
  expect(stepOf(order({}))).toMatchObject({ step: "to-do", words: "To do", isPartly: false })
  expect(stepOf(order({ status: "Partially Completed" }))).toMatchObject({
    words: "Partly on film",
    isPartly: true,
  })
  expect(stepOf(order({ step: "pressed", status: "Partially Completed" }))).toMatchObject({
    words: "Pressed",
  })
  expect(stepOf(order({ step: null }))).toBeNull()
})

test("the chip of a step is picked by its filter, and by the filter that was before it", () => {
  expect(pickedStep({ step: "open", fulfilment: undefined })).toBe("open")
  expect(pickedStep({ step: undefined, fulfilment: "to-press" })).toBe("on-film")
  expect(pickedStep({ step: undefined, fulfilment: "to-ship" })).toBe("pressed")
  expect(pickedStep({ step: undefined, fulfilment: "not-told" })).toBeNull()
})

test("orders that did not come to a step are named with the reason, apart from those that did", () => {
  const outcome = (orderNumber: string, problem: string | null) =>
    ({ orderNumber, problem }) as Parameters<typeof doneWords>[0][number]
  const [good, bad, worse] = [
    outcome("1", null),
    outcome("2", "It is cancelled."),
    outcome("3", "It is gone."),
  ]
  expect(doneWords([good], stepDone.shipped)).toEqual({ good: "1 order marked as shipped.", bad: "" })
  expect(doneWords([bad, worse], stepDone.shipped)).toEqual({
    good: "",
    bad: "2 orders are not marked as shipped. 2: It is cancelled.",
  })
  expect(doneWords([good, bad, good], stepDone.pressedBack)).toEqual({
    good: "2 orders no longer marked as pressed.",
    bad: "1 order is still marked as pressed. 2: It is cancelled.",
  })
})
