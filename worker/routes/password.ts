import type { Context } from "hono"
import { account } from "../../contract/api/account-api.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { RESET_CODE_MINUTES, RESET_MAIL_MINUTES } from "../../contract/reset-code.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { deleteToken, findResetCode, insertResetCode, useResetCode } from "../data/account-token-rows.ts"
import { databaseOf } from "../data/database.ts"
import { accountKey, findUserByEmail, type User } from "../data/user-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { closeSockets } from "../flows/close-sockets.ts"
import { mailVerification } from "../flows/verify-address.ts"
import { logError, logSecurity } from "../log.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { rememberBrowser } from "../middleware/known-browser.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashSecret, makeResetCode } from "../secrets/mailed-secret.ts"
import { hashPassword } from "../secrets/password-hash.ts"
import { type Recipient, recipientOf, sendResetMail } from "../services/email.ts"

/** The reply is out by then, and nothing that depends on the account has begun. */
const REPLY_MS = 20
const codeRefused = "The code is wrong or no longer valid. Please request a new one."

/** A new password by mailed code. */
export const passwordRoutes = new ApiRoutes()
  .serve(account.forgotPassword, async (c) => {
    const { email } = c.req.valid("json")
    await limitRate(c, rateRules.resetMailByAddress, clientAddress(c))
    // Behind the reply, so that neither its words nor its time tell whether the account exists.
    c.executionCtx.waitUntil(scheduler.wait(REPLY_MS).then(() => mailCode(c, email)))
    return { data: { isSent: true as const }, message: texts.resetSent }
  })
  /** The code is looked up before anything is counted: whoever has it gets in, whatever strangers did before. */
  .serve(account.resetPassword, async (c) => {
    const { email, resetToken, password } = c.req.valid("json")
    const db = databaseOf(c.env)
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
    await closeSockets(c.env, userId, null)
    await rememberBrowser(c, userId)
    logSecurity("password-reset", { requestId: c.var.requestId, userId, by: "mailed code" })
    return { data: { isReset: true as const }, message: texts.resetDone }
  })

/** An address nobody has proved to own gets its verification link first, never a code that opens the account. */
async function mailCode(c: Context<AppEnv>, email: string): Promise<void> {
  try {
    const user = await findUserByEmail(databaseOf(c.env), email)
    if (user?.status !== "active") return
    const recipient = recipientOf(user)
    if (recipient) await mailNewCode(c.env, user, recipient)
    else await mailVerification(c, user)
  } catch (error) {
    logError("reset mail not sent", { error })
  }
}

/** Nothing where one was mailed minutes ago, which is still good. A code that could not be mailed is not counted as one. */
async function mailNewCode(env: Env, user: User, recipient: Recipient): Promise<void> {
  const db = databaseOf(env)
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

/** Bound to the address that it was mailed to: once that is another one, the code is good for nothing. */
function codeHash(env: Env, emailKey: string, code: string): Promise<string> {
  return hashSecret(settingsOf(env).SESSION_KEY, `reset:${emailKey}`, code)
}
