import type { Context } from "hono"
import { DAY_MS, HOUR_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import { UNDO_DAYS } from "../../../contract/limit.ts"
import type { AppEnv } from "../../app-env.ts"
import {
  type EmailChange,
  findPendingChange,
  insertEmailChange,
  supersedePending,
} from "../../data/accounts/email-change-rows.ts"
import { accountKey } from "../../data/accounts/user-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { type OpenEnv, settingsOf } from "../../env.ts"
import { logError, logSecurity } from "../../log.ts"
import { makeChangeToken } from "../../secrets/change-link.ts"
import { sendChangeAskedMail, sendConfirmChangeMail } from "../../services/mail/email-change-mail.ts"
import { takenError } from "./taken-error.ts"
import { limitLinkMails } from "./verify-address.ts"

/** The hours that a link works, as one that verifies a new account. */
const LINK_HOURS = 48

/**
 * Stores the new address, mails the undo link to the old one, and only then mails the confirming
 * link to the new one. If either mail is refused, the change is dropped. A repeat for the same
 * address sends nothing.
 */
export async function askEmailChange(c: Context<AppEnv>, email: string): Promise<void> {
  const { user, requestId } = c.var
  const db = directoryOf(c.env)
  const nowMs = Date.now()
  const newEmailKey = accountKey(email)
  const isWaiting = async () => (await findPendingChange(db, user.id, nowMs))?.newEmailKey === newEmailKey
  if (await isWaiting()) return
  await limitLinkMails(c, { id: user.id, email })
  const change = {
    id: makeId(nowMs),
    userId: user.id,
    oldEmail: user.email,
    oldEmailKey: user.emailKey,
    newEmail: email,
    newEmailKey,
    createdAt: nowMs,
    expiresAt: nowMs + LINK_HOURS * HOUR_MS,
    undoUntil: nowMs + UNDO_DAYS * DAY_MS,
  }
  if (!(await insertEmailChange(db, change))) {
    // The same call came a moment earlier, and sends the mails.
    if (await isWaiting()) return
    throw takenError(["email"])
  }
  logSecurity("email-change-asked", { requestId, userId: user.id })
  const mailing = mailBoth(c.env, change)
  // The mailing goes on if the caller leaves: the old address must get its mail in time.
  c.executionCtx.waitUntil(mailing.catch(() => undefined))
  await mailing
}

/** Mails the same link once more: the first mail may have been lost. */
export async function sendLinkAgain(env: OpenEnv, change: Change): Promise<void> {
  await mail(env, change, mailLink, "The link could not be sent. Please try again in a few minutes.")
}

async function mailBoth(env: OpenEnv, change: Change): Promise<void> {
  try {
    await mail(
      env,
      change,
      tellOldAddress,
      "We cannot reach your current address, and it has to be notified first. Nothing was changed: please try again later.",
    )
    await mail(
      env,
      change,
      mailLink,
      "The link could not be sent to the new address. Nothing was changed: please try again later.",
    )
  } catch (error) {
    await supersedePending(directoryOf(env), change.userId)
    throw error
  }
}

type Change = Omit<EmailChange, "state">

async function tellOldAddress(env: OpenEnv, { id, oldEmail, newEmail }: Change): Promise<void> {
  const token = await makeChangeToken(settingsOf(env).SESSION_KEY, "undo", id)
  await sendChangeAskedMail(env, { to: oldEmail, newEmail, token, hours: (UNDO_DAYS * DAY_MS) / HOUR_MS })
}

async function mailLink(env: OpenEnv, { id, newEmail, expiresAt }: Change): Promise<void> {
  const token = await makeChangeToken(settingsOf(env).SESSION_KEY, "confirm", id)
  await sendConfirmChangeMail(env, {
    to: newEmail,
    token,
    hours: Math.max(1, Math.round((expiresAt - Date.now()) / HOUR_MS)),
  })
}

async function mail(
  env: OpenEnv,
  change: Change,
  send: (env: OpenEnv, change: Change) => Promise<void>,
  words: string,
): Promise<void> {
  try {
    await send(env, change)
  } catch (error) {
    logError("mail about a new address not sent", { userId: change.userId, error })
    throw new ApiError("vendor-unavailable", words)
  }
}
