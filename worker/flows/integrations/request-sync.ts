import { DAY_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { ShopMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import { giveSyncTurn, type SyncRun, startSync } from "../../data/integrations/sync-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** The seconds that each sync reads again: marketplaces' lists may lag behind their clocks by minutes. */
const OVERLAP_S = 15 * 60
/** The lane of a sync: `slow` for shops that have been silent or whose last sync has failed. */
export type SyncLane = "quick" | "slow"
/** The days that the first sync looks back; older orders were made long ago. */
const FIRST_SYNC_DAYS = 90

/**
 * Starts a sync or joins the running one; returns false if the shop is not connected. The queue works
 * through it slice by slice, so many orders or a stopped worker do no harm. With `isAnew` it takes the
 * place of a running one, whose last call may be behind it. It waits while as many of its account as are
 * allowed are under way.
 */
export async function requestSync(
  env: Env,
  integrationId: Id,
  nowMs: number,
  isAnew = false,
): Promise<boolean> {
  const runId = makeId(nowMs)
  const started = await startSync(
    databaseOf(env),
    { id: integrationId, runId },
    {
      overlapS: OVERLAP_S,
      earliestS: Math.floor((nowMs - FIRST_SYNC_DAYS * DAY_MS) / 1000),
      nowMs,
      isAnew,
    },
  )
  if (started) {
    if (started.hasTurn) await queueBegun(env, { id: integrationId, runId, ...started })
    return true
  }
  const row = await findIntegration(databaseOf(env), null, integrationId)
  return row !== null && row.tokensEncrypted !== null
}

/** Queues the account's run that has waited longest for the turn that another's end has freed, if one waits. */
export async function passSyncTurn(env: Env, userId: Id): Promise<void> {
  const next = await giveSyncTurn(databaseOf(env), userId, Date.now())
  if (next) await queueBegun(env, next)
}

/** Queues a run. Where the last one failed, it waits for an answer where nobody else does. */
async function queueBegun(
  env: Env,
  { id: integrationId, runId, syncFailures }: SyncRun & { syncFailures: number },
): Promise<void> {
  try {
    await queueSync(env, { integrationId, runId }, syncFailures > 0 ? "slow" : "quick")
  } catch (error) {
    logWarning("sync not queued, left to the sweep", { integrationId, error })
  }
}

/** Queues a sync, or the rest of one, among the shops that answer or the others. */
export async function queueSync(
  env: Env,
  message: ShopMessage,
  lane: SyncLane,
  options?: QueueSendOptions,
): Promise<void> {
  const queue = lane === "quick" ? env.SYNC_QUEUE : env.SYNC_SLOW_QUEUE
  await queue.send(message, options)
}
