import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { outcomeWords, planBulk } from "../../web/features/prints/bulk-rules.ts"

const print = (name: string, copies: number, more: object = {}) => ({
  _id: makeId(0),
  name,
  status: "In Draft" as const,
  copies,
  missing: null,
  ...more,
})

test("what several prints cost and which will not run is known before a credit is spent", () => {
  const prints = [
    print("a", 4),
    print("done", 9, { status: "Completed" }),
    print("running", 9, { status: "Processing" }),
    print("no image", 9, { missing: "image" }),
    print("no size", 9, { missing: "size" }),
    print("empty", 0),
    print("dear", 7),
    print("b", 5, { status: "Cancelled" }),
    print("c", 1, { status: "Deleted" }),
  ]
  const plan = planBulk(prints, 10)
  expect(plan.runs.map(({ name }) => name)).toEqual(["a", "b", "c"])
  expect(plan).toMatchObject({ credits: 10, short: 7 })
  expect(plan.skipped.map(({ print, reason }) => [print.name, reason])).toEqual([
    ["done", texts.alreadyProcessed],
    ["running", "It is being processed."],
    ["no image", texts.imageMissing],
    ["no size", texts.sizeMissing],
    ["empty", "It has no items."],
    ["dear", "It needs 7 credits, but only 6 credits would be left."],
  ])
  expect(planBulk([], 0)).toEqual({ runs: [], skipped: [], credits: 0, short: 0 })
})

test("outcomes are told in one sentence each", () => {
  const started = { _id: makeId(0), status: "Processing" as const }
  const refused = { _id: makeId(0), message: "Why not." }
  expect(outcomeWords([started], "started")).toEqual({ good: "1 print started", bad: "" })
  expect(outcomeWords([started, started, refused], "started")).toEqual({
    good: "2 prints started",
    bad: "1 print was not: Why not.",
  })
  expect(outcomeWords([refused, refused], "started")).toEqual({
    good: "",
    bad: "2 prints were not: Why not.",
  })
})
