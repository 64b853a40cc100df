import { DAY_MS, HOUR_MS } from "../../../contract/duration.ts"
import { logError, logWarning } from "../../log.ts"
import { retryAtMs } from "../../retry-at.ts"
import { MailError, mailRetryOf } from "../../services/mail/mail-error.ts"
import { mail } from "../../work/works.ts"

/** The outcome of a mail: `code` is why it did not go out, `retryAt` when to try again. */
export type News =
  | { kind: "sent" }
  | { kind: "given-up"; code: string }
  | { kind: "later"; code: string; retryAt: number }

/**
 * Sends a mail that nobody waits for; the error's code decides if a failed one is retried or given
 * up. The caller stores the outcome for the next run. `subject` identifies it in the log; `sinceMs`
 * is when the event happened.
 */
export async function sendNews(
  send: () => Promise<void>,
  subject: Record<string, string>,
  time: { sinceMs: number; nowMs: number },
): Promise<News> {
  try {
    await send()
    return { kind: "sent" }
  } catch (thrown) {
    if (!(thrown instanceof MailError)) throw thrown
    const { code } = thrown
    const retryAt = nextMailTry(code, time)
    if (retryAt !== null) {
      const until = new Date(retryAt).toISOString()
      logWarning("mail not taken, put off", { ...subject, code, until, error: thrown })
      return { kind: "later", code, retryAt }
    }
    // An address that accepts no mail is its owner's problem; any other error is ours.
    const isOwners = code.startsWith("E_RECIPIENT_")
    ;(isOwners ? logWarning : logError)("mail given up", { ...subject, code, error: thrown })
    return { kind: "given-up", code }
  }
}

/** Returns when to retry a mail that failed with this code; null: never. */
export function nextMailTry(
  code: string,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): number | null {
  const retry = mailRetryOf(code)
  if (retry === "never" || nowMs - sinceMs >= mail.givesUp.afterMs) return null
  const pauseEnd = retryAtMs(sinceMs, nowMs, mail.longestPauseMs)
  switch (retry) {
    case "tomorrow":
      return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
    case "operator":
      return Math.max(nowMs + HOUR_MS, pauseEnd)
    case "later":
      return pauseEnd
  }
}
