import { profile } from "../../contract/api/profile-api.ts"
import { ApiError } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import { findPendingChange, supersedePending } from "../data/accounts/email-change-rows.ts"
import { directoryOf } from "../data/database.ts"
import { sendLinkAgain } from "../flows/accounts/ask-email-change.ts"
import { limitLinkMails } from "../flows/accounts/verify-address.ts"
import { logSecurity } from "../log.ts"

/** Resends or cancels a change of address that waits for its link; PUT `/profile` starts one. */
export const emailChangeRoutes = new ApiRoutes()
  /** Sends the same link again, in case the first mail was lost. */
  .serve(profile.sendEmailChange, async (c) => {
    const { user } = c.var
    const change = await findPendingChange(directoryOf(c.env), user.id, Date.now())
    if (!change) throw new ApiError("not-found", "No change of your e-mail is waiting to be confirmed")
    await limitLinkMails(c, { id: user.id, email: change.newEmail })
    await sendLinkAgain(c.env, change)
    return { data: { isSent: true as const }, message: "We sent the link again" }
  })
  .serve(profile.cancelEmailChange, async (c) => {
    const { user, requestId } = c.var
    await supersedePending(directoryOf(c.env), user.id)
    logSecurity("email-change-cancelled", { requestId, userId: user.id })
    return { data: { isCancelled: true as const }, message: "Your e-mail stays as it is" }
  })
