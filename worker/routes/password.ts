import { account } from "../../contract/api/account-api.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { RESET_CODE_MINUTES, RESET_MAIL_MINUTES } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenContext } from "../app-env.ts"
import {
  deleteToken,
  findResetCode,
  insertResetCode,
  useResetCode,
} from "../data/accounts/account-token-rows.ts"
import { accountKey, findUserByEmail, type User } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { type OpenEnv, settingsOf } from "../env.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { mailVerification } from "../flows/accounts/verify-address.ts"
import { logError, logSecurity } from "../log.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { rememberBrowser } from "../middleware/known-browser.ts"
import { copyUser } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashSecret, makeResetCode } from "../secrets/mailed-secret.ts"
import { hashPassword } from "../secrets/password-hash.ts"
import { type Recipient, recipientOf, sendResetMail } from "../services/mail/email.ts"

/** The time by which the reply is sent; before it, nothing that depends on the account starts. */
const REPLY_MS = 20
const codeRefused = "The code is wrong or no longer valid. Please request a new one."

export const passwordRoutes = new ApiRoutes()
  .serve(account.forgotPassword, async (c) => {
    const { email } = c.req.valid("json")
    await limitRate(c, rateRules.resetMailByAddress, clientAddress(c))
    // This runs after the reply, so that neither its text nor its timing reveals whether the account exists.
    c.executionCtx.waitUntil(scheduler.wait(REPLY_MS).then(() => mailCode(c, email)))
    return { data: { isSent: true as const }, message: texts.resetSent }
  })
  /** Looks the code up before counting tries, so that strangers' tries never lock out its owner. */
  .serve(account.resetPassword, async (c) => {
    const { email, resetToken, password } = c.req.valid("json")
    const db = directoryOf(c.env)
    const nowMs = Date.now()
    const emailKey = accountKey(email)
    const tokenHash = await codeHash(c.env, emailKey, resetToken)
    const { userId, tokenId } = await findResetCode(db, { emailKey, tokenHash, nowMs })
    const isReset =
      userId &&
      tokenId &&
      (await useResetCode(db, { tokenId, userId, passwordHash: await hashPassword(password), nowMs }))
    if (!isReset) {
      logSecurity("password-reset-refused", { requestId: c.var.requestId, userId })
      await limitRate(c, rateRules.resetByAddress, clientAddress(c))
      throw new ApiError("validation-failed", codeRefused, { fields: { resetToken: codeRefused } })
    }
    await copyUser(c.env, userId)
    await closeSockets(c.env, userId, null)
    await rememberBrowser(c, userId)
    logSecurity("password-reset", { requestId: c.var.requestId, userId, by: "mailed code" })
    return { data: { isReset: true as const }, message: texts.resetDone }
  })

/** Mails a code. An unverified address gets its verification link first, never a code. */
async function mailCode(c: OpenContext, email: string): Promise<void> {
  try {
    const user = await findUserByEmail(directoryOf(c.env), email)
    if (user?.status !== "active") return
    const recipient = recipientOf(user)
    if (recipient) await mailNewCode(c.env, user, recipient)
    else await mailVerification(c, user)
  } catch (error) {
    logError("reset mail not sent", { error })
  }
}

/** Mails a new code unless a recent one is still valid. A code that could not be mailed does not count. */
async function mailNewCode(env: OpenEnv, user: User, recipient: Recipient): Promise<void> {
  const db = directoryOf(env)
  const nowMs = Date.now()
  const code = makeResetCode()
  const token = {
    id: makeId(nowMs),
    userId: user.id,
    tokenHash: await codeHash(env, user.emailKey, code),
    createdAt: nowMs,
    expiresAt: nowMs + RESET_CODE_MINUTES * MINUTE_MS,
  }
  if (!(await insertResetCode(db, token, nowMs - RESET_MAIL_MINUTES * MINUTE_MS))) return
  try {
    await sendResetMail(env, { ...recipient, code, minutes: RESET_CODE_MINUTES })
  } catch (error) {
    await deleteToken(db, token.id)
    throw error
  }
}

/** Returns a hash bound to the address it was mailed to: after a change of address the code is useless. */
function codeHash(env: OpenEnv, emailKey: string, code: string): Promise<string> {
  return hashSecret(settingsOf(env).SESSION_KEY, `reset:${emailKey}`, code)
}
