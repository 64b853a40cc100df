import { HOUR_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { UNDO_DAYS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import type { OpenContext } from "../../app-env.ts"
import {
  confirmEmailChange as confirm,
  type EmailChange,
  findEmailChange,
} from "../../data/accounts/email-change-rows.ts"
import { findUserById, isAddressTaken } from "../../data/accounts/user-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { type OpenEnv, settingsOf } from "../../env.ts"
import { logError, logSecurity } from "../../log.ts"
import { copyUser } from "../../place.ts"
import { makeChangeToken, readChangeToken } from "../../secrets/change-link.ts"
import { sendChangeDoneMail } from "../../services/mail/email-change-mail.ts"
import { recordMailbox } from "../operations/record-mailbox.ts"

const DAY_HOURS = 24

/**
 * Puts the link's address in force and returns it; null if it is no such link. A repeat returns the
 * same while the account has that address.
 */
export async function confirmEmailChange(c: OpenContext, token: string): Promise<string | null> {
  const id = await readChangeToken(settingsOf(c.env).SESSION_KEY, "confirm", token)
  if (id === null) return null
  const db = directoryOf(c.env)
  const change = await findEmailChange(db, id)
  if (!change) throw failed("The link is no longer valid. Change your e-mail again under My Profile.")
  const nowMs = Date.now()
  const undoUntil = nowMs + UNDO_DAYS * DAY_HOURS * HOUR_MS
  if (await confirm(db, change, { nowMs, undoUntil })) {
    logSecurity("email-changed", { requestId: c.var.requestId, userId: change.userId })
    // The new mailbox has an account from now on, and no trial of another one.
    await recordMailbox(c.env, { id: change.userId, email: change.newEmail })
    await copyUser(c.env, change.userId)
    c.executionCtx.waitUntil(tellOldAddress(c.env, change))
    return change.newEmail
  }
  const user = await findUserById(db, change.userId)
  if (user?.emailKey === change.newEmailKey) {
    // The call that put the address in force may have stopped before this.
    await recordMailbox(c.env, user)
    return user.email
  }
  throw failed(
    (await isAddressTaken(db, change.newEmail, change.userId))
      ? "Another account uses this address now."
      : "The link is no longer valid. Change your e-mail again under My Profile.",
  )
}

/** Mails the old address after the reply: the first mail about the change has a link that works as well. */
async function tellOldAddress(env: OpenEnv, change: EmailChange): Promise<void> {
  try {
    const token = await makeChangeToken(settingsOf(env).SESSION_KEY, "undo", change.id)
    const { oldEmail: to, newEmail } = change
    await sendChangeDoneMail(env, { to, newEmail, token, hours: UNDO_DAYS * DAY_HOURS })
  } catch (error) {
    logError("old address not told", { userId: change.userId, error })
  }
}

function failed(words: string): ApiError {
  return new ApiError("validation-failed", texts.verifyFailed, { fields: { token: words } })
}
