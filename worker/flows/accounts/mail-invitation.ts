import type { MemberRole } from "../../../contract/accounts/role.ts"
import { ApiError } from "../../../contract/error.ts"
import { INVITATION_DAYS } from "../../../contract/limit.ts"
import type { OpenContext } from "../../app-env.ts"
import { accountKey } from "../../data/accounts/user-rows.ts"
import { settingsOf } from "../../env.ts"
import { logError, logWarning } from "../../log.ts"
import { limitRate, rateRules } from "../../rate-limit.ts"
import { mailboxHash } from "../../secrets/mailbox-hash.ts"
import { sendInvitationMail } from "../../services/mail/invitation-mail.ts"
import { isAddressRefused } from "../../services/mail/mail-error.ts"

const UNREACHABLE = "E-mails to this address come back to us. Please check it."

/** Mails an invitation, a few a day to one mailbox whoever invites it. Throws if it cannot be sent: the invitation stays. */
export async function mailInvitation(
  c: OpenContext,
  mail: { to: string; from: string; role: MemberRole; token: string },
): Promise<void> {
  const mailbox = await mailboxHash(settingsOf(c.env), accountKey(mail.to))
  await limitRate(c, rateRules.inviteMailByMailbox, mailbox)
  try {
    await sendInvitationMail(c.env, { ...mail, days: INVITATION_DAYS })
  } catch (error) {
    if (isAddressRefused(error)) {
      logWarning("invitation refused", { error })
      throw new ApiError("unprocessable", UNREACHABLE, { fields: { email: UNREACHABLE } })
    }
    logError("invitation not sent", { error })
    throw new ApiError(
      "vendor-unavailable",
      "The invitation could not be sent. Invite this person again later.",
    )
  }
}
