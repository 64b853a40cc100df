import { expect, test, vi } from "vitest"
import { loginSchema } from "../../contract/accounts/account.ts"
import { sizes } from "../../contract/api/size-api.ts"
import { texts } from "../../contract/text.ts"
import { ApiFailure, failureOf, isWorthRetrying, parseReply, pathOf } from "../../web/lib/api.ts"
import { backoffMs, eventOf, newsOf, returnMs } from "../../web/lib/live-rules.ts"
import { retryDelayMs } from "../../web/lib/query-client.ts"
import { fieldErrors } from "../../web/lib/use-form.ts"

const userId = "01936f2e-8a11-7b3c-9c11-5a0b7f3a2c44"
const printId = "01936f2e-8a11-7b3c-9c11-5a0b7f3a2c45"

test("reconnects wait about two seconds, then twice as long, up to thirty, and a hundred devices come back apart", () => {
  expect([1, 2, 3, 6, 60].map((failures) => backoffMs(failures, 0.75))).toEqual([
    2000, 4000, 8000, 30_000, 30_000,
  ])
  // Lost at once, at most six of a hundred are back within the same tenth of a second.
  const tenths = Array.from({ length: 100 }, (_, i) => Math.floor(backoffMs(1, i / 99) / 100))
  const crowds = [...Map.groupBy(tenths, (tenth) => tenth).values()].map(({ length }) => length)
  expect(Math.max(...crowds)).toBeLessThanOrEqual(6)
  expect([0, 1].map(returnMs)).toEqual([0, 1000])
})

test("an event is read by its name, whose kind may hold dashes", () => {
  const data = { printId, stage: "render", done: 3, total: 12 }
  expect(eventOf({ seq: 1, event: `print-progress-${userId}`, data }, userId)).toEqual({
    kind: "print-progress",
    data,
  })
  const update = { printId, status: "Error", message: "no" }
  expect(eventOf({ seq: 1, event: `print-update-${userId}`, data: update }, userId)?.kind).toBe(
    "print-update",
  )
})

test("another user's event and a malformed one are nothing", () => {
  const data = { printId, stage: "render", done: 3, total: 12 }
  expect(eventOf({ seq: 1, event: `print-progress-${printId}`, data }, userId)).toBeNull()
  expect(eventOf({ seq: 1, event: `print-progress-${userId}`, data: { done: 3 } }, userId)).toBeNull()
  expect(eventOf({ seq: 1, event: `rumour-${userId}`, data }, userId)).toBeNull()
})

test("only weather is tried again, with growing pauses", () => {
  expect(
    [400, 401, 404, 409, 429].map((status) => isWorthRetrying(new ApiFailure(status, "x", "x"))),
  ).toEqual(Array(5).fill(false))
  expect([0, 500, 502].every((status) => isWorthRetrying(new ApiFailure(status, "x", "x")))).toBe(true)
  expect([0, 1, 2, 10].map(retryDelayMs)).toEqual([1000, 2000, 4000, 30_000])
})

test("a refused call keeps the server's words, and an empty one gets ours", () => {
  const refused = failureOf(409, { message: "Taken", code: "conflict", fields: { email: "Taken" } })
  expect([refused.status, refused.message, refused.fields.email]).toEqual([409, "Taken", "Taken"])
  expect(failureOf(418, "<html>").message).toBe(texts.errorOccurred)
  expect(failureOf(500, null).message).toBe(texts.errorOccurred)
  // A proxy in front of the server answers in shapes of its own, or with a page.
  const away = "Sheetsmith does not answer right now. Please try again in a minute."
  expect([null, "<html>", [], { error: "" }].map((body) => failureOf(502, body).message)).toEqual(
    Array(4).fill(away),
  )
  expect([520, 524, 530].map((status) => failureOf(status, null).message)).toEqual(Array(3).fill(away))
  expect(failureOf(413, null).message).toBe("This is too large to be sent: at most 95 MB can be uploaded.")
  const shapes = [
    { error: "Worker overloaded" },
    { error: { message: "Worker overloaded" } },
    { message: "Worker overloaded" },
  ]
  expect(shapes.map((body) => failureOf(503, body).message)).toEqual(Array(3).fill("Worker overloaded"))
  expect(failureOf(500, { message: "", code: "x" }).message).toBe(texts.errorOccurred)
})

test("a reply is parsed as it is described, and one that is not is a failure", () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue()
  const size = { _id: userId, name: "Chest", value: 5, createdAt: "", updatedAt: "" }
  const list = {
    data: [size],
    pagination: { totalDocuments: 1, isExact: true, totalPages: 1, page: 1, limit: 10, next: null },
  }
  expect(parseReply(sizes.list, list)).toEqual(list)
  expect(() => parseReply(sizes.list, [size])).toThrow(/^Sheetsmith's answer cannot be read/)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
  expect(pathOf(sizes.update, { id: "a/b" })).toBe("/sizes/a%2Fb")
})

test("a form shows the first broken rule of each field", () => {
  expect(fieldErrors(loginSchema, { email: "", password: "" })).toEqual({
    email: texts.emailRequired,
    password: texts.passwordRequired,
  })
  expect(fieldErrors(loginSchema, { email: "maya", password: "x" })).toEqual({})
})

test("a stored event is news once; progress carries the number of the event before it", () => {
  expect(newsOf(7, "print", null)).toEqual({ isNews: true, seq: 7 })
  expect(newsOf(8, "print", 7)).toEqual({ isNews: true, seq: 8 })
  expect(newsOf(8, "print", 8)).toEqual({ isNews: false, seq: 8 })
  expect(newsOf(3, "payment", 8)).toEqual({ isNews: false, seq: 8 })
  expect(newsOf(8, "print-progress", 8)).toEqual({ isNews: true, seq: 8 })
  expect(newsOf(7, "print-progress", 8)).toEqual({ isNews: false, seq: 8 })
  expect(newsOf(9, "print-progress", 8)).toEqual({ isNews: true, seq: 8 })
  expect(newsOf(9, null, 8)).toEqual({ isNews: true, seq: 9 })
})
