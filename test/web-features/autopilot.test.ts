import { expect, test } from "vitest"
import type { Autopilot } from "../../contract/autopilots/autopilot.ts"
import { makeId } from "../../contract/id.ts"
import { type AutopilotWish, autopilotSentence } from "../../web/features/autopilots/autopilot-sentence.ts"
import { doneWords, madeWords, offerTitle, undatedWords } from "../../web/features/autopilots/offer-words.ts"
import { autopilotOf, nextRunWords, previewWords } from "../../web/features/integrations/autopilot-words.ts"

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
  expect(said({ isForAllStores: true, undatedAfterDays: 3, action: "draft" })).toBe(
    "Every weekday at 07:00 (New York): reads the orders of all stores, leaves a draft print of what ships within 2 days, takes orders without a ship-by date 3 days after they were placed.",
  )
  expect(
    autopilotSentence({ ...wish, moreIntegrationIds: ["b", "c"], addressId: "kim" }, false, [
      { _id: "kim", name: "Kim's Prints" },
    ]),
  ).toBe(
    "Every weekday at 07:00 (New York): reads the orders of 3 stores, prints what ships within 2 days, spends at most 200 credits a day, sends the files to Kim's Prints.",
  )
  expect(said({ undatedAfterDays: 0, shipWithinDays: 1 }, true)).toContain(
    "takes orders without a ship-by date at once, spends",
  )
  expect(said({ times: [] })).toBe("Never runs: choose days and times, or a length of film.")
})

test("the next run is told in the autopilot's zone, or why there is none", () => {
  const autopilot: Autopilot = {
    ...{ _id: makeId(1), integrationId: makeId(2), sheetTemplateId: makeId(3), packing: "tightest" },
    ...{ days: [1, 2, 3, 4, 5], times: ["07:00"], timeZone: "America/New_York", minLengthIn: null },
    ...{ isForAllStores: false, moreIntegrationIds: [], addressId: null, undatedAfterDays: null },
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

test("an autopilot for all stores is each store's, and a run's preview says film and credits", () => {
  const [first, second] = [makeId(1), makeId(2)]
  const own = { integrationId: first, isForAllStores: false, moreIntegrationIds: [] }
  const both = { ...own, moreIntegrationIds: [second] }
  const all = { integrationId: second, isForAllStores: true, moreIntegrationIds: [] }
  expect(autopilotOf([own], first)).toBe(own)
  expect(autopilotOf([own], second)).toBe(undefined)
  expect(autopilotOf([both], second)).toBe(both)
  expect(autopilotOf([all], first)).toBe(all)
  const preview = { orders: 9, items: 12, copies: 21, credits: 21, lengthIn: 54.2, skippedCount: 0 }
  expect(previewWords(preview)).toBe("9 orders, 54.2 in of film, 21 credits")
  expect(previewWords({ ...preview, orders: 1, credits: 0, lengthIn: null })).toBe("1 order")
})

test("the offer says when batches were made by hand, and what a rule means for undated orders", () => {
  const zone = "America/New_York"
  const now = Date.parse("2026-11-23T12:30:00.000Z")
  const batches = [
    { printId: makeId(1), name: "Mon batch", madeAt: "2026-11-23T12:02:00.000Z" },
    { printId: makeId(2), name: "Fri batch", madeAt: "2026-11-20T11:58:00.000Z" },
  ]
  expect(doneWords({ batches }, zone, now)).toBe("You made a batch on Friday at 06:58 and today at 07:02.")
  const [newest] = batches
  expect(doneWords({ batches: [newest, newest] }, zone, now)).toBe(
    "You made a batch today at 07:02 and 07:02.",
  )
  expect(offerTitle("00:00")).toBe("Do this every day at 00:00?")
  expect(madeWords(Date.parse("2026-11-22T12:00:00.000Z"), zone, now)).toBe("yesterday at 07:00")
  expect(offerTitle("07:00")).toBe("Do this every morning at 7?")
  expect(offerTitle("11:30")).toBe("Do this every morning at 11:30?")
  expect(offerTitle("14:00")).toBe("Do this every day at 14:00?")
  const undated = [
    { daysAgo: 2, orders: 4 },
    { daysAgo: 0, orders: 7 },
  ]
  expect(undatedWords({ undated }, 3)).toBe(
    "On film 3 days after they were ordered: 4 of the 11 by tomorrow.",
  )
  expect(undatedWords({ undated: [] }, 1)).toBe("On film 1 day after they were ordered.")
  expect(undatedWords({ undated }, 0)).toBe("On film with the next run.")
  expect(undatedWords({ undated }, null)).toBe("They stay with you: print them by hand.")
})
