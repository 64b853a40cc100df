import { DAY_MS, HOUR_MS } from "../../contract/duration.ts"
import { logError, logWarning } from "../log.ts"
import { retryAtMs } from "../retry-at.ts"
import { MailError, mailRetryOf } from "../services/mail-error.ts"

/** What could not be mailed for so long is old news, and the page has told it. Long enough to meet a day's quota twice. */
const MAIL_FOR_MS = 2 * DAY_MS
/** A mail is taken at once, or after a pause or two; one that waits for so long an operator should see. */
export const NEWS_SHOULD_MS = HOUR_MS / 2
/** Nobody waits for such a mail by the minute, and a vendor in trouble is not helped by more calls. */
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** What became of a mail; `code` is why it did not go out, `retryAt` when to try again. */
export type News =
  | { kind: "sent" }
  | { kind: "given-up"; code: string }
  | { kind: "later"; code: string; retryAt: number }

/**
 * Sends a mail that nobody waits for. One that is not taken is given up or put off, as the reason has it; the caller notes
 * which, so that the next run knows. `subject` names what it tells of in the log, `sinceMs` is when that happened.
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
    // An address that takes no mail is its owner's matter; anything else is ours.
    const log = code.startsWith("E_RECIPIENT_") ? logWarning : logError
    log("mail given up", { ...subject, code, error: thrown })
    return { kind: "given-up", code }
  }
}

/** When a mail that was refused with this code is tried again; null: never. */
export function nextMailTry(
  code: string,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): number | null {
  const retry = mailRetryOf(code)
  if (retry === "never" || nowMs - sinceMs >= MAIL_FOR_MS) return null
  const pauseEnd = retryAtMs(sinceMs, nowMs, LONGEST_PAUSE_MS)
  switch (retry) {
    case "tomorrow":
      return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
    case "operator":
      return Math.max(nowMs + HOUR_MS, pauseEnd)
    case "later":
      return pauseEnd
  }
}
