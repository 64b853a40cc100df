import { databaseOf } from "../../data/database.ts"
import { listDueSyncs } from "../../data/integrations/sync-rows.ts"
import type { Env } from "../../env.ts"
import { requestSync } from "../../flows/integrations/request-sync.ts"
import { logError } from "../../log.ts"

/** The shops per run; the rest come first in the next run. With a sync each quarter of an hour, these are 3,000 shops. */
const MAX_SHOPS = 200

/** Starts the due sync of every connected shop and takes over stalled ones. */
export async function sweepShops(env: Env, nowMs: number): Promise<void> {
  for (const id of await listDueSyncs(databaseOf(env), nowMs, MAX_SHOPS)) {
    try {
      await requestSync(env, id, nowMs)
    } catch (error) {
      // A shop that cannot be handled must not block the others.
      logError("sync not started", { integrationId: id, error })
    }
  }
}
