import { databaseOf } from "../../data/database.ts"
import { claimDueShipments, SHIPMENT_STALLS_MS } from "../../data/orders/shipment-rows.ts"
import type { Env } from "../../env.ts"
import { queueShipments } from "../../flows/orders/queue-shipments.ts"

/** The shipments per run; the rest come first in the next run. */
const MAX_SHIPMENTS = 200

/** Queues the shipments whose time has come, whose message was lost, or whose Worker stopped. */
export async function sweepShipments(env: Env, nowMs: number): Promise<void> {
  const again = { nowMs, againMs: nowMs + SHIPMENT_STALLS_MS, limit: MAX_SHIPMENTS }
  await queueShipments(env, await claimDueShipments(databaseOf(env), again))
}
