import type { Id } from "../../../contract/id.ts"
import type { ShipmentMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { claimShipmentsOf } from "../../data/orders/shipment-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** A queue accepts at most 100 messages per batch. */
const MAX_SEND = 100

/** Queues an account's shipments that are due, as many as may be on their way. The others are queued by those that end. */
export async function queueShipmentsOf(env: Env, userId: Id): Promise<void> {
  await queueShipments(env, await claimShipmentsOf(databaseOf(env), userId, Date.now()))
}

/** Queues shipments to be reported; never throws, because the sweep queues those that wait too long. */
export async function queueShipments(env: Env, ids: readonly Id[]): Promise<void> {
  for (let start = 0; start < ids.length; start += MAX_SEND) {
    const messages = ids
      .slice(start, start + MAX_SEND)
      .map((shipmentId) => ({ body: { kind: "shipment", shipmentId } satisfies ShipmentMessage }))
    try {
      await env.SHIPMENT_QUEUE.sendBatch(messages)
    } catch (error) {
      logWarning("shipments not queued, left to the sweep", { shipments: messages.length, error })
    }
  }
}
