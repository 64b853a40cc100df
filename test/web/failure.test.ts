import { toast } from "sonner"
import { afterEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { prints } from "../../contract/api/print-api.ts"
import { undos } from "../../contract/api/undo-api.ts"
import { makeId } from "../../contract/id.ts"
import { loadFailure } from "../../web/components/ui/failure-notice.tsx"
import { api, failureOf, failureWords, messageOf, requestIdOf, unreachable } from "../../web/lib/api.ts"
import { toastError, toastFailure, toastSuccess } from "../../web/lib/toast.tsx"
import { fieldErrors } from "../../web/lib/use-form.ts"

afterEach(() => vi.unstubAllGlobals())

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

test("an error stays until it is closed, a success goes by itself", () => {
  toastError("Select others.")
  toastFailure(failureOf(500, { message: "An error occurred", code: "internal-error", requestId }))
  toastSuccess("Saved")
  expect(toast.getToasts()).toMatchObject([
    { title: "Select others.", duration: Number.POSITIVE_INFINITY },
    { title: "An error occurred", duration: Number.POSITIVE_INFINITY, description: `Request ${requestId}` },
    { title: "Saved", duration: 5000 },
  ])
})

test("a call without an answer says who did not answer: the network, or Sheetsmith", () => {
  vi.stubGlobal("navigator", { onLine: true })
  expect(unreachable().message).toBe("Sheetsmith cannot be reached. Check your connection.")
  vi.stubGlobal("navigator", { onLine: false })
  expect(unreachable().message).toMatch(/^Your network does not answer: this device is offline\./)
})

test("an error goes when the same call succeeds, not when another one does", async () => {
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => act())
  vi.stubGlobal("navigator", { onLine: false })
  const [first, second] = [makeId(1), makeId(2)]
  let isOnline = false
  vi.stubGlobal("fetch", async () => {
    if (!isOnline) throw new TypeError("Failed to fetch")
    return new Response(JSON.stringify({ message: "Undone", data: { _id: first } }))
  })
  const undo = (id: string) => api(undos.undo, { params: { id } })
  const isShown = () => toast.getToasts().some((one) => "title" in one && one.title === unreachable().message)
  for (const id of [first, second]) await undo(id).catch(toastFailure)
  isOnline = true
  await undo(first)
  expect(isShown()).toBe(true)
  await undo(second)
  expect(isShown()).toBe(false)
})

test("an error goes when its call succeeds with other words or another page of a list", async () => {
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => act())
  vi.stubGlobal("navigator", { onLine: true })
  const id = makeId(1)
  let isOnline = false
  vi.stubGlobal("fetch", async () => {
    if (!isOnline) throw new TypeError("Failed to fetch")
    return new Response(JSON.stringify({ message: "Saved", data: null }))
  })
  const isShown = () => toast.getToasts().some((one) => "title" in one && one.title === unreachable().message)
  const call = async (body: object, query: object) => {
    // The reply is none of a print: only whether it came counts here.
    const made = api(prints.update, { params: { id }, body, query } as never)
    await made.catch((error) => !isOnline && toastFailure(error))
  }
  await call({ name: "Tue" }, { page: 1 })
  expect(isShown()).toBe(true)
  isOnline = true
  await call({ name: "Tuesday" }, { page: 2 })
  expect(isShown()).toBe(false)
})
