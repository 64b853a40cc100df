import type { Scope } from "../../../contract/accounts/scope.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import type { OpenEnv } from "../../env.ts"
import { logError } from "../../log.ts"
import { recipientOf } from "../../services/mail/email.ts"
import { sendTokenMadeMail } from "../../services/mail/token-mail.ts"

type MadeToken = { name: string; hint: string; scopes: readonly Scope[]; isTest: boolean; createdAt: number }

/**
 * Mails an account's owner that an access token was made: whoever has taken a session could make one that outlives it. Runs
 * after the reply; a failure is logged. A second call sends a second mail.
 */
export async function announceToken(env: OpenEnv, user: SignedInUser, token: MadeToken): Promise<void> {
  const recipient = recipientOf(user)
  if (!recipient) return
  try {
    const madeAt = timeIn(user.timeZone, token.createdAt)
    await sendTokenMadeMail(env, { ...recipient, token: { ...token, madeAt } })
  } catch (error) {
    logError("owner not told of a token", { userId: user.id, error })
  }
}

/** Returns a moment as its zone's clock shows it: `29 November 2026 at 18:20 (Europe/Berlin)`. */
function timeIn(timeZone: string, ms: number): string {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long", timeStyle: "short" })
  return `${clock.format(ms)} (${timeZone})`
}
