import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { ListedUser, UserListQuery } from "../../../contract/accounts/user.ts"
import type { Id } from "../../../contract/id.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Directory } from "../database.ts"
import { contains, pageOf } from "../paging.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { auditInsert, justChanged, type NewAuditEntry } from "./audit-rows.ts"
import { isKept } from "./email-change-rows.ts"
import { mailboxesForget } from "./mailbox-rows.ts"
import { accountToken, emailChange, session, user } from "./tables.ts"
import { accountKey, sameAddress, type User } from "./user-rows.ts"

const sortColumns = {
  createdAt: user.createdAt,
  firstName: sql`${user.firstName} COLLATE NOCASE`,
  lastName: sql`${user.lastName} COLLATE NOCASE`,
  email: user.emailKey,
  username: user.usernameKey,
  role: user.role,
  status: user.status,
}

/** Lists all accounts. Credits come from the D1 copy, some milliseconds behind the ledger. */
export async function listUsers(
  db: Directory,
  query: UserListQuery,
): Promise<{ rows: ListedUser[]; pagination: Pagination }> {
  const condition = and(
    isNull(user.deletedAt),
    query.role ? eq(user.role, query.role) : undefined,
    query.status ? eq(user.status, query.status) : undefined,
    query.search
      ? or(
          contains(sql`${user.firstName} || ' ' || ${user.lastName}`, query.search),
          contains(user.email, query.search),
          contains(user.username, query.search),
          contains(user.company, query.search),
        )
      : undefined,
  )
  const [{ total }] = await db.select({ total: count() }).from(user).where(condition)
  const { offset, pagination } = pageOf(query, total)
  const direction = query.sort === "asc" ? asc : desc
  const rows = await db
    .select()
    .from(user)
    .where(condition)
    .orderBy(direction(sortColumns[query.sortBy]), direction(user.id))
    .limit(query.limit)
    .offset(offset)
  return { rows: rows.map(listedUser), pagination }
}

/** Converts the row to an admin's API reply. */
export function listedUser(row: User): ListedUser {
  return {
    _id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    username: row.username,
    company: row.company,
    phone: row.phone,
    role: row.role,
    status: row.status,
    credit: { availableCredits: row.availableCredits, usedCredits: row.usedCredits },
    createdAt: new Date(row.createdAt).toISOString(),
    isVerified: row.emailVerifiedAt !== null,
    plan: row.plan,
  }
}

export type UserChange = Partial<
  Pick<User, "firstName" | "lastName" | "email" | "company" | "phone" | "role" | "status" | "plan">
>

/**
 * Writes an admin's change with its audit entry, and ends an inactive user's sessions. A new address
 * voids all links mailed to the old one, undo links included. It is as verified as the old one was,
 * because the admin vouches for it. Returns false, with nothing written, if the account is gone, the
 * address is taken or may be reclaimed, or no admin who can sign in would remain.
 */
export async function changeUser(
  db: Directory,
  current: Pick<User, "id" | "emailKey">,
  { change, audit, nowMs }: { change: UserChange; audit: NewAuditEntry | null; nowMs: number },
): Promise<boolean> {
  const { id } = current
  const emailKey = change.email === undefined ? current.emailKey : accountKey(change.email)
  const isNewEmail = emailKey !== current.emailKey
  const isLosingAdmin = change.role === "user" || change.status === "inactive"
  const holder = sql`SELECT 1 FROM ${user} AS other WHERE other.email_key = ${emailKey} AND other.id <> ${id}`
  const moved = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), eq(user.emailKey, emailKey)))
  const { written } = await namedBatch(db, {
    written: db
      .update(user)
      .set({
        ...change,
        ...(isNewEmail && { emailKey }),
        ...(change.status === "inactive" && { sessionsEndedAt: nowMs }),
        ...(change.email !== undefined && !isNewEmail && { email: sameAddress(change.email) }),
        updatedAt: nowMs,
      })
      .where(
        and(
          eq(user.id, id),
          isNull(user.deletedAt),
          isLosingAdmin ? leavesAnAdmin(id) : undefined,
          isNewEmail ? sql`NOT EXISTS (${holder})` : undefined,
          isNewEmail ? sql`NOT ${isKept(emailKey, { nowMs, exceptUserId: id })}` : undefined,
        ),
      )
      .returning({ id: user.id }),
    entry: audit && auditInsert(db, audit, justChanged),
    sessions: endSessionsIfInactive(db, id, nowMs),
    voided: isNewEmail
      ? [
          db.delete(accountToken).where(inArray(accountToken.userId, moved)),
          db.delete(emailChange).where(inArray(emailChange.userId, moved)),
        ]
      : [],
  })
  return written.length === 1
}

/** The name of a deleted account in the books and the audit trail. */
const NOBODY = { firstName: "Deleted", lastName: "user", company: "", phone: "" }

/**
 * Deletes an account: its row names nobody and cannot sign in, its address and user name are free, and
 * all it owned waits to be purged. `passwordHash` matches no password. A second call changes nothing.
 * Returns false, with nothing written, if the account is gone or being moved, or no admin who can sign in would remain.
 */
export async function anonymiseUser(
  db: Directory,
  { id, passwordHash, audit, nowMs }: { id: Id; passwordHash: string; audit: NewAuditEntry; nowMs: number },
): Promise<boolean> {
  const { written } = await namedBatch(db, {
    written: db
      .update(user)
      .set({
        ...NOBODY,
        garments: "[]",
        email: "",
        emailKey: `deleted ${id}`,
        username: "",
        usernameKey: `deleted ${id}`,
        passwordHash,
        role: "user",
        status: "inactive",
        emailVerifiedAt: null,
        firstMonthAt: null,
        deletedAt: nowMs,
        sessionsEndedAt: nowMs,
        updatedAt: nowMs,
      })
      .where(and(eq(user.id, id), isNull(user.deletedAt), isNull(user.movingTo), leavesAnAdmin(id)))
      .returning({ id: user.id }),
    entry: auditInsert(db, audit, justChanged),
    sessions: endSessionsIfInactive(db, id, nowMs),
    mailboxes: mailboxesForget(db, id),
  })
  return written.length === 1
}

/** Lists active admins, oldest first, for notices that only they can act on. */
export async function listAdminIds(db: Directory, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, "admin"), eq(user.status, "active"), isNull(user.deletedAt)))
    .orderBy(asc(user.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Returns SQL: this account is no active admin, or another admin can sign in. Part of the changing
 * statement, so of two admins who remove each other at once, one is refused.
 */
function leavesAnAdmin(id: Id): SQL {
  return sql`(${user.role} <> 'admin' OR ${user.status} <> 'active' OR EXISTS (
    SELECT 1 FROM ${user} AS other WHERE other.role = 'admin' AND other.status = 'active'
      AND other.email_verified_at IS NOT NULL AND other.id <> ${id}))`
}

function endSessionsIfInactive(db: Directory, id: Id, nowMs: number) {
  const inactive = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), eq(user.status, "inactive")))
  return db
    .update(session)
    .set({ revokedAt: nowMs })
    .where(and(inArray(session.userId, inactive), isNull(session.revokedAt)))
}
