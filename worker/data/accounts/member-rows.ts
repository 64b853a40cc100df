import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import type { MemberRole } from "../../../contract/accounts/role.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_MEMBERS, MAX_WORKPLACES } from "../../../contract/limit.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { readerOf } from "../reader.ts"
import { hasPeople, type SignedInUser, userList } from "./session-rows.ts"
import { member, user } from "./tables.ts"

type MemberRow = typeof member.$inferSelect
/** A member with their name and address as they are now; null while invited. */
export type ListedMember = MemberRow & {
  person: { firstName: string; lastName: string; email: string } | null
}

/** The days for which an invitation that was not accepted is listed. */
const LISTED_DAYS = 30

/** SQL over `user`: an account that others may work in. An admin's reaches all accounts, and so it has no members. */
const isShareable = sql`user.status = 'active' AND user.role = 'user'`

/** Lists the people of an account, newest first: at most MAX_MEMBERS. */
export async function listMembers(db: Directory, accountId: Id): Promise<ListedMember[]> {
  return selectMembers(db, eq(member.accountId, accountId))
}

/** Returns true if others than its owner work in an account. */
export async function hasMembers(db: Directory, accountId: Id): Promise<boolean> {
  const [[row]] = await readerOf(db)(
    sql<{ has: number }>`SELECT ${hasPeople} AS "has" FROM user WHERE user.id = ${accountId}`,
  )
  return row?.has === 1
}

/** Finds one of an account's people; null if it is nobody's there. */
export async function findMember(db: Directory, accountId: Id, id: Id): Promise<ListedMember | null> {
  const [row] = await selectMembers(db, and(eq(member.accountId, accountId), eq(member.id, id)))
  return row ?? null
}

async function selectMembers(db: Directory, isIt: SQL | undefined): Promise<ListedMember[]> {
  const { firstName, lastName, email } = user
  const rows = await db
    .select({ member, person: { firstName, lastName, email } })
    .from(member)
    .leftJoin(user, eq(user.id, member.userId))
    .where(isIt)
    .orderBy(desc(member.id))
  return rows.map((row) => ({ ...row.member, person: row.person }))
}

/**
 * Adds an invitation, or renews the one that waits for this address: its earlier link is void. Returns its id; null, with
 * nothing written, if somebody with this address has accepted one, or at MAX_MEMBERS.
 */
export async function insertInvitation(
  db: Directory,
  row: Omit<MemberRow, "userId" | "joinedAt">,
): Promise<Id | null> {
  const own = sql`SELECT 1 FROM member AS own WHERE own.account_id = ${row.accountId}`
  const hasRoom = sql`((SELECT count(*) FROM (${own})) < ${MAX_MEMBERS} OR EXISTS (${own} AND own.email_key = ${row.emailKey}))`
  const { role, tokenHash, email, invitedAt, expiresAt } = row
  const rows = await insertFrom(db, member, { ...row, userId: null, joinedAt: null }, sql`WHERE ${hasRoom}`)
    .onConflictDoUpdate({
      target: [member.accountId, member.emailKey],
      set: { role, tokenHash, email, invitedAt, expiresAt },
      setWhere: isNull(member.joinedAt),
    })
    .returning({ id: member.id })
  return rows[0]?.id ?? null
}

/** An invitation with the account that it is to. */
export type Invitation = MemberRow & {
  account: Pick<SignedInUser, "id" | "firstName" | "lastName" | "company">
}

/** Finds the invitation with this token's hash; null if its account has none any more. */
export async function findInvitation(db: Directory, tokenHash: string): Promise<Invitation | null> {
  const { id, firstName, lastName, company } = user
  const [row] = await db
    .select({ member, account: { id, firstName, lastName, company } })
    .from(member)
    .innerJoin(user, eq(user.id, member.accountId))
    .where(and(eq(member.tokenHash, tokenHash), isShareable))
  return row ? { ...row.member, account: row.account } : null
}

/**
 * Makes the person a member by an invitation to their address, unless it has expired or was renewed. Returns false, with
 * nothing written, if not, if they work in the account already, or in MAX_WORKPLACES.
 */
