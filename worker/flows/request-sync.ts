import { DAY_MS, MINUTE_MS } from "../../contract/duration.ts"
import { type Id, makeId } from "../../contract/id.ts"
import type { SyncMessage } from "../../contract/message.ts"
import { databaseOf } from "../data/database.ts"
import { findIntegration } from "../data/integration-rows.ts"
import { startSync } from "../data/sync-rows.ts"
import type { Env } from "../env.ts"
import { logWarning } from "../log.ts"

/** What is read again each time: Etsy's lists lag behind its clock by minutes now and then. */
const OVERLAP_S = 15 * 60
/** The first sync looks back this far: older orders have long been made. */
const FIRST_SYNC_DAYS = 90
/** A slice takes seconds, and a retry of it waits minutes at most: then its worker is gone. */
export const SYNC_STALLS_MS = 5 * MINUTE_MS

/**
 * Starts a sync, or joins the one that runs; false when the shop is not connected. The work is done by the queue, slice
 * after slice, so that neither the number of orders nor a stopped worker matters.
 */
export async function requestSync(env: Env, integrationId: Id, nowMs: number): Promise<boolean> {
  const runId = makeId(nowMs)
  const isMine = await startSync(
    databaseOf(env),
    { id: integrationId, runId },
    {
      overlapS: OVERLAP_S,
      earliestS: Math.floor((nowMs - FIRST_SYNC_DAYS * DAY_MS) / 1000),
      nowMs,
      stallsAtMs: nowMs + SYNC_STALLS_MS,
    },
  )
  if (isMine) {
    try {
      await env.SYNC_QUEUE.send({ integrationId, runId } satisfies SyncMessage)
    } catch (error) {
      logWarning("sync not queued, left to the sweep", { integrationId, error })
    }
    return true
  }
  const row = await findIntegration(databaseOf(env), null, integrationId)
  return row !== null && row.tokensEncrypted !== null
}
