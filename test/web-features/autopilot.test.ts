import { expect, test } from "vitest"
import type { Autopilot } from "../../contract/autopilots/autopilot.ts"
import { makeId } from "../../contract/id.ts"
import { type AutopilotWish, autopilotSentence } from "../../web/features/autopilots/autopilot-sentence.ts"
import { nextRunWords } from "../../web/features/integrations/autopilot-words.ts"

const wish: AutopilotWish = {
  days: [1, 2, 3, 4, 5],
  times: ["07:00"],
  timeZone: "America/New_York",
  minLengthIn: null,
  shipWithinDays: 2,
  action: "process",
  maxCreditsPerDay: 200,
}

test("a sentence says what an autopilot will do", () => {
  const said = (change: Partial<AutopilotWish>, isOfFiles = false) =>
    autopilotSentence({ ...wish, ...change }, isOfFiles)
  expect(said({})).toBe(
    "Every weekday at 07:00 (New York): reads the orders, prints what ships within 2 days, spends at most 200 credits a day.",
  )
  expect(said({ action: "draft", shipWithinDays: 1, days: [0, 1, 2, 3, 4, 5, 6] })).toBe(
    "Every day at 07:00 (New York): reads the orders, leaves a draft print of what ships today or is late.",
  )
  expect(said({ days: [0, 6], times: ["15:30", "09:00", ""], minLengthIn: 120 }, true)).toBe(
    "Every Saturday and Sunday at 09:00 and 15:30 (New York), or as soon as there are 120 in of film: prints what ships within 2 days, spends at most 200 credits a day.",
  )
  expect(said({ days: [], minLengthIn: 60, shipWithinDays: 0 })).toBe(
    "As soon as there are 60 in of film: reads the orders, prints what is late, spends at most 200 credits a day.",
  )
  expect(said({ times: [] })).toBe("Never runs: choose days and times, or a length of film.")
})

test("the next run is told in the autopilot's zone, or why there is none", () => {
  const autopilot: Autopilot = {
    ...{ _id: makeId(1), integrationId: makeId(2), sheetTemplateId: makeId(3), packing: "tightest" },
    ...{ days: [1, 2, 3, 4, 5], times: ["07:00"], timeZone: "America/New_York", minLengthIn: null },
    ...{ shipWithinDays: 2, action: "process", maxCreditsPerDay: 200, isPaused: false, lastRun: null },
    nextRunAt: "2026-11-24T12:00:00.000Z",
    ...{ createdAt: "2026-11-20T12:00:00.000Z", updatedAt: "2026-11-20T12:00:00.000Z" },
  }
  const said = (change: Partial<Autopilot>, now = "2026-11-24T04:30:00.000Z") =>
    nextRunWords({ ...autopilot, ...change }, Date.parse(now))
  expect(said({})).toBe("Next 07:00 tomorrow")
  expect(said({}, "2026-11-24T05:30:00.000Z")).toBe("Next 07:00 today")
  expect(said({}, "2026-11-21T12:00:00.000Z")).toBe("Next 07:00 on 24 Nov")
  expect(said({ isPaused: true, nextRunAt: null })).toBe("Paused")
  expect(said({ sheetTemplateId: null })).toBe("Stopped: its sheet template was deleted")
  expect(said({ nextRunAt: null, minLengthIn: 120 })).toBe("Once there are 120 in of film")
})
