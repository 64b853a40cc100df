import { doublingPauseMs, HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import {
  findShipment,
  moveShipment,
  type ShipmentRow,
  type ShipmentToTell,
  takeShipment,
} from "../../data/orders/shipment-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { isShippingAllowed } from "../../flows/integrations/shipping-allowed.ts"
import { withAccess } from "../../flows/integrations/shop-access.ts"
import { queueShipmentsOf } from "../../flows/orders/queue-shipments.ts"
import { hubOf } from "../../hub-stub.ts"
import { logWarning } from "../../log.ts"
import { MarketError } from "../../services/marketplaces/market-error.ts"
import { works } from "../../work/works.ts"

/** The lease, longer than a call with its refresh of tokens can take: after it, the caller has stopped. */
const LEASE_MS = 2 * MINUTE_MS
/** The time after a call without an answer in which it may still arrive: only then the order is read. */
const SETTLES_MS = MINUTE_MS
const pauses = { firstMs: MINUTE_MS, longestMs: works.shipment.longestPauseMs }

/**
 * Tells a marketplace that an order is shipped, at most once for each time that a person or a rule says
 * so: marketplaces mail the buyer every time. The sending state is stored before. If nobody answers
 * then, the order is read again, and a person decides about an open one. Each try queues the account's next ones.
 */
export async function tellShipment(env: Env, id: Id): Promise<void> {
  const shipment = await findShipment(databaseOf(env), id)
  if (!shipment) return
  if (shipment.row.state === "waiting") await report(env, shipment)
  if (shipment.row.state === "unsure") await look(env, shipment)
  await queueShipmentsOf(env, shipment.row.userId)
}

async function report(env: Env, shipment: ShipmentToTell): Promise<void> {
  const { row, vendorOrderId } = shipment
  const shop = await findIntegration(databaseOf(env), null, shipment.integrationId)
  if (!shop) return
  const hindrance = hindranceOf(shop, shipment.isCancelled)
  if (hindrance !== null) return endShipment(env, row, "waiting", { to: "failed", message: hindrance })
  try {
    if (!row.isAgain && (await isShipped(env, shop, vendorOrderId)))
      return await endShipment(env, row, "waiting", { to: "sent", message: null })
  } catch (error) {
    return endTry(env, row, "waiting", error)
  }
  const nowMs = Date.now()
  // The row may have changed: the seller may have changed the number meanwhile.
  const taken = await takeShipment(databaseOf(env), row.id, { untilMs: nowMs + LEASE_MS, nowMs })
  if (!taken) return
  const { carrier, trackingNumber } = taken
  try {
    await withAccess(env, shop, (market, access) =>
      market.fulfil(settingsOf(env), access, { vendorOrderId, carrier, trackingNumber }),
    )
  } catch (error) {
    return endTry(env, taken, "sending", error)
  }
  await endShipment(env, taken, "sending", { to: "sent", message: null })
}

/** Asks whether the order is shipped, after nobody answered. The seller decides about a second report. */
async function look(env: Env, { row, integrationId, vendorOrderId }: ShipmentToTell): Promise<void> {
  const shop = await findIntegration(databaseOf(env), null, integrationId)
  if (!shop) return
  try {
    if (await isShipped(env, shop, vendorOrderId))
      return await endShipment(env, row, "unsure", { to: "sent", message: null })
  } catch (error) {
    return endTry(env, row, "unsure", error)
  }
  await endShipment(env, row, "unsure", { to: "unsure", message: unansweredWords(shop) })
}

function isShipped(env: Env, shop: IntegrationRow, vendorOrderId: string): Promise<boolean> {
  return withAccess(env, shop, (market, access) => market.isShipped(settingsOf(env), access, vendorOrderId))
}

/** Returns the reason that prevents a report; null if there is none. */
function hindranceOf(shop: IntegrationRow, isCancelled: boolean): string | null {
  if (isCancelled) return "The order was cancelled."
  if (shop.tokensEncrypted === null)
    return `${shop.type} is not connected. Connect the shop, then notify it again.`
  return isShippingAllowed(shop) ? null : notAllowedWords(shop)
}

/** Ends a try after a failed call; an error that is not the marketplace's is thrown. */
async function endTry(env: Env, row: ShipmentRow, from: "waiting" | "sending" | "unsure", error: unknown) {
  if (!(error instanceof MarketError)) throw error
  const tries = row.tries + 1
  logWarning("marketplace not told of a shipment", { shipmentId: row.id, from, error })
  const isPassing = error.kind === "rate-limited" || error.kind === "unavailable"
  const hasTries = tries < works.shipment.givesUp.afterTries
  const waitMs = Math.max(error.retryAfterS * 1000, doublingPauseMs(tries, pauses))
  if (from === "sending" && error.kind === "unavailable")
    return holdShipment(env, row, from, { to: "unsure", waitMs: SETTLES_MS, tries: 0 })
  if (isPassing && hasTries)
    return holdShipment(env, row, from, { to: from === "sending" ? "waiting" : from, waitMs, tries })
  const message = refusalWords(error)
  return endShipment(env, row, from, { to: from === "unsure" ? "unsure" : "failed", message })
}

function refusalWords({ vendor, kind, vendorText }: MarketError): string {
  const quoted = vendorText === "" ? "" : ` ${vendor} says: “${vendorText}”`
  switch (kind) {
    case "access-ended":
    case "token-ended":
      return `${vendor} has ended the connection to your store. Connect it again, then notify it again.`
    case "scope-missing":
      return notAllowedWords({ type: vendor })
    case "app-refused":
      return `${vendor} does not accept Sheetsmith's own key at the moment. Please notify it again later.${quoted}`
    case "refused":
      return `${vendor} refuses to mark it as shipped.${quoted}`
    case "rate-limited":
    case "unavailable":
      return `${vendor} did not answer. Please notify it again later.`
  }
}

function notAllowedWords({ type }: Pick<IntegrationRow, "type">): string {
  return `Sheetsmith is not allowed to mark orders as shipped at ${type} yet. Allow it on the store's page, then notify it again.`
}

function unansweredWords({ type }: Pick<IntegrationRow, "type">): string {
  return `${type} did not answer when it was notified, and does not show the order as shipped. Check there before you notify it again: the buyer may get a second e-mail.`
}

/**
 * Ends the report to a marketplace for now, once, and tells open pages. A seller gets a problem's
 * message once an hour: the orders of a batch mostly share their trouble, and all are listed.
 */
async function endShipment(
  env: Env,
  row: ShipmentRow,
  from: ShipmentRow["state"],
  { to, message }: { to: "sent" | "failed" | "unsure"; message: string | null },
): Promise<void> {
  const nowMs = Date.now()
  const notice = {
    id: makeId(nowMs),
    userId: row.userId,
    causeKey: `shipments:${Math.floor(nowMs / HOUR_MS)}`,
    type: "print" as const,
    message:
      "Some orders could not be marked as shipped at their marketplace. You find them under “Store not notified” on the Orders page.",
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
async function holdShipment(
  env: Env,
  row: ShipmentRow,
  from: ShipmentRow["state"],
  { to, waitMs, tries }: { to: "waiting" | "unsure"; waitMs: number; tries: number },
): Promise<void> {
  const nowMs = Date.now()
  await moveShipment(databaseOf(env), row, {
    ...{ from, to, message: null, retryAt: nowMs + waitMs, tries, nowMs },
  })
}
