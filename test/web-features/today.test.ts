import { expect, test } from "vitest"
import { idSchema } from "../../contract/id.ts"
import type { SkippedItem, SkipReason } from "../../contract/orders/order-batch.ts"
import type { TodayFilm } from "../../contract/orders/today.ts"
import { creditsLeft, readyWords } from "../../web/features/dashboard/film-words.ts"
import { firstOwnTicked } from "../../web/features/dashboard/first-widths.tsx"
import { dueTitle, nextWords } from "../../web/features/dashboard/today-words.ts"

const idOf = (n: number) => idSchema.parse(`0197f3c0-0000-7000-8000-${String(n).padStart(12, "0")}`)

function skipped(reason: SkipReason, printId: number | null = null): SkippedItem {
  return {
    ...{ orderItemId: idOf(1), reason, orderNumber: "1", title: "Shirt", imageId: null, ruleKey: "" },
    printId: printId === null ? null : idOf(printId),
  }
}

/** A film of so many items, of which only the number counts here. */
function film(items: number, ...left: SkippedItem[]): TodayFilm {
  const orderItems = Array.from({ length: items }, () => ({})) as TodayFilm["orderItems"]
  return { orders: items, copies: items, orderItems, skipped: left, left: {}, printId: null }
}

test("the day's job says how much is due, in the words of its state", () => {
  const titles = [
    [0, 0],
    [1, 0],
    [42, 0],
    [0, 1],
    [0, 3],
    [39, 3],
  ].map(([today, late]) => dueTitle({ today, late: { "to-do": late, "on-film": 7, pressed: 7 } }))
  expect(titles).toEqual([
    "Nothing ships today",
    "1 order ships today",
    "42 orders ship today",
    "1 order is late",
    "3 orders are late",
    "42 orders ship today or are late",
  ])
})

test("what is left out of today's film is told by its reasons, with those that are not listed", () => {
  expect(readyWords(film(3))).toBe("All have artwork, size and text.")
  expect(readyWords({ ...film(3, skipped("full")), left: { full: 1_200 } })).toBe(
    "Left out: 1,200 the print is full.",
  )
  const some = [skipped("in-print", 7), skipped("unmatched"), skipped("doubtful"), skipped("unmatched")]
  expect(readyWords(film(3, ...some))).toBe(
    "Left out: 2 no artwork or size, 1 text to check, 1 already in a print.",
  )
  expect(readyWords(film(0, skipped("in-print", 7)))).toBe("All of it is in a print already.")
})

test("a day without orders says when the next ones ship, and the button what it costs", () => {
  const later = new Date(Date.now() + 49 * 3_600_000).toISOString()
  expect(nextWords({ nextShipBy: later }, "UTC")).toMatch(/^The next orders ship on \d+ \w+( \d+)?\.$/)
  expect(nextWords({ nextShipBy: null }, "UTC")).toBe("")
  expect(creditsLeft(137, 168)).toBe("168 → 31 left")
  expect(creditsLeft(137, 137)).toBe("137 → 0 left")
  expect(creditsLeft(137, 100)).toBe("37 credits short")
})

test("of a new seller's own sizes, as many are ticked as their credits pay for, and at least one", () => {
  expect(firstOwnTicked(4, 6, 20)).toBe(3)
  expect(firstOwnTicked(4, 1, 20)).toBe(4)
  expect(firstOwnTicked(4, 30, 20)).toBe(1)
  expect(firstOwnTicked(4, 0, 20)).toBe(4)
})
