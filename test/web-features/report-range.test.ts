import { expect, test } from "vitest"
import {
  dayWords,
  periodWords,
  reportWishSchema,
  shortPeriodWords,
  spansOf,
} from "../../web/features/reports/report-range.ts"

test("ranges end today, by the seller's day, and begin where their names say", () => {
  const spans = (at: string, zone: string) =>
    Object.fromEntries(spansOf(Date.parse(at), zone).map(({ label, from, to }) => [label, `${from} ${to}`]))
  expect(spans("2026-03-15T12:00:00Z", "UTC")).toEqual({
    "30 days": "2026-02-14 2026-03-15",
    "This month": "2026-03-01 2026-03-15",
    "Last month": "2026-02-01 2026-02-28",
    "13 weeks": "2025-12-15 2026-03-15",
    "12 months": "2025-04-01 2026-03-15",
    "This year": "2026-01-01 2026-03-15",
  })
  expect(spans("2026-12-31T23:00:00Z", "Asia/Tokyo")["This year"]).toBe("2027-01-01 2027-01-01")
  expect(spans("2027-01-31T12:00:00Z", "UTC")["Last month"]).toBe("2026-12-01 2026-12-31")
  expect(spans("2024-02-29T12:00:00Z", "UTC")["12 months"]).toBe("2023-03-01 2024-02-29")
})

test("a day is named as it is, wherever the browser is, and what an address may not ask is left out", () => {
  expect(dayWords("2026-11-01")).toBe("1 Nov 2026")
  expect(periodWords("2026-11-02", "week")).toBe("Week of 2 Nov 2026")
  expect(periodWords("2026-11-01", "month")).toBe("Nov 2026")
  expect([shortPeriodWords("2026-11-01", "month"), shortPeriodWords("2026-11-02", "day")]).toEqual([
    "Nov 26",
    "2 Nov",
  ])
  const asked = { from: "2026-13-01", to: "2026-11-23", by: "year", currency: "usd" }
  expect(reportWishSchema.parse(asked)).toEqual({ to: "2026-11-23" })
})
