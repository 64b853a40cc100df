import { expect, test } from "vitest"
import { stepToTakeBack } from "../../web/features/fulfilment/fulfil-words.ts"

test("the last step after printing is taken back, unless the marketplace knows of it", () => {
  const at = "2026-11-23T00:00:00.000Z"
  const told = (state: "waiting" | "sending" | "sent" | "unsure" | "failed" | "noted") => ({
    pressedAt: at,
    shippedAt: at,
    shipment: { carrier: "", trackingNumber: "", state, message: null },
  })
  expect(stepToTakeBack({ pressedAt: null, shippedAt: null, shipment: null })).toBeNull()
  expect(stepToTakeBack({ pressedAt: at, shippedAt: null, shipment: null })).toBe("pressed")
  expect(stepToTakeBack({ pressedAt: at, shippedAt: at, shipment: null })).toBe("shipped")
  for (const state of ["waiting", "failed", "noted"] as const)
    expect(stepToTakeBack(told(state)), state).toBe("shipped")
  for (const state of ["sending", "sent", "unsure"] as const)
    expect(stepToTakeBack(told(state)), state).toBeNull()
})
