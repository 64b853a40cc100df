import { deleteExpiredTokens } from "../data/account-token.ts"
import { databaseOf } from "../data/database.ts"
import { deleteOldNotifications } from "../data/notification.ts"
import { deleteOldRateCounts } from "../data/rate-count.ts"
import { deleteExpiredSessions } from "../data/session.ts"
import { deleteExpiredPasses } from "../data/spent-pass.ts"
import type { Env } from "../env.ts"

/** The nightly one of the triggers in wrangler.jsonc: nothing here is worth a scan every minute. */
const NIGHTLY = "17 3 * * *"

/** Removes what has run out: sessions, mailed tokens, captcha passes, counters and old notifications. Running it twice is harmless. */
export async function sweepAccounts(event: ScheduledController, env: Env): Promise<void> {
  if (event.cron !== NIGHTLY) return
  const db = databaseOf(env)
  await Promise.all([
    deleteExpiredSessions(db, event.scheduledTime),
    deleteExpiredTokens(db, event.scheduledTime),
    deleteExpiredPasses(db, event.scheduledTime),
    deleteOldNotifications(db, event.scheduledTime),
    deleteOldRateCounts(db, event.scheduledTime),
  ])
}
