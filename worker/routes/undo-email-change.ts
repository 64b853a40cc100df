import { account } from "../../contract/api/account-api.ts"
import { ApiError } from "../../contract/error.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenContext } from "../app-env.ts"
import { type EmailChange, findEmailChange, undoEmailChange } from "../data/accounts/email-change-rows.ts"
import { findUserById } from "../data/accounts/user-rows.ts"
import { directoryOf } from "../data/database.ts"
import { settingsOf } from "../env.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { logSecurity } from "../log.ts"
import { clientAddress } from "../middleware/client-address.ts"
import { clearSessionCookie } from "../middleware/cookies.ts"
import { findCaller } from "../middleware/signed-in.ts"
import { copyUser } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { readChangeToken } from "../secrets/change-link.ts"

/**
 * Undoes a change that the owner of the old address did not ask for. The page calls it on a button,
 * because mail scanners open links. Failed calls from one address never block the right link.
 */
export const undoEmailChangeRoutes = new ApiRoutes().serve(account.undoEmailChange, async (c) => {
  const id = await readChangeToken(settingsOf(c.env).SESSION_KEY, "undo", c.req.valid("json").token)
  const change = id && (await findEmailChange(directoryOf(c.env), id))
  if (!change || !(await isUndone(c, change))) {
    const { requestId } = c.var
    logSecurity("email-undo-refused", { requestId, userId: change ? change.userId : undefined })
    await limitRate(c, rateRules.undoByAddress, clientAddress(c))
    throw new ApiError(
      "validation-failed",
      "This link is no longer valid. If somebody else is in your account, write to us.",
    )
  }
  // If this ended the browser's own session, its cookies go too.
  if (!(await findCaller(c))) clearSessionCookie(c)
  const message = "Your old e-mail address is back, and every browser is logged out"
  return { data: { email: change.oldEmail }, message }
})

/** Returns true also if this link undid the change before and nothing has changed since. */
async function isUndone(c: OpenContext, change: EmailChange): Promise<boolean> {
  const db = directoryOf(c.env)
  const { userId } = change
  if (await undoEmailChange(db, change, Date.now())) {
    await copyUser(c.env, userId)
    await closeSockets(c.env, userId, null)
    logSecurity("email-change-undone", { requestId: c.var.requestId, userId })
    return true
  }
  const [current, user] = await Promise.all([findEmailChange(db, change.id), findUserById(db, userId)])
  return current?.state === "undone" && user?.emailKey === change.oldEmailKey
}
