import { expect, test } from "vitest"
import { z } from "zod"
import { loadFailure } from "../../web/components/ui/failure-notice.tsx"
import { failureOf, failureWords, messageOf, requestIdOf } from "../../web/lib/api.ts"
import { fieldErrors } from "../../web/lib/use-form.ts"

const requestId = "6f1c2d34-0000-4000-8000-000000000000"

test("what the server failed at carries the request's id, what it refused does not", () => {
  const failed = failureOf(500, { message: "An error occurred", code: "internal-error", requestId })
  expect(requestIdOf(failed)).toBe(requestId)
  expect(failureWords(failed)).toBe(`An error occurred. Request ${requestId}`)

  const refused = failureOf(409, { message: "This name is taken.", code: "conflict", requestId })
  expect(requestIdOf(refused)).toBeNull()
  expect(failureWords(refused)).toBe("This name is taken.")
})

test("an answer without an id, or an error of the page itself, is still said in plain words", () => {
  expect(failureWords(failureOf(502, "<html>Bad gateway</html>"))).toBe(
    "Sheetsmith does not answer right now. Please try again in a minute.",
  )
  expect(messageOf(new TypeError("x is undefined"))).toBe("An error occurred")
})

test("a form says in words what its schema has no words for", () => {
  const schema = z.object({ rollWidth: z.number() })
  expect(fieldErrors(schema, { rollWidth: "wide" })).toEqual({ rollWidth: "Roll width must be a number" })
})

test("rows that are there stay when they cannot be fetched anew", () => {
  const error = failureOf(503, null)
  const refetch = () => null
  expect(loadFailure({ data: undefined, error: null, refetch })).toBeNull()
  expect(loadFailure({ data: { data: [] }, error, refetch })).toBeNull()
  expect(loadFailure({ data: undefined, error, refetch })?.error).toBe(error)
})
