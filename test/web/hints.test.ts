import { afterEach, expect, test, vi } from "vitest"
import type { Profile } from "../../contract/accounts/profile.ts"
import { endHint, isHintDue, knowHints } from "../../web/lib/hints.ts"

afterEach(() => vi.unstubAllGlobals())

test("a hint is shown until its gesture was used: in this browser at once, on the account for all others", async () => {
  const stored = new Map<string, string>()
  const sent: unknown[] = []
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  })
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)])
    return Promise.reject(new TypeError("no network"))
  })
  const maya = { _id: "maya", worksAs: "owner", usedHints: ["drop-files"] } as unknown as Profile
  const lee = { _id: "lee", worksAs: "owner", usedHints: [] } as unknown as Profile

  expect(isHintDue("shift-click"), "nobody is known yet").toBe(false)
  knowHints(maya)
  expect([isHintDue("shift-click"), isHintDue("drop-files")]).toEqual([true, false])
  endHint("shift-click")
  endHint("shift-click")
  expect(isHintDue("shift-click")).toBe(false)
  await vi.waitFor(() =>
    expect(sent).toEqual([["/api/profile/hints", { hints: ["shift-click", "drop-files"] }]]),
  )
  // Read anew, before the account knows.
  knowHints(maya)
  expect(isHintDue("shift-click")).toBe(false)
  // Somebody else in the same browser has not seen it.
  knowHints(lee)
  expect(isHintDue("shift-click")).toBe(true)
  // Another device of the first, once the account knows.
  stored.clear()
  knowHints({ ...maya, usedHints: ["shift-click"] })
  expect([isHintDue("shift-click"), isHintDue("drop-files")]).toEqual([false, true])
})
