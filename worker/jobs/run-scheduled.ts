import type { Env } from "../env.ts"
import { logError, withSubject } from "../log.ts"
import { sweepDeletedAccounts } from "./purge-account.ts"
import { sweepMailboxes } from "./record-mailbox.ts"
import { sweepAccounts } from "./sweep-accounts.ts"
import { sweepImages } from "./sweep-images.ts"
import { sweepObjects } from "./sweep-objects.ts"
import { sweepOrphans } from "./sweep-orphans.ts"
import { sweepPayments } from "./sweep-payments.ts"
import { sweepAttempts, sweepExpiredPrints, sweepStamps } from "./sweep-prints.ts"
import { sweepShops } from "./sweep-shops.ts"

/** The triggers of wrangler.jsonc. */
const EVERY_MINUTE = "* * * * *"
const NIGHTLY = "17 3 * * *"

type Sweep = { name: string; cron: string; run: (env: Env, nowMs: number) => Promise<void> }

/** In this order: what the first ones give up, the last one removes. */
const sweeps: Sweep[] = [
  { name: "attempts", cron: EVERY_MINUTE, run: sweepAttempts },
  { name: "payments", cron: EVERY_MINUTE, run: sweepPayments },
  { name: "deleted accounts", cron: EVERY_MINUTE, run: sweepDeletedAccounts },
  { name: "images", cron: EVERY_MINUTE, run: sweepImages },
  { name: "expired prints", cron: EVERY_MINUTE, run: sweepExpiredPrints },
  { name: "mailboxes", cron: EVERY_MINUTE, run: sweepMailboxes },
  { name: "shops", cron: EVERY_MINUTE, run: sweepShops },
  { name: "stamps", cron: NIGHTLY, run: sweepStamps },
  { name: "what has run out", cron: NIGHTLY, run: sweepAccounts },
  { name: "orphans", cron: NIGHTLY, run: sweepOrphans },
  { name: "objects", cron: EVERY_MINUTE, run: sweepObjects },
]

/**
 * Runs what is due. The event's time is the only clock for what is too old, so that tests can move it. One sweep that
 * fails is logged and leaves the others alone; the next minute tries again.
 */
export async function runScheduled(
  event: ScheduledController,
  env: Env,
  _ctx: ExecutionContext,
): Promise<void> {
  for (const { name, cron, run } of sweeps) {
    if (cron !== event.cron) continue
    await withSubject({ sweep: name }, async () => {
      try {
        await run(env, event.scheduledTime)
      } catch (error) {
        logError("sweep failed", { error })
      }
    })
  }
}
