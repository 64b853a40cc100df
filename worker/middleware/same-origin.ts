import type { MiddlewareHandler } from "hono"
import { ApiError } from "../../contract/error.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import { settingsOf } from "../env.ts"
import { bearerOf } from "./access-token.ts"

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"])
const OWN_CLIENT = "sheetsmith"

/**
 * Refuses calls that change something unless our own page makes them, or an access token does. Fetch Metadata decides; if it is
 * missing, the exact Origin; if that is missing too, a header that no foreign page can set.
 */
export const sameOrigin: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && bearerOf(c) === null && !isOwnCall(c)) refuse()
  await next()
}

/** Does the same for GET calls that change something: refuses followed links from any site. */
export const ownScriptOnly: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (c.var.token) return next()
  const site = c.req.header("sec-fetch-site")
  const isOwn =
    site === undefined
      ? c.req.header("x-requested-with") === OWN_CLIENT
      : site === "same-origin" && c.req.header("sec-fetch-mode") !== "navigate"
  if (!isOwn) refuse()
  await next()
}

/** Checks the Origin of every socket: browsers send cookies with WebSockets without CORS. */
export const ownSocketOnly: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (c.req.header("origin") !== settingsOf(c.env).APP_ORIGIN) refuse()
  await next()
}

function isOwnCall(c: OpenContext): boolean {
  const site = c.req.header("sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = c.req.header("origin")
  if (origin !== undefined) return origin === settingsOf(c.env).APP_ORIGIN
  return c.req.header("x-requested-with") === OWN_CLIENT
}

function refuse(): never {
  throw new ApiError("forbidden", "This call is only accepted from Sheetsmith's own pages")
}
