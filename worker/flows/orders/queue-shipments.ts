import type { Id } from "../../../contract/id.ts"
import type { ShipmentMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { claimShipmentsOf } from "../../data/orders/shipment-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { sendBatches } from "../../send-batches.ts"

/** Queues an account's shipments that are due, as many as may be on their way. The others are queued by those that end. */
export async function queueShipmentsOf(env: Env, userId: Id): Promise<void> {
  await queueShipments(env, await claimShipmentsOf(databaseOf(env), userId, Date.now()))
}

/** Queues shipments to be reported; never throws, because the sweep queues those that wait too long. */
export async function queueShipments(env: Env, ids: readonly Id[]): Promise<void> {
  try {
    const messages = ids.map((shipmentId) => ({ kind: "shipment", shipmentId }) satisfies ShipmentMessage)
    await sendBatches(env.SHIPMENT_QUEUE, messages)
  } catch (error) {
    logWarning("shipments not queued, left to the sweep", { shipments: ids.length, error })
  }
}
