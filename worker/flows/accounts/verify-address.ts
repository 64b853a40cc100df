import { HOUR_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { TRIAL_CREDITS, VERIFY_LINK_HOURS } from "../../../contract/limit.ts"
import type { OpenContext } from "../../app-env.ts"
import { insertVerifyToken } from "../../data/accounts/account-token-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { type OpenEnv, settingsOf } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError, logWarning } from "../../log.ts"
import { hasRoom, limitRate, rateRules } from "../../rate-limit.ts"
import { hashSecret, makeLinkToken } from "../../secrets/mailed-secret.ts"
import { sendVerificationMail } from "../../services/mail/email.ts"
import { isAddressRefused } from "../../services/mail/mail-error.ts"
import { mailboxOwner, recordMailbox } from "../operations/record-mailbox.ts"

const UNREACHABLE = "E-mails to this address come back to us. Please sign up with another address."

/**
 * Sends a fresh link to an unverified address, a few times an hour. Returns false if the account or the
 * mailbox has reached its limit: the earlier links still work.
 */
export async function mailVerification(c: OpenContext, user: { id: Id; email: string }): Promise<boolean> {
  if (!(await hasRoom(c, rateRules.verifyMailByAccount, user.id))) return false
  const { hash } = await mailboxOwner(c.env, user)
  if (!(await hasRoom(c, rateRules.verifyMailByMailbox, hash))) return false
  await sendLink(c.env, user)
  return true
}

/** Counts a mail with a link, by account and by mailbox. Throws a 429. */
export async function limitLinkMails(c: OpenContext, user: { id: Id; email: string }): Promise<void> {
  await limitRate(c, rateRules.verifyMailByAccount, user.id)
  await limitRate(c, rateRules.verifyMailByMailbox, (await mailboxOwner(c.env, user)).hash)
}

/** Sends the mail without counting, for callers that have counted already. */
export async function sendLink(env: OpenEnv, user: { id: Id; email: string }): Promise<void> {
  const nowMs = Date.now()
  const token = makeLinkToken()
  await insertVerifyToken(directoryOf(env), {
    id: makeId(nowMs),
    userId: user.id,
    tokenHash: await hashSecret(settingsOf(env).SESSION_KEY, "verify", token),
    createdAt: nowMs,
    expiresAt: nowMs + VERIFY_LINK_HOURS * HOUR_MS,
  })
  try {
    await sendVerificationMail(env, { to: user.email, token, hours: VERIFY_LINK_HOURS })
  } catch (error) {
    if (isAddressRefused(error)) {
      logWarning("verification mail refused", { userId: user.id, error })
      throw new ApiError("validation-failed", UNREACHABLE, { fields: { email: UNREACHABLE } })
    }
    logError("verification mail not sent", { userId: user.id, error })
    throw new ApiError(
      "vendor-unavailable",
      "The verification e-mail could not be sent. Sign in later to get a new link.",
    )
  }
}

/**
 * Grants the free credits, once for a mailbox and once for an account, whatever their number is
 * later. The mailbox is claimed first: after a stop in between, the next call finds the claim and
 * grants.
 */
export async function grantTrial(env: OpenEnv, user: { id: Id; email: string }): Promise<void> {
  if (!(await recordMailbox(env, user))) return
  const reply = await hubOf(env, user.id).grant({
    userId: user.id,
    id: "trial",
    credits: TRIAL_CREDITS,
    note: "Trial credits",
  })
  if (reply.kind === "refused" && reply.reason !== "id-reused")
    throw new Error(`the trial of user ${user.id} was refused: ${reply.reason}`)
}
