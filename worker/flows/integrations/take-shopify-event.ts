import { isPassSpent, spendPass } from "../../data/accounts/spent-pass-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findShop } from "../../data/integrations/integration-rows.ts"
import { redactBuyers } from "../../data/orders/redact-rows.ts"
import type { Env } from "../../env.ts"
import { logError } from "../../log.ts"
import type { ShopifyEvent } from "../../services/shopify/shopify-webhook.ts"
import { requestSync } from "./request-sync.ts"

/** The time for which repeats are known; Shopify repeats an event for four hours. */
const REPEATS_MS = 6 * 3_600_000

/**
 * Does an event's task for a shop, once. An event only says where to look: the next sync reads changed
 * orders, and is refused if the app was removed. Events of unknown shops are ignored.
 */
export async function takeShopifyEvent(env: Env, event: ShopifyEvent, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const { webhookId: id, topic, shop, requestId, orderIds } = event
  if (await isPassSpent(db, id)) return
  // An earlier owner of the shop still has its orders.
  if (topic === "customers/redact" || topic === "shop/redact")
    await redactBuyers(
      db,
      { type: "Shopify", shopId: shop },
      topic === "shop/redact" ? null : orderIds,
      nowMs,
    )
  const row = await findShop(db, "Shopify", shop)
  if (row) {
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
  await spendPass(db, { id, expiresAtMs: nowMs + REPEATS_MS })
}
