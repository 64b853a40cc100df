import { databaseOf } from "../../data/database.ts"
import { claimDueShipments } from "../../data/orders/shipment-rows.ts"
import type { Env } from "../../env.ts"
import { queueShipments } from "../../flows/orders/queue-shipments.ts"

/** The shipments per run; the rest come first in the next run. */
const MAX_SHIPMENTS = 200

/**
 * Queues the shipments whose time has come, whose message was lost, or whose Worker stopped: what nobody
 * came back from is unsure.
 */
export async function sweepShipments(env: Env, nowMs: number): Promise<void> {
  const limit = MAX_SHIPMENTS
  await queueShipments(env, await claimDueShipments(databaseOf(env), { nowMs, limit }))
}
