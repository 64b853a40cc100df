import { expect, test } from "vitest"
import { ownProfileUpdateSchema } from "../../contract/accounts/profile.ts"
import { addDays, dayOf, momentOf, noonOf, startOfDay } from "../../contract/day.ts"
import { HOUR_MS } from "../../contract/duration.ts"
import { shipByFilters, shipWindow } from "../../contract/orders/ship-by.ts"

const at = (iso: string) => Date.parse(iso)

test("a day begins at its zone's midnight, in summer and in winter", () => {
  expect(startOfDay("2026-01-15", "UTC")).toBe(at("2026-01-15T00:00:00Z"))
  expect(startOfDay("2026-01-15", "America/New_York")).toBe(at("2026-01-15T05:00:00Z"))
  expect(startOfDay("2026-07-15", "America/New_York")).toBe(at("2026-07-15T04:00:00Z"))
  expect(startOfDay("2026-01-15", "Pacific/Kiritimati")).toBe(at("2026-01-14T10:00:00Z"))
  expect(startOfDay("2026-01-15", "Pacific/Pago_Pago")).toBe(at("2026-01-15T11:00:00Z"))
  expect(startOfDay("2026-01-15", "Asia/Kathmandu")).toBe(at("2026-01-14T18:15:00Z"))
})

/** Returns the hours between a day's first moment and the next one's. */
const hours = (day: string, zone: string) =>
  (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / HOUR_MS

test("the days on which clocks change are as long as they are", () => {
  expect(hours("2026-03-08", "America/New_York")).toBe(23)
  expect(hours("2026-11-01", "America/New_York")).toBe(25)
  expect(hours("2026-10-04", "Australia/Lord_Howe")).toBe(23.5)
  expect(hours("2026-03-29", "Europe/Berlin")).toBe(23)
})

test("a day without a midnight, with two of them, or that never was has its first moment", () => {
  // Cairo's clocks go from 0:00 to 1:00, Havana's from 1:00 back to 0:00.
  expect(startOfDay("2024-04-26", "Africa/Cairo")).toBe(at("2024-04-25T22:00:00Z"))
  expect(dayOf(startOfDay("2024-04-26", "Africa/Cairo") - 1, "Africa/Cairo")).toBe("2024-04-25")
  expect(hours("2024-11-03", "America/Havana")).toBe(25)
  expect(startOfDay("2024-11-03", "America/Havana")).toBe(at("2024-11-03T04:00:00Z"))
  // Samoa went over the date line and had no 30 December.
  expect(startOfDay("2011-12-30", "Pacific/Apia")).toBe(startOfDay("2011-12-31", "Pacific/Apia"))
})

test("every moment around a change of clocks lies in its own day alone", () => {
  for (const zone of ["America/New_York", "Europe/London", "Africa/Cairo", "America/Havana"])
    for (const first of ["2026-03-01", "2026-04-20", "2026-10-20"])
      for (let i = 0; i < 16 * 24; i += 1) {
        const ms = Date.parse(first) + i * HOUR_MS
        const day = dayOf(ms, zone)
        expect(startOfDay(day, zone), `${zone} ${i}`).toBeLessThanOrEqual(ms)
        expect(startOfDay(addDays(day, 1), zone), `${zone} ${i}`).toBeGreaterThan(ms)
      }
})

test("a time of a day is the first moment that shows it; one that is left out is when the day goes on", () => {
  expect(momentOf("2026-01-15", "12:00", "Asia/Kathmandu")).toBe(at("2026-01-15T06:15:00Z"))
  expect(momentOf("2026-03-08", "02:30", "America/New_York")).toBe(at("2026-03-08T07:00:00Z"))
  expect(momentOf("2026-11-01", "01:30", "America/New_York")).toBe(at("2026-11-01T05:30:00Z"))
  expect(momentOf("2026-10-04", "02:15", "Australia/Lord_Howe")).toBe(at("2026-10-03T15:30:00Z"))
  expect(momentOf("2026-04-05", "01:45", "Australia/Lord_Howe")).toBe(at("2026-04-04T14:45:00Z"))
  expect(momentOf("2024-04-26", "00:30", "Africa/Cairo")).toBe(at("2024-04-25T22:00:00Z"))
  expect(momentOf("2024-11-03", "00:30", "America/Havana")).toBe(at("2024-11-03T04:30:00Z"))
  expect(momentOf("2011-12-30", "07:00", "Pacific/Apia")).toBe(startOfDay("2011-12-31", "Pacific/Apia"))
})

test("every quarter of an hour around a change of clocks is found by what its clock shows", () => {
  for (const zone of [
    "America/New_York",
    "Europe/London",
    "Africa/Cairo",
    "America/Havana",
    "Australia/Lord_Howe",
  ]) {
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })
    for (const first of [
      "2026-03-06",
      "2026-03-27",
      "2026-04-03",
      "2026-04-23",
      "2026-10-02",
      "2026-10-23",
      "2026-10-30",
    ])
      for (let i = 0; i < 4 * 24 * 4; i++) {
        const ms = Date.parse(first) + (i * HOUR_MS) / 4
        const [day, time] = [dayOf(ms, zone), clock.format(ms)]
        const found = momentOf(day, time, zone)
        const words = `${zone} ${new Date(ms).toISOString()}`
        expect([dayOf(found, zone), clock.format(found)], words).toEqual([day, time])
        // The first of two, an hour apart or half of one.
        expect([0, HOUR_MS / 2, HOUR_MS], words).toContain(ms - found)
      }
  }
})

test("a day's noon is in that day, and days are counted over months, years and leap days", () => {
  expect(noonOf("2026-11-23", "Asia/Tokyo")).toBe(at("2026-11-23T03:00:00Z"))
  expect(dayOf(noonOf("2026-03-08", "America/New_York"), "America/New_York")).toBe("2026-03-08")
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28")
})

test("a zone is known by its name and never by an offset", () => {
  const { timeZone } = ownProfileUpdateSchema.shape
  const names = ["UTC", "America/New_York", "Mars/Olympus", "", "+02:00", "-05"]
  expect(names.filter((name) => timeZone.safeParse(name).success)).toEqual(["UTC", "America/New_York"])
})

test("what ships today is neither late nor tomorrow's, by the seller's clock", () => {
  // 22:30 on Saturday in New York, where clocks go forward that night; Sunday in UTC.
  const clock = { nowMs: at("2026-03-08T03:30:00Z"), timeZone: "America/New_York" }
  const windows = Object.fromEntries(shipByFilters.map((filter) => [filter, shipWindow(filter, clock)]))
  const today = at("2026-03-07T05:00:00Z")
  expect(windows).toEqual({
    overdue: { fromMs: null, beforeMs: today },
    today: { fromMs: today, beforeMs: at("2026-03-08T05:00:00Z") },
    "3days": { fromMs: today, beforeMs: at("2026-03-10T04:00:00Z") },
    week: { fromMs: today, beforeMs: at("2026-03-14T04:00:00Z") },
  })
})
