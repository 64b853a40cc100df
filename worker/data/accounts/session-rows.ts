import { and, desc, eq, getTableColumns, gt, isNull, lt, ne, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { DatabaseName } from "../../database-name.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { listOf, type Reader } from "../reader.ts"
import { session, user } from "./tables.ts"

export const SESSION_DAYS = 30

const { passwordHash: _, ...userColumns } = getTableColumns(user)
/** A user's columns for a SELECT, without the password's hash. */
export const userList = listOf(userColumns)

export type SignedInUser = Omit<typeof user.$inferSelect, "passwordHash"> & {
  /** 0 if no change of its address waits in the directory; undefined of a user who was read in another way. */
  isChangingEmail?: number
  /** 0 if they work in no account but their own, as far as the directory says; undefined as above. */
  worksElsewhere?: number
  /** 0 if nobody else works in their account, as far as the directory says; undefined as above. */
  hasPeople?: number
}

/** A session and the user it began with. */
type SessionKey = { id: Id; userId: Id }
type Lifetime = { createdAt: number; expiresAt: number }

export async function insertSession(db: Database, row: SessionKey & Lifetime): Promise<void> {
  await db.insert(session).values(row)
}

/**
 * Adds the first session of an account whose address is verified. Returns false, with nothing written, if
 * it had one in the last `SESSION_DAYS`, ended or not, or if its password is no longer the one that was
 * read. Only one of concurrent calls adds it.
 */
export async function insertFirstSession(
  db: Database,
  row: SessionKey & Lifetime,
  passwordHash: string,
): Promise<boolean> {
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM session AS earlier WHERE earlier.user_id = ${row.userId})`
  const isVerified = sql`EXISTS (SELECT 1 FROM user WHERE user.id = ${row.userId}
    AND user.email_verified_at IS NOT NULL AND user.status = 'active'
    AND user.password_hash = ${passwordHash})`
  const rows = await insertFrom(db, session, row, sql`WHERE ${isFirst} AND ${isVerified}`).returning({
    id: session.id,
  })
  return rows.length === 1
}

/** SQL over `user` of the directory: a change of its address waits for its link to be opened, or has waited. */
const isChangingEmail = sql`EXISTS (SELECT 1 FROM email_change WHERE email_change.user_id = user.id AND email_change.state = 'pending')`

/** SQL over `user` of the directory: they work in another's account. */
const worksElsewhere = sql`EXISTS (SELECT 1 FROM member WHERE member.user_id = user.id)`

/** SQL over `user` of the directory: others work in their account. */
export const hasPeople = sql`EXISTS (SELECT 1 FROM member AS colleague WHERE colleague.account_id = user.id AND colleague.user_id IS NOT NULL)`

/** Finds the active user of a session that is not revoked or expired; otherwise null. */
export async function findSession(
  read: Reader,
  key: SessionKey,
  nowMs: number,
): Promise<SignedInUser | null> {
  const [[row]] = await read(
    sql<SignedInUser>`SELECT ${userList}, ${isChangingEmail} AS "isChangingEmail",
      ${worksElsewhere} AS "worksElsewhere", ${hasPeople} AS "hasPeople" ${fromLive(key, nowMs)}`,
  )
  return row ?? null
}

/**
 * Returns the same check for another read's batch: one row if the session is live, else none; with a place, only if
 * the account's row says that it lives there and is not leaving.
 */
export function selectLiveSession(key: SessionKey, nowMs: number, place?: DatabaseName): SQL<{ id: Id }> {
  const isSettled = place ? sql`AND user.database = ${place} AND user.moving_to IS NULL` : sql``
  return sql`SELECT session.id ${fromLive(key, nowMs)} ${isSettled}`
}

/**
 * Returns true if the account's row says that it lives in this database and is not leaving. A copy that says
 * otherwise may be what a move has left, whose end was never told there.
 */
export function livesAt({ database, movingTo }: SignedInUser, place: DatabaseName): boolean {
  return database === place && movingTo === null
}

function fromLive({ id, userId }: SessionKey, nowMs: number): SQL {
  return sql`FROM session JOIN user ON user.id = session.user_id
    WHERE session.id = ${id} AND session.user_id = ${userId} AND session.revoked_at IS NULL
      AND session.expires_at > ${nowMs} AND user.status = 'active'`
}

/** Ends one session; a second call changes nothing. */
export async function revokeSession(db: Database, id: Id, nowMs: number): Promise<void> {
  await db
    .update(session)
    .set({ revokedAt: nowMs })
    .where(and(eq(session.id, id), isNull(session.revokedAt)))
}

/** The most sessions in a list, which are not limited themselves; people have a handful. */
const MAX_LISTED = 100

/** Lists live sessions, newest first. */
export async function listSessions(
  db: Database,
  userId: Id,
  nowMs: number,
): Promise<{ id: Id; createdAt: number; expiresAt: number }[]> {
  return db
    .select({ id: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt })
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.revokedAt), gt(session.expiresAt, nowMs)))
    .orderBy(desc(session.id))
    .limit(MAX_LISTED)
}

/** Ends all sessions of a user but one and returns their ids; a second call ends none. */
export async function revokeOtherSessions(
  db: Database,
  { userId, keep }: { userId: Id; keep: Id },
  nowMs: number,
): Promise<Id[]> {
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

export async function deleteExpiredSessions(db: Database, nowMs: number): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, nowMs))
}
