import type { Context, MiddlewareHandler } from "hono"
import { ASSISTANT_PATH } from "../../contract/accounts/assistant-path.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import { ApiError } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import type { Route } from "../../contract/route.ts"
import type { OpenAppEnv, OpenContext } from "../app-env.ts"
import { findAccessToken, noteTokenUse, type TokenInUse } from "../data/accounts/access-token-rows.ts"
import { findAssistant, noteAssistantUse } from "../data/accounts/oauth-record-rows.ts"
import { directoryOf, envOf } from "../data/database.ts"
import { type OpenEnv, settingsOf } from "../env.ts"
import { logWarning } from "../log.ts"
import { hasPlaces } from "../place.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashAccessToken, isAccessToken } from "../secrets/access-token.ts"
import { assistantTokenKey } from "../secrets/assistant-token.ts"
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

/** The header of calls that an assistant's tools make within the isolate. */
export const TOOL_HEADER = "x-assistant-tool"
let sign: string | undefined

/** Returns what that header has. It is this isolate's own, so that nobody outside can send it. */
export function toolSign(): string {
  sign ??= crypto.randomUUID()
  return sign
}

/** Returns the address that assistants call, which their access tokens are made for (RFC 8707). */
function assistantAddress(env: OpenEnv): string {
  return settingsOf(env).APP_ORIGIN + ASSISTANT_PATH
}

/** Returns where it is described how assistants are let in there (RFC 9728, section 3.1). */
export function assistantMetadataAddress(env: OpenEnv): string {
  return `${settingsOf(env).APP_ORIGIN}/.well-known/oauth-protected-resource${ASSISTANT_PATH}`
}

/** Returns true for calls whose bearer is the operator's key. */
export function isOperatorCall(c: OpenContext): boolean {
  return c.req.path.startsWith("/api/operator/")
}

/**
 * The accounts of tokens that this isolate has looked up, by the tokens' hashes. That lets nobody in: it only says whose rows to
 * read while the token is looked up in the same round trip. A token's account and rights never
 * change.
 */
const seen = new Map<string, { userId: Id; token: TokenInUse }>()
const MAX_SEEN = 1_000

/**
 * Lets a call with an access token through as its account, at that account's place, if the token has the scope. A call
 * without such a token goes on as it is. `isRead`: the call's first read proves a token that was seen before
 * (`answerReader`), where accounts live beside their tokens.
 */
export function withScope(
  route: Pick<Route, "scope" | "isOutward">,
  isRead = false,
): MiddlewareHandler<OpenAppEnv> {
  return async (c, next) => {
    const text = bearerOf(c)
    if (text === null) return next()
    const tokenHash = isAccessToken(text) ? hashAccessToken(text) : null
    const known = isRead && tokenHash !== null && !hasPlaces(c.env) ? seen.get(tokenHash) : undefined
    // Why a token is refused is told to whoever has a live one.
    if (known && tokenHash !== null && refusalOf(route, known.token) === null) {
      c.set("remembered", { userId: known.userId, tokenHash })
      c.set("sessionId", known.token.id)
      c.set("token", known.token)
      return next()
    }
    const token = await lookUpToken(c, tokenHash, text)
    noteUse(c)
    const refusal = refusalOf(route, token)
    if (refusal !== null) throw refusal
    await next()
  }
}

/** Returns why a call is not for this token; null if it is. */
function refusalOf(
  { scope, isOutward }: Pick<Route, "scope" | "isOutward">,
  token: TokenInUse,
): ApiError | null {
  if (scope === undefined)
    return new ApiError("forbidden", "Access tokens do not reach this call: it is for people on our page")
  if (scope !== "any" && !token.scopes.includes(scope))
    return new ApiError("scope-missing", `This access token lacks the scope ${scope}`, { scope })
  return token.isTest && isOutward
    ? new ApiError(
        "forbidden",
        "A test token changes no order, and reaches no print shop, no buyer, no marketplace and no other program",
      )
    : null
}

/**
 * Finds a live token, and has the call be its account's. `text` is the token itself, if it may be an assistant's. All others are
 * refused alike, and counted by address.
 */
export async function lookUpToken(
  c: Context<OpenAppEnv>,
  tokenHash: string | null,
  text = "",
): Promise<TokenInUse> {
  const found =
    tokenHash === null
      ? await findAssistantsToken(c, text)
      : await findAccessToken(directoryOf(c.env), tokenHash, Date.now())
  if (!found) {
    seen.delete(tokenHash ?? "")
    await limitRate(c, rateRules.wrongTokenByAddress, clientAddress(c))
    throw new ApiError("token-invalid", "This access token is not valid: it is mistyped, revoked or expired")
  }
  const { user, token } = found
  if (tokenHash !== null) {
    const [oldest] = seen.keys()
    if (oldest !== undefined && seen.size >= MAX_SEEN) seen.delete(oldest)
    seen.set(tokenHash, { userId: user.id, token })
  }
  c.env = envOf(c.env, user.database)
  // What an admin sees of others is for people: a token reaches its own account alone.
  c.set("user", { ...user, role: "user" })
  c.set("sessionId", token.id)
  c.set("token", token)
  return token
}

/** Finds an assistant's token, which opens the address of assistants alone, and what its tools call. */
async function findAssistantsToken(c: Context<OpenAppEnv>, text: string) {
  const isThere = c.req.path === ASSISTANT_PATH || c.req.header(TOOL_HEADER) === toolSign()
  const key = isThere ? assistantTokenKey(text) : null
  const resource = assistantAddress(c.env)
  return key === null ? null : findAssistant(directoryOf(c.env), { key, resource }, Date.now())
}

/** Notes after the reply when and from where the call's token was used, once a minute. */
export function noteUse(c: Context<OpenAppEnv>): void {
  const { token } = c.var
  const nowMs = Date.now()
  if (!token || nowMs - (token.lastUsedAt ?? 0) < NOTED_EVERY_MS) return
  token.lastUsedAt = nowMs
  c.executionCtx.waitUntil(writeUse(c, token, nowMs))
}

async function writeUse(c: OpenContext, { id, isAssistant }: TokenInUse, nowMs: number): Promise<void> {
  const note = isAssistant ? noteAssistantUse : noteTokenUse
  try {
    await note(directoryOf(c.env), id, { lastUsedAt: nowMs, lastUsedFrom: clientAddress(c) })
  } catch (error) {
    logWarning("use of an access token not noted", { tokenId: id, error })
  }
}
