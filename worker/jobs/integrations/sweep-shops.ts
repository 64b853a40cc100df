import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { requestSync } from "../../flows/integrations/request-sync.ts"
import { logError } from "../../log.ts"
import { listDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The shops per run; the rest come first in the next run. */
const MAX_SHOPS = 50

/** Starts the due sync of every connected shop and takes over stalled ones. */
export async function sweepShops(env: Env, nowMs: number): Promise<void> {
  const due = await listDue(databaseOf(env), works.sync, { nowMs, limit: MAX_SHOPS })
  for (const { id } of due) {
    try {
      await requestSync(env, id, nowMs)
    } catch (error) {
      // A shop that cannot be handled must not block the others.
      logError("sync not started", { integrationId: id, error })
    }
  }
}
