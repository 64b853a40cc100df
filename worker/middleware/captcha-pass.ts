import type { CaptchaForm } from "../../contract/accounts/account.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import type { OpenContext } from "../app-env.ts"
import { spendPass } from "../data/accounts/spent-pass-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { readToken, signToken } from "../secrets/signed-token.ts"
import { clearCaptchaCookie, readCaptchaCookie, setCaptchaCookie } from "./cookies.ts"

const PASS_MS = 5 * MINUTE_MS

/**
 * Gives the browser a signed captcha pass: valid for one call within five minutes, to the form that
 * the captcha was solved in.
 */
export async function giveCaptchaPass(c: OpenContext, form: CaptchaForm | "any"): Promise<void> {
  const nowMs = Date.now()
  const pass = { id: makeId(nowMs), form, expiresAtMs: nowMs + PASS_MS }
  setCaptchaCookie(c, await signToken("captcha", pass, settingsOf(c.env).SESSION_KEY), PASS_MS / 1000)
}

/** Uses up the captcha pass even if the call then fails; refuses with `message` without one. */
export async function spendCaptchaPass(c: OpenContext, form: CaptchaForm, message: string): Promise<void> {
  const key = settingsOf(c.env).SESSION_KEY
  const pass = await readToken("captcha", readCaptchaCookie(c), key, Date.now())
  clearCaptchaCookie(c)
  const isFresh = pass !== null && (await spendPass(directoryOf(c.env), pass))
  if (!isFresh || (pass.form !== form && pass.form !== "any"))
    throw new ApiError("validation-failed", message, { fields: { captcha: message } })
}
