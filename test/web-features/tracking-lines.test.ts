import { expect, test } from "vitest"
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
