import { type Id, makeId } from "../../../contract/id.ts"
import type { DeliveryMessage } from "../../../contract/message.ts"
import { databaseOf } from "../../data/database.ts"
import { listDeliveryAddresses } from "../../data/delivery/delivery-address-rows.ts"
import { automaticDeliveries, listNewDeliveries } from "../../data/delivery/delivery-rows.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** Returns a new delivery's id for each address that may take a completed print by itself. */
async function automaticIds(env: Env, userId: Id, nowMs: number): Promise<{ id: Id; addressId: Id }[]> {
  const addresses = await listDeliveryAddresses(databaseOf(env), userId)
  return newDeliveries(
    addresses.map(({ id }) => id),
    nowMs,
  )
}

/** Returns a new delivery's id for each address. */
export function newDeliveries(addressIds: readonly Id[], nowMs: number): { id: Id; addressId: Id }[] {
  return addressIds.map((addressId) => ({ id: makeId(nowMs), addressId }))
}

/**
 * Sends the new files of a completed print to every automatic address, as after files were written for
 * one more destination. A repeated call finds nothing new to send.
 */
export async function deliverAutomatically(
  env: Env,
  row: { printId: Id; attemptId: Id; userId: Id },
  nowMs: number,
): Promise<void> {
  const ids = await automaticIds(env, row.userId, nowMs)
  if (ids.length === 0) return
  await automaticDeliveries(databaseOf(env), { ...row, ids, nowMs })
  await queueNewDeliveries(env, row.attemptId)
}

/** Queues the deliveries of an attempt that just has ended. The sweep makes up for failures. */
export async function queueNewDeliveries(env: Env, attemptId: Id): Promise<void> {
  for (const id of await listNewDeliveries(databaseOf(env), attemptId)) await queueDelivery(env, id)
}

/** Queues a delivery; never throws, because the sweep queues what waits too long. */
export async function queueDelivery(env: Env, deliveryId: Id): Promise<void> {
  try {
    await env.DELIVERY_QUEUE.send({ deliveryId } satisfies DeliveryMessage)
  } catch (error) {
    logWarning("delivery not queued, left to the sweep", { deliveryId, error })
  }
}
