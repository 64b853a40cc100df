import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { firstSteps, isNew } from "../../web/features/dashboard/first-run-checklist.tsx"
import { dayWords, greeting, waitingWords } from "../../web/features/dashboard/greeting.ts"
import { notificationHref } from "../../web/features/notifications/notification-panel.tsx"
import { shipWords } from "../../web/features/orders/ship-words.ts"
import { crumbsOf } from "../../web/features/shell/crumbs.ts"
import { redirectErrorText } from "../../web/features/shell/use-redirect-error.ts"
import { capitalise, formatWhen, shortId, truncate } from "../../web/lib/format.ts"
import { shipDay } from "../../web/lib/ship-day.ts"
import { orderStatusTone, paymentStatusTone, printStatusTone } from "../../web/lib/status-tone.ts"

const id = "01936f2e-8a11-7b3c-9c11-5a0b7f3a2c44"
const noCounts = {
  pendingPrints: 0,
  totalPrints: 0,
  remadePrints: 0,
  printedImages: 0,
  usedCredits: 0,
  pendingOrders: 0,
  totalOrders: 0,
  completedOrders: 0,
  totalIntegrations: 0,
  totalImages: 0,
  totalSizes: 0,
  filmIn: 0,
  filmUsedShare: 0,
  pendingTransfers: null,
}

test("crumbs follow the path from Home", () => {
  expect(crumbsOf("/orders")).toEqual([
    { label: "Home", href: "/dashboard" },
    { label: "Integration Orders", href: "/orders" },
  ])
  expect(crumbsOf(`/prints/${id}`).map((crumb) => crumb.label)).toEqual(["Home", "Prints"])
  expect(crumbsOf("/a%zz").map((crumb) => crumb.label)).toEqual(["Home", "A%zz"])
})

test("a vendor's error code becomes our words", () => {
  expect(redirectErrorText("auth_failed")).toBe(texts.authFailed)
  expect(redirectErrorText("shop_already_exists")).toBe(texts.shopExists)
  expect(redirectErrorText("<script>")).toBe(texts.errorLater)
})

test("a notification leads where its type says", () => {
  expect(notificationHref({ type: "print", attachmentId: id })).toBe(`/prints/${id}`)
  expect(notificationHref({ type: "image", attachmentId: id })).toBe(`/images?editImage=${id}`)
  expect(notificationHref({ type: "payment", attachmentId: null })).toBe("/profile#payments")
  expect(notificationHref({ type: "profile", attachmentId: null })).toBe("/profile")
  expect(notificationHref({ type: "size", attachmentId: id })).toBeNull()
})

test("the first steps are ticked off one by one", () => {
  expect(firstSteps(noCounts).filter((step) => step.isDone)).toEqual([])
  // Artwork and sizes alone are not yet a print: the way to the first film is still the one to go.
  expect([noCounts, { ...noCounts, totalImages: 6, totalSizes: 4 }].map(isNew)).toEqual([true, true])
  expect(
    [{ totalPrints: 1 }, { totalOrders: 1 }, { totalIntegrations: 1 }].map((some) =>
      isNew({ ...noCounts, ...some }),
    ),
  ).toEqual([false, false, false])
  const busy = { ...noCounts, totalImages: 3, totalSizes: 1 }
  expect(firstSteps(busy).map((step) => step.isDone)).toEqual([true, true, false, false])
  const all = { ...busy, totalPrints: 1, totalIntegrations: 1 }
  expect(firstSteps(all).every((step) => step.isDone)).toBe(true)
})

test("the dashboard greets by the clock and says what waits", () => {
  expect([4, 5, 12, 18].map(greeting)).toEqual([
    "Good evening",
    "Good morning",
    "Good afternoon",
    "Good evening",
  ])
  const midnight = Date.parse("2026-11-24T00:30:00Z")
  expect(["UTC", "America/New_York"].map((zone) => dayWords(midnight, zone))).toEqual([
    "Tuesday, 24 November",
    "Monday, 23 November",
  ])
  expect(waitingWords({ ...noCounts, pendingOrders: 1, pendingPrints: 2 })).toBe(
    "1 order is waiting for a sheet.",
  )
  expect(waitingWords({ ...noCounts, pendingPrints: 2, totalPrints: 2 })).toBe("2 prints are still drafts.")
  expect(waitingWords({ ...noCounts, pendingOrders: 20 })).toBe("20 orders are waiting for a sheet.")
  expect(shipWords({ today: 12, overdue: 2 })).toBe("12 ship today, 2 late")
  expect(shipWords({ today: 1, overdue: 0 })).toBe("1 ships today")
  expect(shipWords({ today: 0, overdue: 0 })).toBe("")
})

test("names are capitalised on their first letter alone", () => {
  expect(["maya", "van der Berg", "ørsted", "", "McKay"].map(capitalise)).toEqual([
    "Maya",
    "Van der Berg",
    "Ørsted",
    "",
    "McKay",
  ])
})

test("every state has its colour", () => {
  expect(
    (["Completed", "Deleted", "In Draft", "Processing", "Cancelled"] as const).map(printStatusTone),
  ).toEqual(["good", "bad", "warn", "busy", "busy"])
  expect((["Completed", "Cancelled", "Refunded", "Pending"] as const).map(paymentStatusTone)).toEqual([
    "good",
    "bad",
    "bad",
    "warn",
  ])
  expect((["Pending", "In Draft", "Completed"] as const).map(orderStatusTone)).toEqual([
    "warn",
    "warn",
    "good",
  ])
})

test("a day to ship by is told as the seller's calendar has it", () => {
  const nowMs = Date.parse("2026-12-31T06:00:00Z")
  const at = (iso: string) => shipDay(iso, "America/Los_Angeles", nowMs)
  expect(at("2026-12-31T07:59:59Z")).toEqual({ date: "30 Dec", words: "Today", isToday: true, isLate: false })
  expect(at("2026-12-31T08:00:00Z")).toMatchObject({ words: "Tomorrow", date: "31 Dec" })
  expect(at("2026-12-30T07:59:59Z")).toMatchObject({ words: "29 Dec", isLate: true })
  expect(at("2027-01-02T12:00:00Z")).toMatchObject({ words: "2 Jan 2027", isLate: false })
})

test("figures and dates are short", () => {
  expect(shortId(id)).toBe("3a2c44")
  expect(truncate("x".repeat(50), 50)).toHaveLength(50)
  expect(truncate("x".repeat(51), 50)).toBe(`${"x".repeat(50)}...`)
  const now = new Date(2026, 10, 21, 15, 30)
  const before = (ms: number) => formatWhen(new Date(now.getTime() - ms).toISOString(), now.getTime())
  expect(before(5_000)).toBe("Just now")
  expect(before(120_000)).toBe("2 minutes ago")
  expect(before(3_600_000)).toBe("14:30")
  expect(before(86_400_000)).toBe("Yesterday, 15:30")
  expect(before(3 * 86_400_000)).toBe("18 Nov, 15:30")
  expect(before(400 * 86_400_000)).toBe("17 Oct 2025")
})
