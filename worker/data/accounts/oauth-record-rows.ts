import { and, asc, eq, gt, isNull, lt, or, sql } from "drizzle-orm"
import { type Scope, scopeNames } from "../../../contract/accounts/scope.ts"
import { type Id, idSchema, makeId } from "../../../contract/id.ts"
import { MAX_ASSISTANTS } from "../../../contract/limit.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { readerOf } from "../reader.ts"
import type { TokenInUse } from "./access-token-rows.ts"
import { type SignedInUser, userList } from "./session-rows.ts"
import { oauthRecord } from "./tables.ts"

type RecordRow = typeof oauthRecord.$inferSelect
/** A record as the protocol's package reads it. */
export type OauthRecord = Pick<RecordRow, "value" | "metadata" | "revision">
/** A record to be written. `revision` is that of the row that was read; null where none was. */
export type WrittenRecord = Pick<RecordRow, "key" | "value" | "metadata" | "expiresAt"> & {
  revision: number | null
}

/** SQL over `oauth_record`: nobody's, or of an account that is active. */
const isOfActive = or(
  isNull(oauthRecord.userId),
  sql`EXISTS (SELECT 1 FROM user WHERE user.id = oauth_record.user_id AND user.status = 'active')`,
)

/** Finds the record with this key; null if it is over, or its account is not active. */
export async function findRecord(db: Directory, key: string, nowMs: number): Promise<OauthRecord | null> {
  const { value, metadata, revision } = oauthRecord
  const [row] = await db
    .select({ value, metadata, revision })
    .from(oauthRecord)
    .where(and(eq(oauthRecord.key, key), gt(oauthRecord.expiresAt, nowMs), isOfActive))
  return row ?? null
}

/** The sign behind all that keys are made of. */
const BEHIND_ALL = "~"

/** Lists the keys that begin with a prefix, from behind `after` on, in their order. */
export async function listRecords(
  db: Directory,
  { prefix, after = prefix, limit }: { prefix: string; after?: string; limit: number },
  nowMs: number,
): Promise<Pick<RecordRow, "key" | "metadata" | "expiresAt">[]> {
  const { key, metadata, expiresAt } = oauthRecord
  return db
    .select({ key, metadata, expiresAt })
    .from(oauthRecord)
    .where(and(gt(key, after), lt(key, prefix + BEHIND_ALL), gt(expiresAt, nowMs)))
    .orderBy(asc(key))
    .limit(limit)
}

/**
 * Adds a record, or writes one that was read. Returns false, with nothing written, if it has been written or deleted since,
 * or if the account of a new grant has MAX_ASSISTANTS.
 */
export async function writeRecord(
  db: Directory,
  { revision, ...row }: WrittenRecord,
  nowMs: number,
): Promise<boolean> {
  const { key, value, metadata, expiresAt } = row
  if (revision !== null) {
    const written = await db
      .update(oauthRecord)
      .set({ value, metadata, expiresAt, revision: revision + 1 })
      .where(and(eq(oauthRecord.key, key), eq(oauthRecord.revision, revision)))
      .returning({ key: oauthRecord.key })
    return written.length === 1
  }
  const [kind, owner] = key.split(":")
  const isGrant = kind === "grant"
  const userId = isGrant || kind === "token" ? idSchema.parse(owner) : null
  const hasRoom = isGrant
    ? sql`(SELECT count(*) FROM oauth_record AS own WHERE own.user_id = ${userId} AND own.id IS NOT NULL AND own.expires_at > ${nowMs}) < ${MAX_ASSISTANTS}`
    : sql`true`
  const added = await insertFrom(
    db,
    oauthRecord,
    { ...row, userId, id: isGrant ? makeId(nowMs) : null, createdAt: nowMs },
    sql`WHERE ${hasRoom}`,
  )
    .onConflictDoNothing()
    .returning({ key: oauthRecord.key })
  return added.length === 1
}

export async function deleteRecord(db: Directory, key: string): Promise<void> {
  await db.delete(oauthRecord).where(eq(oauthRecord.key, key))
}

/** Keeps a record for longer; a second call changes nothing. */
export async function keepRecord(db: Directory, key: string, expiresAt: number): Promise<void> {
  await db
    .update(oauthRecord)
    .set({ expiresAt })
    .where(and(eq(oauthRecord.key, key), lt(oauthRecord.expiresAt, expiresAt)))
}

