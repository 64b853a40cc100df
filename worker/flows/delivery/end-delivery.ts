import { makeId } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import {
  type DeliveryLease,
  type DeliveryRow,
  failDelivery,
  finishDelivery,
} from "../../data/delivery/delivery-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"

type Told = Pick<DeliveryRow, "id" | "userId" | "printId" | "name">

/** The message about sent files if a form's answer leaves open whether it took them. */
export const ARRIVAL_UNSURE =
  "The form answered with a web page, so we cannot tell whether the files have arrived: check there."

/** Ends a delivery after all files were sent; a repeat changes nothing. */
export async function completeDelivery(env: Env, row: Told, lease: DeliveryLease): Promise<void> {
  const nowMs = Date.now()
  const ended = await finishDelivery(databaseOf(env), lease, nowMs)
  if (!ended) return
  const message = ended.isUnsure ? `Sent to ${row.name}. ${ARRIVAL_UNSURE}` : `Sent to ${row.name}`
  await publishDelivery(env, row, { state: "sent", message, nowMs })
}

/** Gives a delivery up and tells the seller by notification and event. */
export async function giveUpDelivery(
  env: Env,
  row: Told,
  lease: DeliveryLease,
  reason: string,
): Promise<void> {
  const nowMs = Date.now()
  const message = `The files could not be sent to ${row.name}. ${reason}`
  const notice = {
    id: makeId(nowMs),
    userId: row.userId,
    type: "print" as const,
    message,
    attachmentId: row.printId,
    createdAtMs: nowMs,
  }
  if (await failDelivery(databaseOf(env), lease, { message: reason, notice }))
    await publishDelivery(env, row, { state: "failed", message, nowMs })
}

/** Tells open pages about a delivery's state. */
export async function publishDelivery(
  env: Env,
  { id, userId, printId }: Told,
  news: { state: "waiting" | "sent" | "failed"; message: string; nowMs: number },
): Promise<void> {
  const { state, message, nowMs } = news
  await hubOf(env, userId).publish({
    userId,
    key: `delivery:${id}:${nowMs}:${state}`,
    event: { kind: "delivery", data: { printId, deliveryId: id, state, message } },
  })
}
