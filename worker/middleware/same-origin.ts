import type { Context, MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { AppEnv } from "../app-env.ts"
import { settingsOf } from "../env.ts"

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"])
const OWN_CLIENT = "sheetsmith"

/**
 * Lets calls that change something through only when our own page makes them. Browsers say so in Fetch Metadata;
 * where that is missing, the exact Origin counts, and where even that is missing, a header no foreign page can set.
 */
export const sameOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && !isOwnCall(c)) refuse()
  await next()
}

/** The same for the calls that change something on GET: a link followed from anywhere is refused. */
export const ownScriptOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const site = c.req.header("sec-fetch-site")
  const isOwn =
    site === undefined
      ? c.req.header("x-requested-with") === OWN_CLIENT
      : site === "same-origin" && c.req.header("sec-fetch-mode") !== "navigate"
  if (!isOwn) refuse()
  await next()
}

/** WebSockets carry cookies and know no CORS, so their Origin is checked always. */
export const ownSocketOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.header("origin") !== settingsOf(c.env).APP_ORIGIN) refuse()
  await next()
}

function isOwnCall(c: Context<AppEnv>): boolean {
  const site = c.req.header("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = c.req.header("origin")
  if (origin !== undefined) return origin === settingsOf(c.env).APP_ORIGIN
  return c.req.header("x-requested-with") === OWN_CLIENT
}

function refuse(): never {
  throw new ApiError("forbidden", "This call is only accepted from Sheetsmith's own pages")
}
