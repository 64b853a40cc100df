import { DAY_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { ShopMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import { startSync } from "../../data/integrations/sync-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { works } from "../../work/works.ts"

/** The seconds that each sync reads again: marketplaces' lists may lag behind their clocks by minutes. */
const OVERLAP_S = 15 * 60
/** The days that the first sync looks back; older orders were made long ago. */
const FIRST_SYNC_DAYS = 90

/**
 * Starts a sync or joins the running one; returns false if the shop is not connected. The queue works
 * through it slice by slice, so many orders or a stopped worker do no harm. With `isAnew` it takes the
 * place of a running one, whose last call may be behind it.
 */
export async function requestSync(
  env: Env,
  integrationId: Id,
  nowMs: number,
  isAnew = false,
): Promise<boolean> {
  const runId = makeId(nowMs)
  const isMine = await startSync(
    databaseOf(env),
    { id: integrationId, runId },
    {
      overlapS: OVERLAP_S,
      earliestS: Math.floor((nowMs - FIRST_SYNC_DAYS * DAY_MS) / 1000),
      nowMs,
      stallsAtMs: nowMs + works.sync.leaseMs,
      isAnew,
    },
  )
  if (isMine) {
    try {
      await env.SYNC_QUEUE.send({ integrationId, runId } satisfies ShopMessage)
    } catch (error) {
      logWarning("sync not queued, left to the sweep", { integrationId, error })
    }
    return true
  }
  const row = await findIntegration(databaseOf(env), null, integrationId)
  return row !== null && row.tokensEncrypted !== null
}
