import { expect, test } from "vitest"
import { defaultPrintName } from "../../contract/prints/print-name.ts"

const at = (iso: string) => Date.parse(iso)

test("a print is named by the day it was made, or by its orders' days, as its seller's clock shows them", () => {
  const evening = at("2026-11-23T03:30:00Z")
  expect(defaultPrintName("Print", [evening], 0)).toBe("Print of 23 Nov")
  expect(defaultPrintName("Print", [evening], -420)).toBe("Print of 22 Nov")
  expect(defaultPrintName("Orders", [evening], 0)).toBe("Order of 23 Nov")
  expect(defaultPrintName("Orders", [evening, evening], 0)).toBe("Orders of 23 Nov")
  const days = ["2026-11-14T23:59:00Z", "2026-11-12T00:00:00Z", "2026-11-13T12:00:00Z"].map(at)
  expect(defaultPrintName("Orders", days, 0)).toBe("Orders of 12–14 Nov")
  expect(defaultPrintName("Orders", days, 840)).toBe("Orders of 12–15 Nov")
  const months = ["2026-12-02T12:00:00Z", "2026-11-30T12:00:00Z"].map(at)
  expect(defaultPrintName("Orders", months, 0)).toBe("Orders of 30 Nov – 2 Dec")
  const years = ["2026-12-31T12:00:00Z", "2027-01-02T12:00:00Z"].map(at)
  expect(defaultPrintName("Orders", years, 0)).toBe("Orders of 31 Dec 2026 – 2 Jan 2027")
})
