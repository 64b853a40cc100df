import { HOUR_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { moveShipment, type ShipmentRow } from "../../data/orders/shipment-rows.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"

type Shipment = Pick<ShipmentRow, "id" | "orderId" | "userId">
type State = ShipmentRow["state"]

/**
 * Ends the report to a marketplace for now, once, and tells open pages. A seller gets a problem's
 * message once an hour: the orders of a batch mostly share their trouble, and all are listed.
 */
export async function endShipment(
  env: Env,
  row: Shipment,
  from: State,
  { to, message }: { to: "sent" | "failed" | "unsure"; message: string | null },
): Promise<void> {
  const nowMs = Date.now()
  const notice = {
    id: makeId(nowMs),
    userId: row.userId,
    causeKey: `shipments:${Math.floor(nowMs / HOUR_MS)}`,
    type: "print" as const,
    message:
      "Some orders could not be marked as shipped at their marketplace. Orders, “Not told”, lists them.",
    attachmentId: null,
    createdAtMs: nowMs,
  }
  const move = { from, to, message, retryAt: null, tries: 0, nowMs }
  if (!(await moveShipment(databaseOf(env), row, move, to === "sent" ? null : notice))) return
  await hubOf(env, row.userId).publish({
    userId: row.userId,
    key: `shipment:${row.id}:${nowMs}`,
    event: { kind: "shipment", data: { orderId: row.orderId, state: to, message: message ?? "" } },
  })
}

/** Makes a shipment wait for the sweep, which tries or asks again. */
export async function holdShipment(
  env: Env,
  row: Shipment,
  from: State,
  { to, waitMs, tries }: { to: "waiting" | "unsure"; waitMs: number; tries: number },
): Promise<void> {
  const nowMs = Date.now()
  await moveShipment(databaseOf(env), row, {
    ...{ from, to, message: null, retryAt: nowMs + waitMs, tries, nowMs },
  })
}
