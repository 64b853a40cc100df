import { and, asc, eq, getTableColumns, gt, isNull, lt, lte, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { DatabaseName } from "../../database-name.ts"
import type { Database, Directory } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { type AccountName, accountName, IS_COPY, isUncopied, isUnderWay, session, user } from "./tables.ts"
import type { User } from "./user-rows.ts"

/** Finds the database in which an account lives; null for an account that never was. */
export async function findDatabase(db: Directory, id: Id): Promise<DatabaseName | null> {
  const [row] = await db.select({ database: user.database }).from(user).where(eq(user.id, id))
  return row?.database ?? null
}

/** Finds the account of what outsiders name, and its database; null if the directory does not know. */
export async function findNamed(
  db: Directory,
  name: AccountName,
): Promise<{ userId: Id; database: DatabaseName } | null> {
  const [row] = await db
    .select({ userId: user.id, database: user.database })
    .from(accountName)
    .innerJoin(user, eq(user.id, accountName.userId))
    .where(eq(accountName.name, name))
  return row ?? null
}

/** Notes whose this is; what was another account's before is this one's now. */
export async function nameAccount(db: Directory, name: AccountName, userId: Id): Promise<void> {
  await db
    .insert(accountName)
    .values({ name, userId })
    .onConflictDoUpdate({ target: accountName.name, set: { userId } })
}

/** Finds the whole row of an account, deleted ones included. */
export async function findUserRow(db: Directory, id: Id): Promise<User | null> {
  const [row] = await db.select().from(user).where(eq(user.id, id))
  return row ?? null
}

/** Lists accounts whose databases lack their newest row. */
export async function listUncopied(db: Directory, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(isUncopied)
    .orderBy(asc(user.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Writes an account's row of the directory into the account's own database, where rows of the account refer
 * to it, and ends the sessions that the row says are over. An older row than the one there changes nothing.
 */
export async function writeUserCopy(db: Database, { usernameLook: _, ...row }: User): Promise<void> {
  const { id: __, usernameLook: ___, ...columns } = getTableColumns(user)
  const news = Object.entries(columns).map(([field, { name }]) => [field, sql.raw(`excluded.${name}`)])
  await namedBatch(db, {
    copied: db
      .insert(user)
      .values({ ...row, copiedSeq: IS_COPY })
      .onConflictDoUpdate({
        target: user.id,
        set: Object.fromEntries(news) as Record<string, SQL>,
        setWhere: sql`excluded.change_seq >= ${user.changeSeq}`,
      }),
    ended: row.sessionsEndedAt === null ? null : sessionsEnd(db, row.id, row.sessionsEndedAt),
  })
}

/** Ends an account's sessions of until then, as a statement for a batch. */
export function sessionsEnd(db: Database, userId: Id, untilMs: number) {
  return db
    .update(session)
    .set({ revokedAt: untilMs })
    .where(and(eq(session.userId, userId), lte(session.createdAt, untilMs), isNull(session.revokedAt)))
}

/** Notes in the directory that the account's database has this row. */
export async function markCopied(
  db: Directory,
  { id, changeSeq }: Pick<User, "id" | "changeSeq">,
): Promise<void> {
  await db
    .update(user)
    .set({ copiedSeq: changeSeq })
    .where(and(eq(user.id, id), lt(user.copiedSeq, changeSeq), gt(user.changeSeq, 0)))
}

/** Returns true if an account is on its way to another database. */
export async function isAnyMoving(db: Directory): Promise<boolean> {
  return (await listMoving(db, 1)).length > 0
}

/** The accounts of which a database has rows although they do not live there: not yet, or not any more. */
export type Strangers = readonly Id[]

/** Lists accounts that are on their way to another database, or have left rows behind. */
export async function listMoving(db: Directory, limit: number): Promise<User[]> {
  return db.select().from(user).where(isUnderWay).orderBy(asc(user.id)).limit(limit)
}

/** Begins a move, unless one is under way or the account lives elsewhere by now. */
export async function startMove(
  db: Directory,
  id: Id,
  { from, to }: { from: DatabaseName; to: DatabaseName },
): Promise<void> {
  await db
    .update(user)
    .set({ movingTo: to })
    .where(
      and(
        eq(user.id, id),
        eq(user.database, from),
        isNull(user.movingTo),
        isNull(user.movedFrom),
        isNull(user.deletedAt),
      ),
    )
}

type Move = { from: DatabaseName; to: DatabaseName; nowMs: number }

/** Makes the other database the account's, once it has all rows. Returns false if the move is over by now. */
export async function endMove(db: Directory, id: Id, { from, to, nowMs }: Move): Promise<boolean> {
  const rows = await db
    .update(user)
    .set({
      database: to,
      movingTo: null,
      movedFrom: from,
      movedAt: nowMs,
      // The trigger does not see a row that has lived in the directory's own database.
      changeSeq: sql`${user.changeSeq} + 1`,
    })
    .where(isOnItsWay(id, from, to))
    .returning({ id: user.id })
  return rows.length === 1
}

/**
 * Gives a move up: the account stays where it is, and what was copied is left behind in the other database. Returns
 * false if the move is over by now.
 */
export async function dropMove(db: Directory, id: Id, { from, to, nowMs }: Move): Promise<boolean> {
  const rows = await db
    .update(user)
    .set({ movingTo: null, movedFrom: to, movedAt: nowMs })
    .where(isOnItsWay(id, from, to))
    .returning({ id: user.id })
  return rows.length === 1
}

function isOnItsWay(id: Id, from: DatabaseName, to: DatabaseName): SQL | undefined {
  return and(eq(user.id, id), eq(user.database, from), eq(user.movingTo, to))
}

/** Notes that nothing of the account is left where it does not live; nothing if it was moved again by now. */
export async function forgetMove(
  db: Directory,
  { id, movedFrom, movedAt }: Pick<User, "id" | "movedFrom" | "movedAt">,
): Promise<void> {
  await db
    .update(user)
    .set({ movedFrom: null, movedAt: null })
    .where(sql`${user.id} = ${id} AND ${user.movedFrom} IS ${movedFrom} AND ${user.movedAt} IS ${movedAt}`)
}
