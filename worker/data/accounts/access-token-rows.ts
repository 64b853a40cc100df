import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm"
import { type Scope, scopeNames } from "../../../contract/accounts/scope.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_ACCESS_TOKENS } from "../../../contract/limit.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { readerOf } from "../reader.ts"
import { type SignedInUser, userList } from "./session-rows.ts"
import { accessToken } from "./tables.ts"

type AccessTokenRow = typeof accessToken.$inferSelect

/** The days for which an expired token is listed, so that its owner sees why a program has stopped. */
const LISTED_DAYS = 30

/** What a token in use may do. */
export type TokenInUse = {
  id: Id
  name: string
  scopes: readonly Scope[]
  isTest: boolean
  /** True if it is one that an assistant was given with a consent (`oauth-record-rows.ts`). */
  isAssistant: boolean
  lastUsedAt: number | null
}

/** Adds a token. Returns false, with nothing written, at MAX_ACCESS_TOKENS. */
export async function insertAccessToken(
  db: Directory,
  { scopes, ...row }: Omit<AccessTokenRow, "scopes" | "lastUsedAt" | "lastUsedFrom"> & { scopes: Scope[] },
): Promise<boolean> {
  const hasRoom = sql`(SELECT count(*) FROM access_token AS own WHERE own.user_id = ${row.userId}) < ${MAX_ACCESS_TOKENS}`
  const rows = await insertFrom(
    db,
    accessToken,
    { ...row, scopes: scopes.join(" ") },
    sql`WHERE ${hasRoom}`,
  ).returning({ id: accessToken.id })
  return rows.length === 1
}

/** Lists an account's tokens, newest first: at most MAX_ACCESS_TOKENS. */
export async function listAccessTokens(
  db: Directory,
  userId: Id,
): Promise<(Omit<AccessTokenRow, "scopes"> & { scopes: Scope[] })[]> {
  const rows = await db
    .select()
    .from(accessToken)
    .where(eq(accessToken.userId, userId))
    .orderBy(desc(accessToken.id))
  return rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) }))
}

/** Finds the token with this hash and its account: one look-up by an index; null if it is expired or not there. */
export async function findAccessToken(
  db: Directory,
  tokenHash: string,
  nowMs: number,
): Promise<{ user: SignedInUser; token: TokenInUse } | null> {
  const [[row]] = await readerOf(db)(
    sql<
      SignedInUser & {
        "@id": Id
        "@name": string
        "@scopes": string
        "@isTest": number
        "@lastUsedAt": number | null
      }
    >`SELECT ${userList}, token.id AS "@id", token.name AS "@name", token.scopes AS "@scopes", token.is_test AS "@isTest", token.last_used_at AS "@lastUsedAt"
      ${fromLive(tokenHash, nowMs)}`,
  )
  if (!row) return null
  const {
    "@id": id,
    "@name": name,
    "@scopes": names,
    "@isTest": isTest,
    "@lastUsedAt": lastUsedAt,
    ...user
  } = row
  return {
    user,
    token: { id, name, scopes: scopesIn(names), isTest: isTest === 1, isAssistant: false, lastUsedAt },
  }
}

/** Returns the same check for another read's batch of the directory: one row if the token is live, else none. */
export function selectLiveToken(tokenHash: string, nowMs: number): SQL<{ id: Id }> {
  return sql`SELECT token.id ${fromLive(tokenHash, nowMs)}`
}

function fromLive(tokenHash: string, nowMs: number): SQL {
  return sql`FROM access_token AS token JOIN user ON user.id = token.user_id
    WHERE token.token_hash = ${tokenHash} AND (token.expires_at IS NULL OR token.expires_at > ${nowMs}) AND user.status = 'active'`
}

/** Notes when and from where a token was used last. */
export async function noteTokenUse(
  db: Directory,
  id: Id,
  use: { lastUsedAt: number; lastUsedFrom: string },
): Promise<void> {
  await db.update(accessToken).set(use).where(eq(accessToken.id, id))
}

/** Deletes an account's token, which opens nothing from then on. Returns false if there is none. */
export async function deleteAccessToken(db: Directory, userId: Id, id: Id): Promise<boolean> {
  const rows = await db
    .delete(accessToken)
    .where(and(eq(accessToken.id, id), eq(accessToken.userId, userId)))
    .returning({ id: accessToken.id })
  return rows.length === 1
}

/** Deletes tokens that expired long ago. */
export async function deleteOldAccessTokens(db: Directory, nowMs: number): Promise<void> {
  await db.delete(accessToken).where(lt(accessToken.expiresAt, nowMs - LISTED_DAYS * DAY_MS))
}

/** Returns the scopes of these names; those that no call has any more are left out. */
function scopesIn(names: string): Scope[] {
  const own = names.split(" ")
  return scopeNames.filter((name) => own.includes(name))
}
