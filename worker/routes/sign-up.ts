import { account } from "../../contract/api/account-api.ts"
import { ApiError } from "../../contract/error.ts"
import { MAX_LINKS_A_SIGN_UP } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import { limitLinkMails, sendLink } from "../flows/accounts/verify-address.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { findSignUp } from "../middleware/sign-up-pass.ts"
import { hasRoom, limitRate, rateRules } from "../rate-limit.ts"
import { findOwnSession, startFirstSession } from "./browser-session.ts"

/** The account that this browser signed up for, from its sign-up to its first session. */
export const signUpRoutes = new ApiRoutes()
  .serve(account.signUp, async (c) => {
    const user = await findSignUp(c)
    return { data: user && { email: user.email, isVerified: user.emailVerifiedAt !== null } }
  })
  .serve(account.sendVerification, async (c) => {
    await limitRate(c, rateRules.afterSignUpByAddress, clientAddress(c))
    const user = await findSignUp(c)
    if (user === null || user.emailVerifiedAt !== null) throw nothingWaits()
    await limitLinkMails(c, user)
    if (!(await hasRoom(c, rateRules.linkAgainByAccount, user.id))) throw allSent()
    await sendLink(c.env, user)
    return { data: { isSent: true as const }, message: `We sent the link to ${user.email} again` }
  })
  /**
   * Signs in the browser that signed up, once the mail's link was opened, here or anywhere. A browser that
   * has a session keeps it.
   */
  .serve(account.enter, async (c) => {
    await limitRate(c, rateRules.afterSignUpByAddress, clientAddress(c))
    const user = await findSignUp(c)
    const isFree = user?.emailVerifiedAt && (await findOwnSession(c, Date.now())) === null
    if (!user || !isFree || !(await startFirstSession(c, user))) throw nothingWaits()
    return { data: { _id: user.id } }
  })

function allSent(): ApiError {
  return new ApiError(
    "too-many-requests",
    `We sent this link ${MAX_LINKS_A_SIGN_UP} times, the most for one sign-up. Look in the spam folder, sign up with another address, or sign in to get one more.`,
  )
}

function nothingWaits(): ApiError {
  return new ApiError("conflict", "No sign-up waits in this browser. Please sign in.")
}
