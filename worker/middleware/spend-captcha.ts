import type { Context } from "hono"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { spendPass } from "../data/spent-pass-rows.ts"
import { settingsOf } from "../env.ts"
import { readCaptchaPass } from "../secrets/captcha-pass.ts"
import type { AppEnv } from "./app-env.ts"
import { clearCaptchaCookie, readCaptchaCookie } from "./cookies.ts"

/** Uses up the caller's captcha pass, whatever comes of the call; without a fresh one, refuses with `message`. */
export async function spendCaptchaPass(c: Context<AppEnv>, message: string): Promise<void> {
  const pass = await readCaptchaPass(readCaptchaCookie(c), settingsOf(c.env).SESSION_KEY, Date.now())
  clearCaptchaCookie(c)
  const isFresh = pass !== null && (await spendPass(databaseOf(c.env), pass))
  if (!isFresh) throw new ApiError("validation-failed", message, { fields: { captcha: message } })
}
