import { account } from "../../contract/api/account-api.ts"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenContext } from "../app-env.ts"
import { accountKey, findUserByLogin } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { mailVerification } from "../flows/accounts/verify-address.ts"
import { logSecurity } from "../log.ts"
import { spendCaptchaPass } from "../middleware/captcha-pass.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { clearSessionCookie, clearSignUpCookie } from "../middleware/cookies.ts"
import { findKnownBrowser } from "../middleware/known-browser.ts"
import { giveSignUpPass } from "../middleware/sign-up-pass.ts"
import { forgiveRate, limitRate, type RateRule, rateRules } from "../rate-limit.ts"
import { hashSecret } from "../secrets/mailed-secret.ts"
import { isPassword } from "../secrets/password-hash.ts"
import { endSession, startSession } from "./browser-session.ts"

export const sessionRoutes = new ApiRoutes()
  .serve(account.login, async (c) => {
    const { email: login, password } = c.req.valid("json")
    await spendCaptchaPass(c, "sign-in", texts.captchaMissingAtLogin)
    const user = await findUserByLogin(directoryOf(c.env), login)
    const counts = await guessCounts(c, user?.id, accountKey(login))
    for (const [rule, subject] of counts) await limitRate(c, rule, subject)
    const isRight = await isPassword(password, user?.passwordHash ?? null)
    const { requestId } = c.var
    if (!user || !isRight) {
      logSecurity("sign-in-refused", { requestId, userId: user?.id, reason: user ? "password" : "unknown" })
      throw new ApiError("signed-out", "Email, username or password is incorrect")
    }
    for (const [rule, subject] of counts) await forgiveRate(c, rule, subject)
    if (user.status !== "active") {
      logSecurity("sign-in-refused", { requestId, userId: user.id, reason: "inactive" })
      throw new ApiError("forbidden", "This account is inactive. Please contact support.")
    }
    if (user.emailVerifiedAt === null) {
      logSecurity("sign-in-refused", { requestId, userId: user.id, reason: "unverified" })
      await giveSignUpPass(c, user)
      const isSent = await mailVerification(c, user)
      throw new ApiError(
        "forbidden",
        isSent
          ? "Please verify your email first. We have just sent you a new link."
          : "Please verify your email first. Use the newest link in your inbox.",
      )
    }
    await startSession(c, user.id)
    return { data: { _id: user.id } }
  })
  .serve(account.logout, async (c) => {
    await endSession(c, Date.now())
    clearSessionCookie(c)
    clearSignUpCookie(c)
    return { data: { isSignedOut: true as const } }
  })

/**
 * Returns the counters for a guess at this account. A browser that has signed in to it has its own;
 * others share the account's and their address's. Unknown accounts take the same work.
 */
async function guessCounts(
  c: OpenContext,
  userId: Id | undefined,
  loginKey: string,
): Promise<[RateRule, string][]> {
  const browser = await findKnownBrowser(c)
  const unknown = await hashSecret(settingsOf(c.env).SESSION_KEY, "sign-in", loginKey)
  if (browser && browser.userId === userId) return [[rateRules.signInByBrowser, browser.id]]
  return [
    [rateRules.signInByAddress, clientAddress(c)],
    [rateRules.signInByAccount, userId ?? unknown],
  ]
}