/** A grant as its owner sees it. */
export type ListedAssistant = Pick<RecordRow, "createdAt" | "expiresAt" | "lastUsedAt" | "lastUsedFrom"> & {
  id: Id
  name: string
  host: string
  scopes: Scope[]
}

/** Lists the assistants that may act for an account, newest first: at most MAX_ASSISTANTS. Those whose code nobody has taken are none. */
export async function listAssistants(db: Directory, userId: Id, nowMs: number): Promise<ListedAssistant[]> {
  const [rows] = await readerOf(db)(
    sql<Omit<ListedAssistant, "scopes"> & { scopes: string }>`SELECT id, value ->> '$.metadata.name' AS name,
        value ->> '$.metadata.host' AS host, value ->> '$.scope' AS scopes, created_at AS "createdAt",
        expires_at AS "expiresAt", last_used_at AS "lastUsedAt", last_used_from AS "lastUsedFrom"
      FROM oauth_record
      WHERE user_id = ${userId} AND id IS NOT NULL AND expires_at > ${nowMs} AND value ->> '$.refreshTokenId' IS NOT NULL
      ORDER BY id DESC`,
  )
  return rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) }))
}

/**
 * Finds the account of an assistant's access token for this resource, by the token's key: one look-up by keys. Null if it
 * is over, if its grant has ended, or if it was made for another resource.
 */
export async function findAssistant(
  db: Directory,
  { key, resource }: { key: string; resource: string },
  nowMs: number,
): Promise<{ user: SignedInUser; token: TokenInUse } | null> {
  const [[row]] = await readerOf(db)(
    sql<
      SignedInUser & { "@id": Id; "@name": string; "@scopes": string; "@lastUsedAt": number | null }
    >`SELECT ${userList}, given.id AS "@id", given.value ->> '$.metadata.name' AS "@name", token.value ->> '$.scope' AS "@scopes", given.last_used_at AS "@lastUsedAt"
      FROM oauth_record AS token
        JOIN oauth_record AS given ON given.key = 'grant:' || token.user_id || ':' || (token.value ->> '$.grantId')
        JOIN user ON user.id = token.user_id
      WHERE token.key = ${key} AND token.expires_at > ${nowMs} AND given.expires_at > ${nowMs}
        AND token.value ->> '$.audience' = ${resource} AND user.status = 'active'`,
  )
  if (!row) return null
  const { "@id": id, "@name": name, "@scopes": names, "@lastUsedAt": lastUsedAt, ...user } = row
  return { user, token: { id, name, scopes: scopesIn(names), isTest: false, isAssistant: true, lastUsedAt } }
}

/** Notes when and from where an assistant made a call last. */
export async function noteAssistantUse(
  db: Directory,
  id: Id,
  use: { lastUsedAt: number; lastUsedFrom: string },
): Promise<void> {
  await db.update(oauthRecord).set(use).where(eq(oauthRecord.id, id))
}

/** Deletes an account's grant with its tokens, which open nothing from then on. Returns false if there is none. */
export async function deleteAssistant(db: Directory, userId: Id, id: Id): Promise<boolean> {
  // LIKE takes patterns of 50 bytes (developers.cloudflare.com/d1/platform/limits).
  const isItsToken = sql`instr(${oauthRecord.key}, (SELECT 'token:' || substr(own.key, 7) || ':' FROM oauth_record AS own WHERE own.id = ${id} AND own.user_id = ${userId})) = 1`
  const [, deleted] = await db.batch([
    db.delete(oauthRecord).where(and(eq(oauthRecord.userId, userId), isItsToken)),
    db
      .delete(oauthRecord)
      .where(and(eq(oauthRecord.id, id), eq(oauthRecord.userId, userId)))
      .returning({ key: oauthRecord.key }),
  ])
  return deleted.length === 1
}

/** Deletes what is over: codes that nobody took, tokens, grants and clients that were not used for long. */
export async function deleteExpiredRecords(db: Directory, nowMs: number): Promise<void> {
  await db.delete(oauthRecord).where(lt(oauthRecord.expiresAt, nowMs))
}

/** Returns the scopes in a JSON list of their names; those that no call has any more are left out. */
function scopesIn(json: string): Scope[] {
  const names: unknown = JSON.parse(json)
  return scopeNames.filter((name) => Array.isArray(names) && names.includes(name))
}
