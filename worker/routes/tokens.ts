import type { AccessToken } from "../../contract/accounts/access-token.ts"
import { tokens } from "../../contract/api/token-api.ts"
import { ApiError } from "../../contract/error.ts"
import { MAX_ACCESS_TOKENS } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import { deleteAccessToken, insertAccessToken, listAccessTokens } from "../data/accounts/access-token-rows.ts"
import { directoryOf } from "../data/database.ts"
import { announceToken } from "../flows/accounts/announce-token.ts"
import { newIdOf, removeOnce } from "../flows/programs/change-once.ts"
import { logSecurity } from "../log.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { hashAccessToken, hintOf, makeAccessToken } from "../secrets/access-token.ts"
import { idOf } from "../valid.ts"

/** The access tokens of the signed-in person. */
export const tokensRoutes = new ApiRoutes()
  .serve(tokens.list, async (c) => {
    return { data: (await listAccessTokens(directoryOf(c.env), c.var.user.id)).map(replyOf) }
  })
  .serve(tokens.add, async (c) => {
    const { name, scopes, expiresAt, isTest } = c.req.valid("json")
    const nowMs = Date.now()
    if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) throw inThePast()
    const db = directoryOf(c.env)
    const userId = c.var.user.id
    await limitRate(c, rateRules.tokenByAccount, userId)
    const id = newIdOf(c, nowMs)
    // Nobody has seen the token of an earlier run of the call.
    if (c.var.call?.isAgain) await deleteAccessToken(db, userId, id)
    const token = makeAccessToken(isTest)
    const row = {
      ...{ id, userId },
      tokenHash: hashAccessToken(token),
      hint: hintOf(token, isTest),
      ...{ name, scopes, isTest },
      createdAt: nowMs,
      expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
    }
    if (!(await insertAccessToken(db, row)))
      throw new ApiError(
        "conflict",
        `An account has at most ${MAX_ACCESS_TOKENS} access tokens. Revoke one that is not used.`,
      )
    logSecurity("token-made", { requestId: c.var.requestId, userId: row.userId, tokenId: row.id })
    c.executionCtx.waitUntil(announceToken(c.env, c.var.user, row))
    return {
      data: { ...replyOf({ ...row, lastUsedAt: null, lastUsedFrom: null }), token },
      message: "Token made. Copy it now: it is not shown again.",
    }
  })
  .serve(tokens.remove, async (c) => {
    const id = idOf(c, "access token")
    const { user, requestId } = c.var
    await removeOnce(c, "access token", () => deleteAccessToken(directoryOf(c.env), user.id, id))
    logSecurity("token-revoked", { requestId, userId: user.id, tokenId: id })
    return { data: { _id: id }, message: "Token revoked. It opens nothing any more." }
  })

type Row = Awaited<ReturnType<typeof listAccessTokens>>[number]

function replyOf(row: Omit<Row, "userId" | "tokenHash">): AccessToken {
  const { id, name, scopes, hint, isTest, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = row
  return {
    _id: id,
    ...{ name, scopes, hint, isTest, lastUsedFrom },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: timeText(expiresAt),
    lastUsedAt: timeText(lastUsedAt),
  }
}

function timeText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function inThePast(): ApiError {
  const words = "Expiry must be in the future"
  return new ApiError("unprocessable", words, { fields: { expiresAt: words } })
}
