import { expect, test } from "vitest"
import { longTest } from "../../../harness/long-test.ts"
import { nextTime, slotOf } from "../../../worker/flows/autopilots/autopilot-times.ts"

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** The next of these times after each other, in UTC, with their slots. */
function following(times: string[], timeZone: string, after: string, count: number, days = everyDay) {
  const result: string[] = []
  let moment = Date.parse(after)
  for (let i = 0; i < count; i++) {
    const next = nextTime({ days, times, timeZone }, moment)
    if (next === null) break
    result.push(`${new Date(next).toISOString().slice(0, 16)} = ${slotOf(next, timeZone)}`)
    moment = next
  }
  return result
}

test("times are those of the zone, on the chosen days, the earliest first", () => {
  // A Monday, 6 in the morning in New York.
  const monday = "2026-11-23T11:00:00Z"
  expect(following(["16:30", "07:00"], "America/New_York", monday, 4, [1, 3])).toEqual([
    "2026-11-23T12:00 = 2026-11-23 07:00",
    "2026-11-23T21:30 = 2026-11-23 16:30",
    "2026-11-25T12:00 = 2026-11-25 07:00",
    "2026-11-25T21:30 = 2026-11-25 16:30",
  ])
  expect(following(["00:00"], "Asia/Kolkata", monday, 2, [0])).toEqual([
    "2026-11-28T18:30 = 2026-11-29 00:00",
    "2026-12-05T18:30 = 2026-12-06 00:00",
  ])
  expect(following([], "UTC", monday, 1)).toEqual([])
  expect(following(["07:00"], "UTC", monday, 1, [])).toEqual([])
})

test("a time within the hour that is left out comes when the day goes on, and only once", () => {
  expect(following(["02:30"], "America/New_York", "2026-03-07T12:00:00Z", 2)).toEqual([
    "2026-03-08T07:00 = 2026-03-08 03:00",
    "2026-03-09T06:30 = 2026-03-09 02:30",
  ])
  expect(following(["02:30", "03:00"], "America/New_York", "2026-03-07T12:00:00Z", 2)).toEqual([
    "2026-03-08T07:00 = 2026-03-08 03:00",
    "2026-03-09T06:30 = 2026-03-09 02:30",
  ])
  expect(following(["02:15"], "Europe/Paris", "2026-03-28T12:00:00Z", 2)).toEqual([
    "2026-03-29T01:00 = 2026-03-29 03:00",
    "2026-03-30T00:15 = 2026-03-30 02:15",
  ])
  // Its clocks move by half an hour.
  expect(following(["02:15"], "Australia/Lord_Howe", "2026-10-03T12:00:00Z", 2)).toEqual([
    "2026-10-03T15:30 = 2026-10-04 02:30",
    "2026-10-04T15:15 = 2026-10-05 02:15",
  ])
})

test("a time within the hour that comes twice comes once", () => {
  expect(following(["01:30"], "America/New_York", "2026-10-31T12:00:00Z", 2)).toEqual([
    "2026-11-01T05:30 = 2026-11-01 01:30",
    "2026-11-02T06:30 = 2026-11-02 01:30",
  ])
  expect(following(["02:30"], "Europe/Paris", "2026-10-24T12:00:00Z", 2)).toEqual([
    "2026-10-25T00:30 = 2026-10-25 02:30",
    "2026-10-26T01:30 = 2026-10-26 02:30",
  ])
  expect(following(["01:45"], "Australia/Lord_Howe", "2026-04-04T12:00:00Z", 2)).toEqual([
    "2026-04-04T14:45 = 2026-04-05 01:45",
    "2026-04-05T15:15 = 2026-04-06 01:45",
  ])
})

longTest("in a year of any zone each day's time comes once, whatever its clocks do", () => {
  for (const timeZone of ["America/New_York", "Europe/Paris", "Australia/Lord_Howe", "Africa/Cairo", "UTC"]) {
    const result = following(["00:10", "01:30", "02:45"], timeZone, "2025-12-31T23:00:00Z", 3 * 364)
    expect(new Set(result.map((one) => one.split(" = ")[1])).size).toBe(3 * 364)
  }
})
