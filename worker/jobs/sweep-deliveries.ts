import { databaseOf } from "../data/database.ts"
import { claimDueDeliveries } from "../data/delivery-rows.ts"
import type { Env } from "../env.ts"
import { DELIVERY_STALLS_MS, queueDelivery } from "../flows/start-deliveries.ts"

/** Deliveries per run; the rest come first in the next run. */
const MAX_DELIVERIES = 50

/** Queues the deliveries whose next try is due, whose message was lost, or whose Worker stopped. */
export async function sweepDeliveries(env: Env, nowMs: number): Promise<void> {
  const again = { nowMs, againMs: nowMs + DELIVERY_STALLS_MS, limit: MAX_DELIVERIES }
  for (const id of await claimDueDeliveries(databaseOf(env), again)) await queueDelivery(env, id)
}
