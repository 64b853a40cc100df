import type { PublicConfig } from "../../contract/accounts/account.ts"
import { site } from "../../contract/api/site-api.ts"
import { connectableTypes } from "../../contract/status.ts"
import { ApiRoutes } from "../api-routes.ts"
import { edgeSettingsOf } from "../env.ts"
import { marketplaceOf } from "../services/marketplaces/marketplaces.ts"

/** The settings that the page needs before anyone signs in. */
export const configRoutes = new ApiRoutes().serve(site.config, (c) => {
  const settings = edgeSettingsOf(c.env)
  const data: PublicConfig = {
    marketplaces: connectableTypes.filter((type) => marketplaceOf(type)?.isOffered(settings)),
    turnstile: { siteKey: settings.TURNSTILE_SITE_KEY, scriptUrl: settings.TURNSTILE_SCRIPT_URL },
  }
  return { data }
})
