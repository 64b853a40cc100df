import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { settingsOf } from "../env.ts"
import { isLocalOrigin } from "../sample-settings.ts"

const IP_ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/

/**
 * Refuses what is asked under another name than the app's. A page whose own name has begun to lead here (DNS rebinding) is of one
 * origin with the app for its browser, and no other check sees a stranger in it. Where the app is on one's own computer, each name
 * of that will do, and each address: a phone asks by it, and no stranger's page has one for its name.
 */
export const ownHostOnly: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  const { APP_ORIGIN } = settingsOf(c.env)
  const { host, hostname, origin } = new URL(c.req.url)
  const isLocal = isLocalOrigin(origin) || IP_ADDRESS.test(hostname)
  const isOwn = host === new URL(APP_ORIGIN).host || (isLocalOrigin(APP_ORIGIN) && isLocal)
  if (!isOwn) throw new ApiError("forbidden", `Sheetsmith has another address: ${APP_ORIGIN}`)
  await next()
}
