import type { Context } from "hono"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { countOne, uncountOne } from "../data/rate-count.ts"
import type { AppEnv } from "./app-env.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type RateRule = { name: string; limit: number; windowMs: number }

/** Limits by address leave room for a shared office; those by account are what stops a guesser. */
export const rateRules = {
  captchaByAddress: { name: "captcha-address", limit: 600, windowMs: HOUR_MS },
  signInByAccount: { name: "sign-in-account", limit: 10, windowMs: 15 * MINUTE_MS },
  signInByAddress: { name: "sign-in-address", limit: 300, windowMs: HOUR_MS },
  signUpByAddress: { name: "sign-up-address", limit: 100, windowMs: HOUR_MS },
  verifyByAddress: { name: "verify-address", limit: 300, windowMs: HOUR_MS },
  verifyMailByAccount: { name: "verify-mail-account", limit: 5, windowMs: HOUR_MS },
  resetMailByAccount: { name: "reset-mail-account", limit: 5, windowMs: HOUR_MS },
  resetMailByAddress: { name: "reset-mail-address", limit: 100, windowMs: HOUR_MS },
  resetByAccount: { name: "reset-account", limit: 30, windowMs: HOUR_MS },
  resetByAddress: { name: "reset-address", limit: 300, windowMs: HOUR_MS },
  buyByAccount: { name: "buy-account", limit: 60, windowMs: HOUR_MS },
  paymentReturnByAddress: { name: "payment-return-address", limit: 300, windowMs: HOUR_MS },
} as const satisfies Record<string, RateRule>

/** Counts this call and refuses it with 429 once the window is full. */
export async function limitRate(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<void> {
  const retryAfterS = await secondsToWait(c, rule, subject)
  if (retryAfterS === 0) return
  const minutes = Math.ceil(retryAfterS / 60)
  throw new ApiError(
    "too-many-requests",
    `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { retryAfterS },
  )
}

/** Counts this call and tells whether the window still had room, for what is skipped rather than refused. */
export async function hasRoom(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<boolean> {
  return (await secondsToWait(c, rule, subject)) === 0
}

/** Takes a counted call back: only what fails should use up the limit. */
export async function forgiveRate(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<void> {
  await uncountOne(databaseOf(c.env), `${rule.name}:${subject}`, rule.windowMs, Date.now())
}

async function secondsToWait(c: Context<AppEnv>, rule: RateRule, subject: string): Promise<number> {
  const nowMs = Date.now()
  const { count, windowEndMs } = await countOne(
    databaseOf(c.env),
    `${rule.name}:${subject}`,
    rule.windowMs,
    nowMs,
  )
  return count <= rule.limit ? 0 : Math.max(1, Math.ceil((windowEndMs - nowMs) / 1000))
}
