import { expect, test } from "vitest"
import { defaultPrintName, handPrintName, ordersPrintName } from "../../contract/prints/print-name.ts"

/** Monday by UTC, still Sunday in California. */
const evening = Date.parse("2026-11-23T03:30:00Z")

test("a print by hand is named by its artwork, each design once", () => {
  expect(handPrintName([])).toBeNull()
  expect(handPrintName(["luna-moth.png", "luna-moth.png"])).toBe("luna-moth")
  expect(handPrintName(["luna-moth.png", "koi.SVG"])).toBe("luna-moth and koi")
  expect(handPrintName(["luna-moth.png", "koi.svg", "fern", "owl.jpeg"])).toBe("luna-moth, koi and 2 more")
  expect(handPrintName(["m".repeat(90)])).toBe(`${"m".repeat(39)}…`)
})

test("a print without artwork is named by the day it was made, as its seller's clock shows it", () => {
  expect(defaultPrintName(evening, 0)).toBe("Print of 23 Nov")
  expect(defaultPrintName(evening, -420)).toBe("Print of 22 Nov")
})

test("a print of orders is named by its weekday and how many orders are in it", () => {
  expect(ordersPrintName(8, evening, 0)).toBe("Mon batch, 8 orders")
  expect(ordersPrintName(8, evening, -420)).toBe("Sun batch, 8 orders")
  expect(ordersPrintName(1, evening + 24 * 60 * 60_000, 0)).toBe("Tue batch, 1 order")
})
