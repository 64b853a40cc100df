import { expect, test } from "vitest"
import { printStatuses } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { missingPart, printActions } from "../../web/features/prints/print-rules.ts"

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

test("a missing image is named before a missing size", () => {
  const whole = { imageId: {}, sizeId: {} }
  expect(missingPart([whole])).toBeNull()
  expect(missingPart([])).toBe("Add at least one item")
  expect(missingPart([whole, { imageId: {}, sizeId: null }])).toBe(texts.sizeMissing)
  expect(
    missingPart([
      { imageId: {}, sizeId: null },
      { imageId: null, sizeId: {} },
    ]),
  ).toBe(texts.imageMissing)
})
