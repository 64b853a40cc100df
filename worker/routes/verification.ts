import type { VerifyReply } from "../../contract/accounts/account.ts"
import { account } from "../../contract/api/account-api.ts"
import { ApiError } from "../../contract/error.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import { findVerifyToken } from "../data/accounts/account-token-rows.ts"
import { trialOf } from "../data/accounts/mailbox-rows.ts"
import { findUserById, markVerified } from "../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../data/database.ts"
import { findDefaultSheetTemplate } from "../data/prints/sheet-template-rows.ts"
import { settingsOf } from "../env.ts"
import { confirmEmailChange } from "../flows/accounts/confirm-email-change.ts"
import { grantTrial } from "../flows/accounts/verify-address.ts"
import { mailboxOwner } from "../flows/operations/record-mailbox.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { copyUser } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashSecret } from "../secrets/mailed-secret.ts"

/**
 * Grants the credits first and marks the address last. If anything fails in between, the link stays
 * valid and the next call repeats it all, each step once. After that, it only answers.
 */
export const verificationRoutes = new ApiRoutes().serve(account.verify, async (c) => {
  await limitRate(c, rateRules.verifyByAddress, clientAddress(c))
  const email = await confirmEmailChange(c, c.req.valid("query").token)
  if (email !== null)
    return {
      data: { isVerified: true, trial: null, email } satisfies VerifyReply,
      message: texts.verified,
    }
  const db = directoryOf(c.env)
  const nowMs = Date.now()
  const tokenHash = await hashSecret(settingsOf(c.env).SESSION_KEY, "verify", c.req.valid("query").token)
  const token = await findVerifyToken(db, tokenHash)
  const user = token && (await findUserById(db, token.userId))
  if (!token || !user || token.expiresAt <= nowMs) throw failed()
  const isDone = token.usedAt !== null && user.emailVerifiedAt !== null
  if (!isDone) {
    await grantTrial(c.env, user)
    const proof = { tokenId: token.id, userId: user.id, emailKey: user.emailKey, nowMs }
    const own = databaseOf(await copyUser(c.env, user.id))
    await findDefaultSheetTemplate(own, user.id, nowMs)
    if (!(await markVerified(db, proof))) throw failed()
    await copyUser(c.env, user.id)
  }
  const trial = await trialOf(db, await mailboxOwner(c.env, user))
  return { data: { isVerified: true, trial } satisfies VerifyReply, message: texts.verified }
})

function failed(): ApiError {
  return new ApiError("validation-failed", texts.verifyFailed, {
    fields: { token: "The link is no longer valid. Sign in to get a new one." },
  })
}
