import type { MiddlewareHandler } from "hono"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import type { Route } from "../../contract/route.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import { findAccessToken, noteTokenUse, type TokenInUse } from "../data/accounts/access-token-rows.ts"
import { directoryOf, envOf } from "../data/database.ts"
import { logWarning } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashAccessToken, isAccessToken } from "../secrets/access-token.ts"
import { clientAddress } from "./client-address.ts"

/** The time between two notes of a token's use: a busy program costs the directory a write a minute. */
const NOTED_EVERY_MS = MINUTE_MS

/**
 * Returns what a call has for an access token, right or wrong; null for a call by a page. No foreign page can send
 * this header with somebody's cookies, and such a call's cookies are not looked at.
 */
export function bearerOf(c: OpenContext): string | null {
  if (isOperatorCall(c)) return null
  const [isBearer, text = ""] = c.req.header("authorization")?.match(/^bearer(?: +(.*))?$/i) ?? []
  return isBearer === undefined ? null : text
}

/** Returns true for calls whose bearer is the operator's key. */
export function isOperatorCall(c: OpenContext): boolean {
  return c.req.path.startsWith("/api/operator/")
}

/**
 * Lets a call with an access token through as its account, at that account's place, if the token has the scope. A call
 * without such a token goes on as it is.
 */
export function withScope({
  scope,
  isOutward,
}: Pick<Route, "scope" | "isOutward">): MiddlewareHandler<OpenAppEnv> {
  return async (c, next) => {
    const text = bearerOf(c)
    if (text === null) return next()
    const { user, token } = await findToken(c, text)
    if (scope === undefined)
      throw new ApiError("forbidden", "Access tokens do not reach this call: it is for people on our page")
    if (scope !== "any" && !token.scopes.includes(scope))
      throw new ApiError("scope-missing", `This access token lacks the scope ${scope}`, { scope })
    if (token.isTest && isOutward)
      throw new ApiError(
        "forbidden",
        "A test token changes no order, and reaches no print shop, no buyer and no marketplace",
      )
    c.env = envOf(c.env, user.database)
    // What an admin sees of others is for people: a token reaches its own account alone.
    c.set("user", { ...user, role: "user" })
    c.set("sessionId", token.id)
    c.set("token", token)
    await next()
  }
}

/** Finds a live token. All others are refused alike, and counted by address. */
async function findToken(c: OpenContext, text: string) {
  const nowMs = Date.now()
  const directory = directoryOf(c.env)
  const found = isAccessToken(text) ? await findAccessToken(directory, hashAccessToken(text), nowMs) : null
  if (!found) {
    await limitRate(c, rateRules.wrongTokenByAddress, clientAddress(c))
    throw new ApiError("token-invalid", "This access token is not valid: it is mistyped, revoked or expired")
  }
  if (nowMs - (found.token.lastUsedAt ?? 0) >= NOTED_EVERY_MS)
    c.executionCtx.waitUntil(noteUse(c, found.token, nowMs))
  return found
}

async function noteUse(c: OpenContext, { id }: TokenInUse, nowMs: number): Promise<void> {
  try {
    await noteTokenUse(directoryOf(c.env), id, { lastUsedAt: nowMs, lastUsedFrom: clientAddress(c) })
  } catch (error) {
    logWarning("use of an access token not noted", { tokenId: id, error })
  }
}
