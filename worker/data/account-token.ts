import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { accountToken, session, user } from "./schema.ts"

export type AccountToken = typeof accountToken.$inferSelect
export type TokenPurpose = AccountToken["purpose"]

/** Wrong codes a reset code survives; with 5 codes an hour a guesser has 25 chances in a million. */
export const MAX_RESET_TRIES = 5

type NewToken = { id: Id; userId: string; tokenHash: string; createdAt: number; expiresAt: number }

/** Adds a verification link; earlier ones stay good until they expire, whichever mail is opened. */
export async function insertVerifyToken(db: Database, token: NewToken): Promise<void> {
  await db.insert(accountToken).values({ ...token, purpose: "verify" })
}

/** Adds a reset code and forgets earlier ones: only the newest mail's code counts. */
export async function replaceResetCode(db: Database, token: NewToken): Promise<void> {
  await db.batch([
    db
      .delete(accountToken)
      .where(and(eq(accountToken.userId, token.userId), eq(accountToken.purpose, "reset"))),
    db.insert(accountToken).values({ ...token, purpose: "reset" }),
  ])
}

export async function findVerifyToken(db: Database, tokenHash: string): Promise<AccountToken | null> {
  const [row] = await db
    .select()
    .from(accountToken)
    .where(and(eq(accountToken.purpose, "verify"), eq(accountToken.tokenHash, tokenHash)))
  return row ?? null
}

/** Takes one of the tries of the user's open code before it is compared; null when none is left to compare with. */
export async function takeResetTry(
  db: Database,
  userId: string,
  nowMs: number,
): Promise<{ id: string; tokenHash: string } | null> {
  const [row] = await db
    .update(accountToken)
    .set({ tries: sql`${accountToken.tries} + 1` })
    .where(
      and(
        eq(accountToken.userId, userId),
        eq(accountToken.purpose, "reset"),
        isNull(accountToken.usedAt),
        gt(accountToken.expiresAt, nowMs),
        lt(accountToken.tries, MAX_RESET_TRIES),
      ),
    )
    .returning({ id: accountToken.id, tokenHash: accountToken.tokenHash })
  return row ?? null
}

/**
 * Uses the code: new password, no session left, all in one transaction. False, and nothing changed, when another
 * call has used it before.
 */
export async function useResetCode(
  db: Database,
  change: { tokenId: string; userId: string; passwordHash: string; nowMs: number },
): Promise<boolean> {
  const open = db
    .select({ userId: accountToken.userId })
    .from(accountToken)
    .where(and(eq(accountToken.id, change.tokenId), isNull(accountToken.usedAt)))
  const [, , used] = await db.batch([
    db
      .update(user)
      .set({ passwordHash: change.passwordHash, updatedAt: change.nowMs })
      .where(inArray(user.id, open)),
    db
      .update(session)
      .set({ revokedAt: change.nowMs })
      .where(and(inArray(session.userId, open), isNull(session.revokedAt))),
    db
      .update(accountToken)
      .set({ usedAt: change.nowMs })
      .where(and(eq(accountToken.id, change.tokenId), isNull(accountToken.usedAt)))
      .returning({ id: accountToken.id }),
  ])
  return used.length === 1
}

/** Nothing asks for a token once it has expired. */
export async function deleteExpiredTokens(db: Database, nowMs: number): Promise<void> {
  await db.delete(accountToken).where(lt(accountToken.expiresAt, nowMs))
}
