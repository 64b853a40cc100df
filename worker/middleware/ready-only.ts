import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { unreadyEdgeSettingsOf } from "../env.ts"
import { logUnready } from "../log-unready.ts"

/**
 * Refuses every call and the page while a setting is missing or a sample: nobody may pay into a sample
 * account or write to an address that is not ours. The reply has the names, which are public.
 */
export const readyOnly: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  const names = unreadyEdgeSettingsOf(c.env)
  if (!logUnready(names)) return next()
  const message = `Sheetsmith is not set up yet. Missing or a sample: ${names.join(", ")}.`
  if (c.req.path.startsWith("/api/")) throw new ApiError("unavailable", message)
  return c.text(`${message}\n`, 503, { "cache-control": "no-store", "x-content-type-options": "nosniff" })
}
