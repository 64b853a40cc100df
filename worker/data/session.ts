import { and, eq, getTableColumns, gt, isNull, lt } from "drizzle-orm"
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
