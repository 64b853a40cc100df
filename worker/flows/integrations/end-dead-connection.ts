import type { Id } from "../../../contract/id.ts"
import type { Strangers } from "../../data/accounts/user-copy.ts"
import { databaseOf } from "../../data/database.ts"
import { findShop, type IntegrationRow } from "../../data/integrations/integration-rows.ts"
import { dropTokens } from "../../data/integrations/integration-token-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { MarketError } from "../../services/marketplaces/market-error.ts"
import { withAccess } from "./shop-access.ts"

/**
 * Ends another account's connection to a shop if the marketplace refuses its tokens for this shop,
 * which a call shows: a former owner must not keep the owner out. If this is unknown now, the
 * connection counts. What strangers of the database have left there is passed over.
 */
export async function endDeadConnection(
  env: Env,
  shop: { type: IntegrationRow["type"]; shopId: string; userId: Id; strangers: Strangers },
): Promise<void> {
  const { type, shopId, userId, strangers } = shop
  const db = databaseOf(env)
  const other = await findShop(db, type, shopId)
  if (!other || other.userId === userId || other.tokensEncrypted === null) return
  if (strangers.includes(other.userId)) return
  try {
    const known = await withAccess(env, other, (market, { accessToken }) =>
      market.fetchShop(settingsOf(env), accessToken, shopId),
    )
    if (known?.shopId === shopId) return
  } catch (error) {
    if (!(error instanceof MarketError)) throw error
    // Ended tokens are dropped by now.
    if (error.kind !== "access-ended")
      logWarning("not known whether a shop is still connected", { integrationId: other.id, error })
    return
  }
  await dropTokens(db, other)
}
