import type { MiddlewareHandler } from "hono"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import { bearerOf, isOperatorCall } from "./access-token.ts"

const PREFLIGHT_S = 86_400

/**
 * Lets pages of any origin call with an access token, and read the reply. Browsers send and take no cookies where any
 * origin may read (fetch.spec.whatwg.org, 3.3), and calls without such a token get nothing of this.
 */
export const crossOrigin: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (isPreflight(c)) return allowed(c)
  await next()
  if (bearerOf(c) !== null) expose(c)
}

/** Does the same where cookies count for nothing: a page has to read how it gets a token, before it has one. */
export const openToPages: MiddlewareHandler<OpenAppEnv> = async (c, next) => {
  if (c.req.method === "OPTIONS") return allowed(c)
  await next()
  expose(c)
}

function allowed(c: OpenContext): Response {
  return c.body(null, 204, {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    // The star stands for every other one.
    "access-control-allow-headers": "authorization, *",
    "access-control-max-age": String(PREFLIGHT_S),
  })
}

function expose(c: OpenContext): void {
  c.res.headers.set("access-control-allow-origin", "*")
  c.res.headers.set("access-control-expose-headers", "*")
}

/** Returns true for a browser's question whether a page may call with an access token. */
function isPreflight(c: OpenContext): boolean {
  const asked = c.req.header("access-control-request-headers") ?? ""
  return c.req.method === "OPTIONS" && !isOperatorCall(c) && /(?:^|,)\s*authorization\s*(?:,|$)/i.test(asked)
}
