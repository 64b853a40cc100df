import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { gainSinceFirst, gainWords, withMoment } from "../../web/features/sheet-preview/film-gain.ts"
import type { LayoutSearch, SearchListener } from "../../web/features/sheet-preview/layout-search.ts"
import { createSharedSearch } from "../../web/features/sheet-preview/shared-search.ts"
import { fakeClock } from "./fake-clock.ts"
import { planOf } from "./plan-of-length.ts"

const asked = (key: string) => ({
  key,
  question: { items: [], template: defaultSheetTemplate, pins: [], start: null },
})

function givenShared() {
  const clock = fakeClock()
  const calls: string[] = []
  let listener: SearchListener | null = null
  const search: LayoutSearch = {
    ask(_question, known, heardBy) {
      calls.push(known ? `ask from ${known.lengthIn}` : "ask")
      listener = heardBy
    },
    stop: () => void calls.push("stop"),
    close: () => void calls.push("close"),
    setVisible: () => {},
  }
  const shared = createSharedSearch(search, clock)
  const lengthOf = (key: string) => {
    const result = shared.found(key)
    return result?.kind === "found" && result.plan.kind === "planned" ? result.plan.lengthIn : null
  }
  return { shared, clock, calls, lengthOf, now: () => listener as unknown as SearchListener }
}

const nothing = () => {}

test("two that show the same sheet share one search, and both are told", () => {
  const { shared, calls, now } = givenShared()
  const messages: string[] = []
  const leave = shared.watch(asked("a"), () => messages.push("desk"))
  shared.watch(asked("a"), () => messages.push("modal"))
  now().onPlan(planOf(80), false)
  expect([calls, messages]).toEqual([["ask"], ["desk", "modal"]])
  leave()
  now().onPlan(planOf(70), false)
  expect([calls, messages]).toEqual([["ask"], ["desk", "modal", "modal"]])
})

test("the sheet opened last has the search; the one beneath goes on from its best after it", () => {
  const { shared, calls, lengthOf, now } = givenShared()
  shared.watch(asked("desk"), nothing)
  now().onPlan(planOf(80), false)
  const close = shared.watch(asked("modal"), nothing)
  now().onPlan(planOf(60), false)
  now().onRest()
  close()
  expect(calls).toEqual(["ask", "ask", "ask from 80"])
  expect([lengthOf("desk"), lengthOf("modal")]).toEqual([80, 60])
})

test("a sheet that was searched to its rest is shown again at once and not searched again", () => {
  const { shared, calls, lengthOf, now } = givenShared()
  const leave = shared.watch(asked("a"), nothing)
  now().onPlan(planOf(80), false)
  now().onRest()
  leave()
  shared.watch(asked("a"), nothing)
  expect([calls, lengthOf("a")]).toEqual([["ask", "stop", "stop"], 80])
})

test("boxes shown for a moment and failures are asked again", () => {
  const { shared, calls, now } = givenShared()
  const leave = shared.watch(asked("a"), nothing)
  now().onPlan(planOf(80), true)
  leave()
  const leaveAgain = shared.watch(asked("a"), nothing)
  now().onFailure()
  expect(shared.found("a")).toEqual({ kind: "failed" })
  leaveAgain()
  shared.watch(asked("a"), nothing)
  expect(calls).toEqual(["ask", "stop", "ask", "stop", "ask"])
})

test("the quick thread stays while rows change, and is freed when no sheet is shown", () => {
  const { shared, clock, calls } = givenShared()
  const leave = shared.watch(asked("a"), nothing)
  leave()
  const leaveNext = shared.watch(asked("b"), nothing)
  clock.pass(60_000)
  expect(calls).not.toContain("close")
  leaveNext()
  clock.pass(5_000)
  expect(calls.at(-1)).toBe("close")
})

test("as many sheets are remembered as a person goes back to, the newest ones", () => {
  const { shared, lengthOf, now } = givenShared()
  for (let i = 0; i < 30; i++) {
    const leave = shared.watch(asked(`${i}`), nothing)
    now().onPlan(planOf(i + 1), false)
    leave()
  }
  expect([lengthOf("0"), lengthOf("5"), lengthOf("6"), lengthOf("29")]).toEqual([null, null, 7, 30])
})

test("the gain is told against a minute ago, or the first length of a younger search", () => {
  const lengths = [40, 38, 37.1, 37, 36.5]
  const film = [0, 10_000, 50_000, 65_000, 80_000].reduce<{ atMs: number; lengthIn: number }[]>(
    (before, atMs, i) => withMoment(before, { atMs, lengthIn: lengths[i] }),
    [],
  )
  expect(gainWords([], 0)).toBeNull()
  expect(gainWords(film.slice(0, 1), 5_000)).toBeNull()
  expect(gainWords(film.slice(0, 2), 15_000)).toBe("2 in shorter than at first")
  expect(gainWords(film, 80_000)).toBe("1.5 in shorter than a minute ago")
  expect(gainWords(film, 112_000)).toBe("0.6 in shorter than a minute ago")
  expect(gainWords(film, 200_000)).toBeNull()
  expect(gainSinceFirst(film)).toBe("3.5 in shorter than at first")
  // The first length and the last minute's are enough: a long search does not pile them up.
  const long = Array.from({ length: 600 }, (_, i) => ({ atMs: i * 1_000, lengthIn: 600 - i }))
  expect(long.reduce(withMoment, [] as typeof long).length).toBeLessThan(65)
})
