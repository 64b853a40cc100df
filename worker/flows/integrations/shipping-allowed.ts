import type { IntegrationRow } from "../../data/integrations/integration-rows.ts"
import { marketplaceOf } from "../../services/marketplaces/marketplaces.ts"

/** Returns true if the seller has allowed us to mark a shop's orders as shipped. */
export function isShippingAllowed({ type, scopes }: Pick<IntegrationRow, "type" | "scopes">): boolean {
  const allowed = scopes.split(/[\s,]+/)
  return marketplaceOf(type)?.shipScopes.every((scope) => allowed.includes(scope)) ?? false
}
