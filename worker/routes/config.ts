import { Hono } from "hono"
import type { PublicConfig } from "../../contract/account.ts"
import { settingsOf } from "../env.ts"
import type { AppEnv } from "../middleware/app-env.ts"

/** What the page must know before anyone signs in. */
export const configRoutes = new Hono<AppEnv>().get("/config", (c) => {
  const settings = settingsOf(c.env)
  const data: PublicConfig = {
    turnstile: { siteKey: settings.TURNSTILE_SITE_KEY, scriptUrl: settings.TURNSTILE_SCRIPT_URL },
  }
  return c.json({ data })
})
