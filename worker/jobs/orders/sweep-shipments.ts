import { sql } from "drizzle-orm"
import { databaseOf } from "../../data/database.ts"
import { shipment } from "../../data/orders/tables.ts"
import type { Env } from "../../env.ts"
import { queueShipments } from "../../flows/orders/queue-shipments.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The shipments per run; the rest come first in the next run. */
const MAX_SHIPMENTS = 200

/**
 * Queues the shipments whose time has come, whose message was lost, or whose Worker stopped: what nobody
 * came back from is unsure.
 */
export async function sweepShipments(env: Env, nowMs: number): Promise<void> {
  const isSending = sql`${shipment.state} = 'sending'`
  const due = await takeDue(
    databaseOf(env),
    works.shipment,
    { nowMs, limit: MAX_SHIPMENTS },
    {
      state: sql`CASE WHEN ${isSending} THEN 'unsure' ELSE ${shipment.state} END`,
      // A message that is sent again is no step: health counts since when nothing has happened.
      updatedAt: sql`CASE WHEN ${isSending} THEN ${nowMs} ELSE ${shipment.updatedAt} END`,
    },
  )
  await queueShipments(
    env,
    due.map(({ id }) => id),
  )
}
