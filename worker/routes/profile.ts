import { profile } from "../../contract/api/profile-api.ts"
import { ApiError } from "../../contract/error.ts"
import { texts } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import {
  accountKey,
  endHints,
  findUserById,
  updateProfile,
  updateSettings,
} from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { askEmailChange } from "../flows/accounts/ask-email-change.ts"
import { profileOf } from "../flows/accounts/read-profile.ts"
import { takenError } from "../flows/accounts/taken-error.ts"
import { limitLinkMails, sendLink } from "../flows/accounts/verify-address.ts"
import { logSecurity } from "../log.ts"
import { copyUser } from "../place.ts"

export const profileRoutes = new ApiRoutes()
  .serve(profile.one, async (c) => ({ data: await profileOf(c.env, c.var.user, c.var.member) }))
  /**
   * Changes the profile. A new address takes effect when its mailed link is opened; other changes at
   * once. An unverified account has no proven address to protect: it takes the new one, to be verified.
   */
  .serve(profile.update, async (c) => {
    const { user } = c.var
    const form = c.req.valid("json")
    const isNewEmail = accountKey(form.email) !== user.emailKey
    const isProved = user.emailVerifiedAt !== null
    if (isNewEmail && isProved) await askEmailChange(c, form.email)
    if (isNewEmail && !isProved) await limitLinkMails(c, { id: user.id, email: form.email })
    const db = directoryOf(c.env)
    const email = isProved && isNewEmail ? user.email : form.email
    const result = await updateProfile(db, user, { ...form, email }, Date.now())
    if (result === "taken") throw takenError(["email"])
    await copyUser(c.env, user.id)
    const updated = await findUserById(db, user.id)
    if (!updated) throw new ApiError("not-found", "This account no longer exists")
    if (isNewEmail && !isProved) {
      logSecurity("email-changed", { requestId: c.var.requestId, userId: user.id })
      await sendLink(c.env, updated)
    }
    return { data: await profileOf(c.env, updated), message: texts.profileUpdated }
  })
  .serve(profile.saveSettings, async (c) => {
    await updateSettings(directoryOf(c.env), c.var.user.id, c.req.valid("json"), Date.now())
    await copyUser(c.env, c.var.user.id)
    return { data: { isDone: true as const } }
  })
  .serve(profile.endHints, async (c) => {
    await endHints(directoryOf(c.env), c.var.user.id, c.req.valid("json").hints)
    await copyUser(c.env, c.var.user.id)
    return { data: { isDone: true as const } }
  })
