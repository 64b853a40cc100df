import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { nextMailTry } from "../../../worker/flows/operations/send-news.ts"
import { retryAtMs } from "../../../worker/retry-at.ts"
import { isAddressRefused, mailErrorOf } from "../../../worker/services/mail/mail-error.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const sinceMs = Date.UTC(2026, 6, 1, 22, 30)

/** Returns when such a mail is tried, in hours and minutes after the first try, with a cron each minute. */
function triesOf(code: string): number[] {
  const tries = [0]
  for (let nowMs = sinceMs; ; ) {
    const nextMs = nextMailTry(code, { sinceMs, nowMs })
    if (nextMs === null) return tries
    expect(nextMs).toBeGreaterThanOrEqual(nowMs + MINUTE_MS)
    nowMs = Math.ceil(nextMs / MINUTE_MS) * MINUTE_MS
    tries.push((nowMs - sinceMs) / MINUTE_MS)
  }
}

test("mail is tried as often as its code makes sense, and never for ever", () => {
  for (const code of [
    "E_RECIPIENT_SUPPRESSED",
    "E_RECIPIENT_NOT_ALLOWED",
    "E_VALIDATION_ERROR",
    "E_FIELD_MISSING",
    "E_TOO_MANY_RECIPIENTS",
    "E_CONTENT_TOO_LARGE",
    "E_HEADER_NOT_ALLOWED",
    "E_HEADERS_TOO_MANY",
  ])
    expect(triesOf(code), code).toEqual([0])
  const doubling = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 872, 1232, 1592, 1952, 2312, 2672, 3032]
  for (const code of ["E_RATE_LIMIT_EXCEEDED", "E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR", "no-code"])
    expect(triesOf(code), code).toEqual(doubling)
  // Somebody must set the sender right first.
  expect(triesOf("E_SENDER_NOT_VERIFIED").slice(0, 4)).toEqual([0, 60, 120, 240])
  expect(triesOf("E_SENDER_DOMAIN_NOT_AVAILABLE").length).toBeLessThan(15)
  // The quota is the calendar day's: 90 minutes after the first try, then a day later each time.
  expect(triesOf("E_DAILY_LIMIT_EXCEEDED")).toEqual([0, 90, 90 + 1440, 90 + 2880])
})

test("an error of the binding is known by its code alone; its words, which name people, are not kept", () => {
  const refused = Object.assign(new Error("maya@shop.test is suppressed"), { code: "E_RECIPIENT_SUPPRESSED" })
  expect(mailErrorOf(refused).code).toBe("E_RECIPIENT_SUPPRESSED")
  expect(mailErrorOf(refused).cause).toBeUndefined()
  expect(mailErrorOf(refused).message).not.toContain("maya")
  expect(isAddressRefused(mailErrorOf(refused))).toBe(true)
  const odd = Object.assign(new Error("lost"), { code: "maya@shop.test" })
  expect(mailErrorOf(odd)).toMatchObject({ code: "no-code", cause: odd })
  expect(isAddressRefused(mailErrorOf(odd))).toBe(false)
  expect(isAddressRefused(odd)).toBe(false)
})

test("what has waited is waited for again: pauses double, from a minute to the longest", () => {
  const pauses = [0, 30_000, 5 * MINUTE_MS, HOUR_MS, 2 * DAY_MS].map(
    (waitedMs) => retryAtMs(sinceMs, sinceMs + waitedMs) - sinceMs - waitedMs,
  )
  expect(pauses).toEqual([MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, HOUR_MS])
})
