import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { accountToken, emailChange, session, user } from "./tables.ts"

type AccountToken = typeof accountToken.$inferSelect

type NewToken = { id: Id; userId: Id; tokenHash: string; createdAt: number; expiresAt: number }

/** Adds a verification link. Earlier links stay valid until they expire. */
export async function insertVerifyToken(db: Directory, token: NewToken): Promise<void> {
  await db.insert(accountToken).values({ ...token, purpose: "verify" })
}

/**
 * Adds a reset code; earlier ones stay valid until they expire. Returns false, with nothing written, if
 * an unused code was made after `sinceMs`. Only one of concurrent calls adds a code.
 */
export async function insertResetCode(db: Directory, token: NewToken, sinceMs: number): Promise<boolean> {
  const recentCode = sql`SELECT 1 FROM account_token AS sent WHERE sent.user_id = ${token.userId} AND sent.purpose = 'reset'
    AND sent.used_at IS NULL AND sent.created_at > ${sinceMs}`
  const rows = await insertFrom(
    db,
    accountToken,
    { ...token, purpose: "reset" },
    sql`WHERE NOT EXISTS (${recentCode})`,
  ).returning({ id: accountToken.id })
  return rows.length === 1
}

/** Deletes a token that could not be mailed; a second call changes nothing. */
export async function deleteToken(db: Directory, id: Id): Promise<void> {
  await db.delete(accountToken).where(eq(accountToken.id, id))
}

export async function findVerifyToken(db: Directory, tokenHash: string): Promise<AccountToken | null> {
  const [row] = await db
    .select()
    .from(accountToken)
    .where(and(eq(accountToken.purpose, "verify"), eq(accountToken.tokenHash, tokenHash)))
  return row ?? null
}

/** Finds the address's account and its open code with this hash; one query, whatever exists. */
export async function findResetCode(
  db: Directory,
  { emailKey, tokenHash, nowMs }: { emailKey: string; tokenHash: string; nowMs: number },
): Promise<{ userId?: Id; tokenId?: Id }> {
  const isIt = and(
    eq(accountToken.userId, user.id),
    eq(accountToken.purpose, "reset"),
    eq(accountToken.tokenHash, tokenHash),
    isNull(accountToken.usedAt),
    gt(accountToken.expiresAt, nowMs),
  )
  const [row] = await db
    .select({ userId: user.id, tokenId: accountToken.id })
    .from(user)
    .leftJoin(accountToken, isIt)
    .where(eq(user.emailKey, emailKey))
  return { userId: row?.userId, tokenId: row?.tokenId ?? undefined }
}

/**
 * Uses the code in one transaction: sets the password, ends all sessions, and voids all other codes and
 * a pending address change. Returns false, with nothing changed, if another call used it first.
 */
export async function useResetCode(
  db: Directory,
  change: { tokenId: Id; userId: Id; passwordHash: string; nowMs: number },
): Promise<boolean> {
  const open = db
    .select({ userId: accountToken.userId })
    .from(accountToken)
    .where(and(eq(accountToken.id, change.tokenId), isNull(accountToken.usedAt)))
  const { used } = await namedBatch(db, {
    password: db
      .update(user)
      .set({ passwordHash: change.passwordHash, sessionsEndedAt: change.nowMs, updatedAt: change.nowMs })
      .where(inArray(user.id, open)),
    sessions: db
      .update(session)
      .set({ revokedAt: change.nowMs })
      .where(and(inArray(session.userId, open), isNull(session.revokedAt))),
    changes: db
      .update(emailChange)
      .set({ state: "superseded" })
      .where(and(inArray(emailChange.userId, open), eq(emailChange.state, "pending"))),
    used: db
      .update(accountToken)
      .set({ usedAt: change.nowMs })
      .where(
        and(
          inArray(accountToken.userId, open),
          eq(accountToken.purpose, "reset"),
          isNull(accountToken.usedAt),
        ),
      )
      .returning({ id: accountToken.id }),
  })
  return used.some(({ id }) => id === change.tokenId)
}

/** Deletes expired tokens, which nothing reads any more. */
export async function deleteExpiredTokens(db: Directory, nowMs: number): Promise<void> {
  await db.delete(accountToken).where(lt(accountToken.expiresAt, nowMs))
}
