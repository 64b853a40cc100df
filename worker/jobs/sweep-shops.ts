import { idSchema } from "../../contract/id.ts"
import { databaseOf } from "../data/database.ts"
import { listDueIntegrations } from "../data/integration.ts"
import type { Env } from "../env.ts"
import { requestSync } from "./sync-shop.ts"

/** Shops taken up in one run; the rest are first in the next one. */
const MAX_SHOPS = 50

/** Starts the sync of every connected shop that is due, and takes over those that have stalled. */
export async function sweepShops(env: Env, nowMs: number): Promise<void> {
  const due = await listDueIntegrations(databaseOf(env), nowMs, MAX_SHOPS)
  for (const { id } of due) await requestSync(env, idSchema.parse(id), nowMs)
}
