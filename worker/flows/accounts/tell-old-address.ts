import type { Id } from "../../../contract/id.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"
import { recipientOf, sendEmailChangedMail } from "../../services/mail/email.ts"

/**
 * Mails the old address after the reply: the change is made, and a mail that fails must not hide it. An
 * old address that was never verified may be anybody's, so it gets no mail.
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
