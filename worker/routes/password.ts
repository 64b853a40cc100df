import { Hono } from "hono"
import { forgotPasswordSchema, resetPasswordSchema } from "../../contract/account.ts"
import { ApiError } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { replaceResetCode, takeResetTry, useResetCode } from "../data/account-token.ts"
import { databaseOf } from "../data/database.ts"
import { accountKey, findUserByEmail } from "../data/user.ts"
import { type Env, settingsOf } from "../env.ts"
import { logError, logSecurity } from "../log.ts"
import type { AppEnv } from "../middleware/app-env.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { limitRate, rateRules } from "../middleware/rate-limit.ts"
import { jsonBody } from "../middleware/valid.ts"
import { recipientOf, sendResetMail } from "../services/email.ts"
import { hashSecret, makeResetCode } from "../services/mailed-secret.ts"
import { hashPassword } from "../services/password.ts"
import { closeSockets } from "./session.ts"
import { sendLink } from "./verification.ts"

const CODE_MINUTES = 15
const MINUTE_MS = 60_000
const codeRefused = "The code is wrong or no longer valid. Please request a new one."

/** A new password by mailed code. */
export const passwordRoutes = new Hono<AppEnv>()
  .post("/forgot-password", jsonBody(forgotPasswordSchema), async (c) => {
    const { email } = c.req.valid("json")
    await limitRate(c, rateRules.resetMailByAddress, clientAddress(c))
    await limitRate(c, rateRules.resetMailByAccount, await subjectOf(c.env, email))
    // After the reply, so that neither its words nor its time tell whether the account exists.
    c.executionCtx.waitUntil(mailCode(c.env, email))
    return c.json({ data: { isSent: true }, message: texts.resetSent })
  })
  .post("/reset-password", jsonBody(resetPasswordSchema), async (c) => {
    const { email, resetToken, password } = c.req.valid("json")
    await limitRate(c, rateRules.resetByAddress, clientAddress(c))
    await limitRate(c, rateRules.resetByAccount, await subjectOf(c.env, email))
    const db = databaseOf(c.env)
    const nowMs = Date.now()
    const user = await findUserByEmail(db, email)
    const open = user && (await takeResetTry(db, user.id, nowMs))
    if (!open || open.tokenHash !== (await codeHash(c.env, user.id, resetToken))) {
      logSecurity("password-reset-refused", { requestId: c.var.requestId, userId: user?.id })
      throw refused()
    }
    const passwordHash = await hashPassword(password)
    const isUsed = await useResetCode(db, { tokenId: open.id, userId: user.id, passwordHash, nowMs })
    if (!isUsed) throw refused()
    await closeSockets(c.env, user.id, null)
    logSecurity("password-reset", { requestId: c.var.requestId, userId: user.id, by: "mailed code" })
    return c.json({ data: { isReset: true }, message: texts.resetDone })
  })

/** An address nobody has proved to own gets its verification link first, never a code that opens the account. */
async function mailCode(env: Env, email: string): Promise<void> {
  try {
    const db = databaseOf(env)
    const user = await findUserByEmail(db, email)
    if (user?.status !== "active") return
    const recipient = recipientOf(user)
    if (!recipient) return await sendLink(env, user)
    const nowMs = Date.now()
    const code = makeResetCode()
    await replaceResetCode(db, {
      id: makeId(nowMs),
      userId: user.id,
      tokenHash: await codeHash(env, user.id, code),
      createdAt: nowMs,
      expiresAt: nowMs + CODE_MINUTES * MINUTE_MS,
    })
    await sendResetMail(env, { ...recipient, code, minutes: CODE_MINUTES })
  } catch (error) {
    logError("reset mail not sent", { error })
  }
}

function codeHash(env: Env, userId: string, code: string): Promise<string> {
  return hashSecret(settingsOf(env).SESSION_KEY, `reset:${userId}`, code)
}

/** Counted by address typed, known or not, so that the limit does not tell them apart either. */
function subjectOf(env: Env, email: string): Promise<string> {
  return hashSecret(settingsOf(env).SESSION_KEY, "mail", accountKey(email))
}

function refused(): ApiError {
  return new ApiError("validation-failed", codeRefused, { fields: { resetToken: codeRefused } })
}
