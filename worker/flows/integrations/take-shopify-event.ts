import { HOUR_MS } from "../../../contract/duration.ts"
import { isPassSpent, spendPass } from "../../data/accounts/spent-pass-rows.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { findShop } from "../../data/integrations/integration-rows.ts"
import { redactBuyers } from "../../data/orders/redact-rows.ts"
import type { OpenEnv } from "../../env.ts"
import { logError } from "../../log.ts"
import { beingMoved } from "../../moving.ts"
import { areRowsHeld, everyPlace, findAnywhere } from "../../place.ts"
import type { ShopifyEvent } from "../../services/shopify/shopify-webhook.ts"
import { requestSync } from "./request-sync.ts"

/** The time for which repeats are known; Shopify repeats an event for four hours. */
const REPEATS_MS = 6 * HOUR_MS

/**
 * Does an event's task for a shop, once. An event only says where to look: the next sync reads changed
 * orders, and is refused if the app was removed. Events of unknown shops are ignored.
 */
export async function takeShopifyEvent(open: OpenEnv, event: ShopifyEvent, nowMs: number): Promise<void> {
  const directory = directoryOf(open)
  const { webhookId: id, topic, shop, requestId, orderIds } = event
  if (await isPassSpent(directory, id)) return
  // An earlier owner of the shop still has its orders.
  if (topic === "customers/redact" || topic === "shop/redact") {
    // Rows that are held would keep the buyer: Shopify asks again within the hour.
    if (await areRowsHeld(open)) throw beingMoved()
    const some = topic === "shop/redact" ? null : orderIds
    for (const env of everyPlace(open))
      await redactBuyers(databaseOf(env), { type: "Shopify", shopId: shop }, some, nowMs)
  }
  const known = await findAnywhere(open, (env) => findShop(databaseOf(env), "Shopify", shop), {
    name: `shop:Shopify:${shop}`,
  })
  if (known) {
    const { env, found: row } = known
    switch (topic) {
      case "customers/data_request":
        // A person answers the shop, and needs the orders' ids; nothing more is in the log.
        logError("shopify asks for a buyer's data", { integrationId: row.id, shop, requestId, orderIds })
        break
      case "customers/redact":
      case "shop/redact":
        break
      case "app/uninstalled":
        // The shop may have been connected again since: a call that begins now shows the truth.
        await requestSync(env, row.id, nowMs, true)
        break
      default:
        await requestSync(env, row.id, nowMs)
    }
  }
  await spendPass(directory, { id, expiresAtMs: nowMs + REPEATS_MS })
}
