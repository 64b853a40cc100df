import { databaseOf } from "../data/database.ts"
import { makeUnfinishedDue } from "../data/unfinished.ts"
import type { Env } from "../env.ts"
import { sweepDeletedAccounts } from "../flows/purge-account.ts"
import { sweepMailboxes } from "../flows/record-mailbox.ts"
import { logError, withSubject } from "../log.ts"
import { withVendorErrors } from "../vendor-error.ts"
import { sweepAccounts } from "./sweep-accounts.ts"
import { sweepImages } from "./sweep-images.ts"
import { sweepObjects } from "./sweep-objects.ts"
import { startOrphans, sweepOrphans } from "./sweep-orphans.ts"
import { sweepPayments } from "./sweep-payments.ts"
import { sweepAttempts, sweepExpiredPrints, sweepStamps } from "./sweep-prints.ts"
import { sweepShops } from "./sweep-shops.ts"
import { sweepUndos } from "./sweep-undos.ts"

/** The triggers of wrangler.press.toml. */
const EVERY_MINUTE = "* * * * *"
const NIGHTLY = "17 3 * * *"
/** Not a Cloudflare trigger: the local runtime sends it on start, because its queues are lost. */
const AFTER_RESTART = "@restart"

type Sweep = {
  name: string
  crons: readonly string[]
  run: (env: Env, nowMs: number, how: { isRestart: boolean }) => Promise<void>
}

const always = [EVERY_MINUTE, AFTER_RESTART]

/** In this order, because the last one deletes what the first ones give up. */
const sweeps: Sweep[] = [
  { name: "what is unfinished", crons: [AFTER_RESTART], run: resume },
  { name: "attempts", crons: always, run: sweepAttempts },
  { name: "payments", crons: always, run: sweepPayments },
  { name: "deleted accounts", crons: always, run: sweepDeletedAccounts },
  { name: "images", crons: always, run: sweepImages },
  { name: "expired prints", crons: always, run: sweepExpiredPrints },
  { name: "what can no longer be undone", crons: always, run: sweepUndos },
  { name: "mailboxes", crons: [EVERY_MINUTE], run: sweepMailboxes },
  { name: "shops", crons: always, run: sweepShops },
  { name: "stamps", crons: [NIGHTLY], run: sweepStamps },
  { name: "what has run out", crons: [NIGHTLY], run: sweepAccounts },
  { name: "start of orphans", crons: [NIGHTLY], run: startOrphans },
  { name: "orphans", crons: [NIGHTLY, ...always], run: sweepOrphans },
  { name: "objects", crons: always, run: sweepObjects },
]

/**
 * Runs what is due. The event's time is the only clock for ages, so that tests can set it. A sweep
 * that fails is logged and does not stop the others; the next minute tries again.
 */
export async function runScheduled(
  event: ScheduledController,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  for (const { name, crons, run } of sweeps) {
    if (!crons.includes(event.cron)) continue
    await withSubject({ sweep: name }, async () => {
      try {
        const isRestart = event.cron === AFTER_RESTART
        await withVendorErrors(env, ctx, () => run(env, event.scheduledTime, { isRestart }))
      } catch (error) {
        logError("sweep failed", { error })
      }
    })
  }
}

/** After a restart no queue message will come: the sweeps after this take up all at once. */
async function resume(env: Env, startedMs: number): Promise<void> {
  await makeUnfinishedDue(databaseOf(env), startedMs)
}
