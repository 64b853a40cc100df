import type { User } from "../../contract/account.ts"
import { profile } from "../../contract/api/account-api.ts"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { findPendingChange } from "../data/email-change-rows.ts"
import type { SignedInUser } from "../data/session-rows.ts"
import { accountKey, findUserById, updateProfile } from "../data/user-rows.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logError, logSecurity } from "../log.ts"
import { recipientOf, sendEmailChangedMail } from "../services/email.ts"
import { takenError } from "./account.ts"
import { askEmailChange } from "./email-change.ts"
import { limitLinkMails, sendLink } from "./verification.ts"

/** The signed-in person's own account. */
export const profileRoutes = new ApiRoutes()
  .serve(profile.one, async (c) => ({ data: await profileOf(c.env, c.var.user) }))
  /**
   * A new address is not in force until the link sent to it is opened; everything else is at once. An account whose own was
   * never proved has none to protect: it takes the new one over, to be verified.
   */
  .serve(profile.update, async (c) => {
    const { user } = c.var
    const form = c.req.valid("json")
    const isNewEmail = accountKey(form.email) !== user.emailKey
    const isProved = user.emailVerifiedAt !== null
    if (isNewEmail && isProved) await askEmailChange(c, form.email)
    if (isNewEmail && !isProved) await limitLinkMails(c, { id: user.id, email: form.email })
    const db = databaseOf(c.env)
    const email = isProved && isNewEmail ? user.email : form.email
    const result = await updateProfile(db, user, { ...form, email }, Date.now())
    if (result === "taken") throw takenError(["email"])
    const updated = await findUserById(db, user.id)
    if (!updated) throw new ApiError("not-found", "This account no longer exists")
    if (isNewEmail && !isProved) {
      logSecurity("email-changed", { requestId: c.var.requestId, userId: user.id })
      await sendLink(c.env, updated)
    }
    return { data: await profileOf(c.env, updated), message: texts.profileUpdated }
  })

/**
 * Past the reply: the change is made, and a mail that fails must not hide it. An old address that was never verified may
 * be anybody's, and has nothing to lose.
 */
export async function tellOldAddress(
  env: Env,
  old: { id: Id; email: string; firstName: string; emailVerifiedAt: number | null },
): Promise<void> {
  const recipient = recipientOf(old)
  if (!recipient) return
  try {
    await sendEmailChangedMail(env, recipient)
  } catch (error) {
    logError("old address not told", { userId: old.id, error })
  }
}

/** The account as it crosses the wire; the credits are the ledger's own. */
export async function profileOf(env: Env, user: SignedInUser): Promise<User> {
  const [balance, pending] = await Promise.all([
    hubOf(env, user.id).balance(),
    findPendingChange(databaseOf(env), user.id, Date.now()),
  ])
  return {
    _id: user.id,
    email: user.email,
    ...(pending && { pendingEmail: pending.newEmail }),
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    company: user.company,
    phone: user.phone,
    role: user.role,
    status: user.status,
    credit: {
      availableCredits: balance.available,
      usedCredits: balance.used,
      ...(balance.owed > 0 && { owedCredits: balance.owed }),
    },
  }
}
