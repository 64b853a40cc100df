import { expect, test } from "vitest"
import { printStatuses } from "../../contract/status.ts"
import { gainedWords, isChosen, printActions, runningAt } from "../../web/features/prints/print-rules.ts"

test("each state offers its own actions", () => {
  const rows = printStatuses.map((status) => {
    const actions = printActions(status)
    const can = [
      actions.canShare && "share",
      actions.process.kind,
      actions.canEdit && "edit",
      actions.canDelete && "delete",
      actions.canDeleteSheets && "delete sheets",
    ]
    return `${status}: ${can.filter(Boolean).join(", ")}`
  })
  expect(rows).toEqual([
    "In Draft: process, edit, delete, delete sheets",
    "Processing: cancel",
    "Completed: share, done, delete, delete sheets",
    "Deleted: process, edit, delete",
    "Cancelled: process, edit, delete, delete sheets",
  ])
  expect(printActions("Completed").process).toEqual({ kind: "done", label: "Already Processed" })
})

test("a running print is as far as the farther of what came live and what was fetched", () => {
  const packing = (done: number) => ({ stage: "layout" as const, done, total: 1 })
  const rendering = (done: number) => ({ stage: "render" as const, done, total: 200 })
  expect(runningAt(undefined, null)).toBeNull()
  expect(runningAt(undefined, { ...rendering(0), total: 0 })).toBeNull()
  expect(runningAt(undefined, packing(0))).toEqual({ stage: "Packing", share: 0 })
  expect(runningAt(packing(0.4), packing(0))).toEqual({ stage: "Packing", share: 0.4 })
  expect(runningAt(packing(0.9), rendering(20))).toEqual({ stage: "Rendering", share: 0.1 })
  expect(runningAt(rendering(50), packing(0))).toEqual({ stage: "Rendering", share: 0.25 })
  expect(runningAt(rendering(50), rendering(100))).toEqual({ stage: "Rendering", share: 0.5 })
})

test("what the search gained after the start is told as soon as the sheet is chosen", () => {
  const print = { status: "Processing", lengthIn: null, agreedLengthIn: 97.69 } as const
  expect(gainedWords(print)).toBe("At most 97.69 in of film. Still looking for a shorter sheet.")
  expect(gainedWords({ ...print, lengthIn: 85.76 })).toBe(
    "85.76 in of film, 11.93 in less than you agreed to.",
  )
  expect(gainedWords({ ...print, lengthIn: 97.69 })).toBeNull()
  expect(gainedWords({ ...print, status: "Completed", lengthIn: 85.76, agreedLengthIn: null })).toBeNull()
  const [searching, rendering] = [
    { stage: "layout", done: 0.4, total: 1 },
    { stage: "render", done: 0, total: 900 },
  ] as const
  expect([
    isChosen(undefined, null),
    isChosen(searching, null),
    isChosen(searching, rendering),
    isChosen(rendering, null),
  ]).toEqual([false, false, true, true])
})
