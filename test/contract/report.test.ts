import { expect, test } from "vitest"
import { addDays } from "../../contract/day.ts"
import { periodOf, periodsBetween } from "../../contract/reports/report.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { monthsAndDays } from "../../worker/data/reports/report-rows.ts"

test("weeks begin on Monday, months with their first day", () => {
  expect(periodOf("2026-11-23", "week")).toBe("2026-11-23")
  expect(periodOf("2026-11-22", "week")).toBe("2026-11-16")
  expect(periodOf("2027-01-01", "week")).toBe("2026-12-28")
  expect(periodOf("2024-02-29", "month")).toBe("2024-02-01")
  expect(periodOf("2024-02-29", "day")).toBe("2024-02-29")
})

test("periods follow each other without a gap, over leap days and years", () => {
  expect(periodsBetween("2024-02-28", "2024-03-01", "day")).toEqual([
    "2024-02-28",
    "2024-02-29",
    "2024-03-01",
  ])
  expect(periodsBetween("2026-12-30", "2027-01-05", "week")).toEqual(["2026-12-28", "2027-01-04"])
  const months = periodsBetween("2023-11-30", "2025-01-01", "month")
  expect(months).toHaveLength(15)
  expect([months[0], months[3], months.at(-1)]).toEqual(["2023-11-01", "2024-02-01", "2025-01-01"])
  const days = periodsBetween("2016-01-01", "2026-01-07", "day")
  expect(days).toHaveLength(3_660)
  for (const by of ["week", "month"] as const)
    expect(periodsBetween("2016-01-01", "2026-01-07", by)).toEqual([
      ...new Set(days.map((day) => periodOf(day, by))),
    ])
})

test("each day is in exactly one of a report's ranges, and no month is in a range of days", () => {
  const random = createRandom(7)
  for (let round = 0; round < 200; round++) {
    const from = addDays("2023-01-01", Math.floor(random() * 800))
    const to = addDays(from, Math.floor(random() * 130))
    const ranges = monthsAndDays({ from, to })
    const known: string[] = []
    for (const [first, last] of ranges) {
      if (first === last && first.length === "2026-11".length) {
        expect(first > from.slice(0, 7) || from.endsWith("-01")).toBe(true)
        for (let day = `${first}-01`; day.startsWith(first); day = addDays(day, 1)) known.push(day)
      } else {
        for (let day = first; day <= last; day = addDays(day, 1)) known.push(day)
        // As the index sorts them, a month is before its first day.
        expect(first > first.slice(0, 7) && last.slice(0, 7) === first.slice(0, 7)).toBe(true)
      }
    }
    expect(known).toEqual(periodsBetween(from, to, "day"))
  }
})
