import { MINUTE_MS } from "../../contract/duration.ts"
import { databaseOf } from "../data/database.ts"
import { listDueIntegrations } from "../data/integration-rows.ts"
import type { Env } from "../env.ts"
import { requestSync } from "../flows/request-sync.ts"
import { logError } from "../log.ts"

/** Shops taken up in one run; the rest are first in the next one. */
const MAX_SHOPS = 50
/** A due sync starts within the minute; one that has stood still for so long an operator should see. */
export const SYNC_SHOULD_MS = 10 * MINUTE_MS

/** Starts the sync of every connected shop that is due, and takes over those that have stalled. */
export async function sweepShops(env: Env, nowMs: number): Promise<void> {
  const due = await listDueIntegrations(databaseOf(env), nowMs, MAX_SHOPS)
  for (const { id } of due) {
    try {
      await requestSync(env, id, nowMs)
    } catch (error) {
      // One that cannot be helped must not keep the others waiting.
      logError("sync not started", { integrationId: id, error })
    }
  }
}
