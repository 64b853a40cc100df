import { and, desc, eq, getTableColumns, gt, isNull, lt, ne } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { session, user } from "./schema.ts"

export const SESSION_DAYS = 30

const { passwordHash: _, ...userColumns } = getTableColumns(user)

/** The row of the person who calls, without the password's hash. */
export type SignedInUser = Omit<typeof user.$inferSelect, "passwordHash">

export async function insertSession(
  db: Database,
  row: { id: Id; userId: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await db.insert(session).values(row)
}

/** The active user of a session that is neither revoked nor over; null otherwise. */
export async function findSession(db: Database, id: string, nowMs: number): Promise<SignedInUser | null> {
  const [row] = await db
    .select(userColumns)
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        eq(session.id, id),
        isNull(session.revokedAt),
        gt(session.expiresAt, nowMs),
        eq(user.status, "active"),
      ),
    )
  return row ?? null
}

/** Ends one session; again changes nothing. */
export async function revokeSession(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .update(session)
    .set({ revokedAt: nowMs })
    .where(and(eq(session.id, id), isNull(session.revokedAt)))
}

/** A person has a handful; this is an end to what is shown, not to what may be open. */
const MAX_LISTED = 100

/** The sessions that still count, newest first. */
export async function listSessions(
  db: Database,
  userId: string,
  nowMs: number,
): Promise<{ id: string; createdAt: number; expiresAt: number }[]> {
  return db
    .select({ id: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt })
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.revokedAt), gt(session.expiresAt, nowMs)))
    .orderBy(desc(session.id))
    .limit(MAX_LISTED)
}

/** Ends every session of a user but one, and answers which; again there is none left to end. */
export async function revokeOtherSessions(
  db: Database,
  { userId, keep }: { userId: string; keep: string },
  nowMs: number,
): Promise<string[]> {
  const rows = await db
    .update(session)
    .set({ revokedAt: nowMs })
    .where(
      and(
        eq(session.userId, userId),
        ne(session.id, keep),
        isNull(session.revokedAt),
        gt(session.expiresAt, nowMs),
      ),
    )
    .returning({ id: session.id })
  return rows.map(({ id }) => id)
}

/** Ends every session of a user; again changes nothing. */
export async function revokeSessionsOf(db: Database, userId: string, nowMs: number): Promise<void> {
  await db
    .update(session)
    .set({ revokedAt: nowMs })
    .where(and(eq(session.userId, userId), isNull(session.revokedAt)))
}

export async function deleteExpiredSessions(db: Database, nowMs: number): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, nowMs))
}
