import { expect, test } from "vitest"
import { keptParcels } from "../../web/features/fulfilment/kept-parcels.ts"
import { readTrackingLines } from "../../web/features/fulfilment/tracking-lines.ts"

test("an order's number and its parcel's are read from what spreadsheets and shipping programs copy", () => {
  const pasted =
    "Order\tTracking\r\n3107500012\t9400 1000 0000\n#1001, 1Z999AA1\n1002;RR12\n\n1003\n  1004  JD01 \n"
  expect(readTrackingLines(pasted)).toEqual([
    { orderNumber: "Order", trackingNumber: "Tracking" },
    { orderNumber: "3107500012", trackingNumber: "9400 1000 0000" },
    { orderNumber: "1001", trackingNumber: "1Z999AA1" },
    { orderNumber: "1002", trackingNumber: "RR12" },
    { orderNumber: "1004", trackingNumber: "JD01" },
  ])
  expect(readTrackingLines("")).toEqual([])
})

test("what is typed of parcels is kept until it is sent or the day is over, and tabs keep each other's", () => {
  const texts = new Map<string, string>()
  const storage = {
    read: (key: string) => texts.get(key) ?? null,
    write: (key: string, text: string | null) =>
      void (text === null ? texts.delete(key) : texts.set(key, text)),
  }
  const tab = () => keptParcels("kim", "2026-11-23", storage)
  const [first, second] = [tab(), tab()]
  first.change({ a: { chosen: "UPS", named: "", number: "1Z1" }, b: { chosen: "UPS", named: "" } })
  second.change({ c: { chosen: "", named: "", number: "1Z3" } })
  first.change({ a: null })
  expect(tab().read()).toEqual({
    b: { chosen: "UPS", named: "" },
    c: { chosen: "", named: "", number: "1Z3" },
  })
  expect(keptParcels("kim", "2026-11-24", storage).read()).toEqual({})
  expect(keptParcels("lee", "2026-11-23", storage).read()).toEqual({})
  second.change({ b: null, c: null })
  expect(texts.size).toBe(0)
})