export async function acceptInvitation(
  db: Directory,
  { tokenHash, emailKey, userId, nowMs }: { tokenHash: string; emailKey: string; userId: Id; nowMs: number },
): Promise<boolean> {
  const others = sql`SELECT 1 FROM member AS other WHERE other.user_id = ${userId}`
  const isNew = sql`NOT EXISTS (${others} AND other.account_id = member.account_id)`
  const hasRoom = sql`(SELECT count(*) FROM (${others})) < ${MAX_WORKPLACES}`
  const isOpen = sql`${member.userId} IS NULL AND ${member.expiresAt} > ${nowMs} AND ${member.accountId} <> ${userId}`
  const rows = await db
    .update(member)
    .set({ userId, joinedAt: nowMs })
    .where(
      and(
        eq(member.tokenHash, tokenHash),
        eq(member.emailKey, emailKey),
        isOpen,
        sql`${isNew} AND ${hasRoom}`,
      ),
    )
    .returning({ id: member.id })
  return rows.length === 1
}

/** Finds what somebody may do in another's account, and that account: one look-up; null if they do not work there. */
export async function findWorkplace(
  db: Directory,
  userId: Id,
  accountId: Id,
): Promise<{ account: SignedInUser; role: MemberRole } | null> {
  const [[row]] = await readerOf(db)(
    sql<SignedInUser & { "@role": MemberRole }>`SELECT ${userList}, member.role AS "@role"
      FROM member JOIN user ON user.id = member.account_id
      WHERE member.user_id = ${userId} AND member.account_id = ${accountId} AND ${isShareable}`,
  )
  if (!row) return null
  const { "@role": role, ...account } = row
  return { account, role }
}

/** Lists the accounts of others that somebody works in, the first one first: at most MAX_WORKPLACES. */
export async function listWorkplaces(
  db: Directory,
  userId: Id,
): Promise<(Invitation["account"] & { role: MemberRole })[]> {
  const { id, firstName, lastName, company } = user
  return db
    .select({ id, firstName, lastName, company, role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.accountId))
    .where(and(eq(member.userId, userId), isShareable))
    .orderBy(member.joinedAt, member.id)
}

/** Changes what one of an account's people may do. Returns false if it is nobody's there. */
export async function updateMemberRole(
  db: Directory,
  { accountId, id, role }: { accountId: Id; id: Id; role: MemberRole },
): Promise<boolean> {
  const rows = await db
    .update(member)
    .set({ role })
    .where(and(eq(member.id, id), eq(member.accountId, accountId)))
    .returning({ id: member.id })
  return rows.length === 1
}

/** Removes one of an account's people, or an invitation. Returns whom; undefined if it is nobody there. */
export async function deleteMember(
  db: Directory,
  accountId: Id,
  id: Id,
): Promise<{ userId: Id | null } | undefined> {
  const [row] = await db
    .delete(member)
    .where(and(eq(member.id, id), eq(member.accountId, accountId)))
    .returning({ userId: member.userId })
  return row
}

/** Ends somebody's work in another's account. Returns false if they do not work there. */
export async function leaveWorkplace(db: Directory, userId: Id, accountId: Id): Promise<boolean> {
  const rows = await db
    .delete(member)
    .where(and(eq(member.userId, userId), eq(member.accountId, accountId)))
    .returning({ id: member.id })
  return rows.length === 1
}

/** Deletes invitations that expired long ago. */
export async function deleteOldInvitations(db: Directory, nowMs: number): Promise<void> {
  await db
    .delete(member)
    .where(and(isNull(member.joinedAt), lt(member.expiresAt, nowMs - LISTED_DAYS * DAY_MS)))
}

/** Returns, as an expression, the name of the person whom a mark means; null for a program, and where this database has no such person. */
export function nameOfMark(mark: SQL): SQL<string | null> {
  return sql`(SELECT trim(doer.first_name || ' ' || doer.last_name) FROM user AS doer WHERE doer.id = ${mark})`
}

/** Returns the names of these people, whom an account's rows name by their ids; nobody's who is deleted. */
export async function readNames(db: Directory, ids: readonly Id[]): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map()
  const { id, firstName, lastName } = user
  const rows = await db
    .select({ id, firstName, lastName })
    .from(user)
    .where(inArray(id, [...ids]))
  return new Map(rows.map((row) => [row.id, `${row.firstName} ${row.lastName}`.trim()]))
}
