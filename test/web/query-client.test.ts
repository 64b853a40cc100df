import { QueryObserver } from "@tanstack/react-query"
import { afterEach, expect, test, vi } from "vitest"
import { profileQuery } from "../../web/features/account/profile-query.ts"
import { ApiFailure } from "../../web/lib/api.ts"
import { queryClient, refresh } from "../../web/lib/query-client.ts"

const meta = { silent: true }
const rain = () => Promise.reject(new ApiFailure(503, "internal-error", "rain"))

afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

test("a failed query is tried three times more, after 1, 2 and 4 seconds; the profile is not", async () => {
  vi.useFakeTimers()
  const callsAtMs: number[] = []
  const startMs = Date.now()
  const answer = queryClient
    .fetchQuery({
      // As screens ask: fetchQuery by itself would not try again.
      ...queryClient.defaultQueryOptions({ queryKey: ["sizes"], meta }),
      queryFn: () => {
        callsAtMs.push(Date.now() - startMs)
        return rain()
      },
    })
    .catch((error) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBeInstanceOf(ApiFailure)
  expect(callsAtMs).toEqual([0, 1000, 3000, 7000])

  let profileCalls = 0
  const profile = queryClient
    .fetchQuery({
      ...queryClient.defaultQueryOptions(profileQuery),
      queryFn: () => {
        profileCalls += 1
        return rain()
      },
    })
    .catch((error) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await profile).toBeInstanceOf(ApiFailure)
  expect(profileCalls).toBe(1)
})

test("what was fetched is kept for five minutes after the last screen that shows it", async () => {
  vi.useFakeTimers()
  await queryClient.fetchQuery({ queryKey: ["images"], queryFn: () => Promise.resolve([1]), meta })
  const kept = () => queryClient.getQueryData(["images"])
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
  expect(kept()).toEqual([1])
  await vi.advanceTimersByTimeAsync(2)
  expect(kept()).toBeUndefined()
})

test.each(["before the change", "before it came", "after it came"])(
  "what was asked for before a change is asked for again, by a screen that opens %s",
  async (when) => {
    const old = Promise.withResolvers<string>()
    let calls = 0
    const options = {
      ...queryClient.defaultQueryOptions({ queryKey: ["prints", "list"], meta }),
      queryFn: () => (calls++ === 0 ? old.promise : Promise.resolve("new")),
    }
    const screen = new QueryObserver(queryClient, options)
    const open = () => screen.subscribe(() => {})
    const ahead = queryClient.prefetchQuery(options)
    const openBefore = when === "before the change" ? open() : null
    const refreshed = refresh("prints")
    const openFirst = when === "before it came" ? open() : openBefore
    old.resolve("old")
    await Promise.all([ahead, refreshed])
    const close = openFirst ?? open()
    await expect.poll(() => screen.getCurrentResult().data).toBe("new")
    close()
  },
)
