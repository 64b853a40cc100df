import { and, eq, exists, gt, gte, inArray, isNull, lt, ne, notInArray, or, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { accessToken, accountToken, emailChange, member, oauthRecord, session, user } from "./tables.ts"

export type EmailChange = typeof emailChange.$inferSelect

/**
 * Returns SQL: the address was given up by a change that can still be undone, so nobody else may take
 * it. `exceptUserId` is its former owner, who may.
 */
export function isKept(emailKey: string, { nowMs, exceptUserId }: { nowMs: number; exceptUserId?: Id }): SQL {
  return sql`EXISTS (SELECT 1 FROM email_change AS kept WHERE kept.old_email_key = ${emailKey}
    AND kept.state = 'confirmed' AND kept.undo_until > ${nowMs} AND kept.user_id <> ${exceptUserId ?? ""})`
}

function isTaken(change: { userId: Id; newEmailKey: string }, nowMs: number): SQL {
  const kept = isKept(change.newEmailKey, { nowMs, exceptUserId: change.userId })
  return sql`(${kept} OR EXISTS (SELECT 1 FROM user AS holder WHERE holder.email_key = ${change.newEmailKey}))`
}

/**
 * Adds a change that waits for its link and supersedes a waiting one. Returns false, with nothing
 * written, if another account has or may reclaim the address, or this same change waits already.
 */
export async function insertEmailChange(
  db: Directory,
  change: Omit<EmailChange, "state"> & { id: Id },
): Promise<boolean> {
  const waiting = sql`SELECT 1 FROM email_change AS waiting WHERE waiting.user_id = ${change.userId}
    AND waiting.state = 'pending' AND waiting.new_email_key = ${change.newEmailKey}
    AND waiting.expires_at > ${change.createdAt}`
  const isGood = sql`NOT ${isTaken(change, change.createdAt)} AND NOT EXISTS (${waiting})`
  const { inserted } = await namedBatch(db, {
    superseded: db
      .update(emailChange)
      .set({ state: "superseded" })
      .where(and(eq(emailChange.userId, change.userId), eq(emailChange.state, "pending"), isGood)),
    inserted: insertFrom(db, emailChange, { ...change, state: "pending" }, sql`WHERE ${isGood}`).returning({
      id: emailChange.id,
    }),
  })
  return inserted.length === 1
}

export async function findEmailChange(db: Directory, id: Id): Promise<EmailChange | null> {
  const [row] = await db.select().from(emailChange).where(eq(emailChange.id, id))
  return row ?? null
}

/** Finds the change whose link is not opened yet, if any. */
export async function findPendingChange(
  db: Directory,
  userId: Id,
  nowMs: number,
): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChange)
    .where(
      and(
        eq(emailChange.userId, userId),
        // Written exactly as in the partial index.
        sql`${emailChange.state} = 'pending'`,
        gt(emailChange.expiresAt, nowMs),
      ),
    )
  return row ?? null
}

/** Supersedes the waiting change; links that undo stay valid. A second call changes nothing. */
export async function supersedePending(db: Directory, userId: Id): Promise<void> {
  await db
    .update(emailChange)
    .set({ state: "superseded" })
    .where(and(eq(emailChange.userId, userId), eq(emailChange.state, "pending")))
}

/**
 * Sets the new address once its owner opened the link. All codes and links mailed to the old one become
 * void, except the link that undoes this, until `undoUntil`. Returns false, with nothing written, if
 * the change no longer waits, the account has moved on, or another account has the address.
 */
export async function confirmEmailChange(
  db: Directory,
  change: EmailChange,
  { nowMs, undoUntil }: { nowMs: number; undoUntil: number },
): Promise<boolean> {
  const { userId, newEmail, newEmailKey, oldEmailKey } = change
  const open = db
    .select({ id: emailChange.id })
    .from(emailChange)
    .where(
      and(eq(emailChange.id, change.id), eq(emailChange.state, "pending"), gt(emailChange.expiresAt, nowMs)),
    )
  const moved = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.emailKey, newEmailKey)))
  const { confirmed } = await namedBatch(db, {
    user: db
      .update(user)
      .set({ email: newEmail, emailKey: newEmailKey, emailVerifiedAt: nowMs, updatedAt: nowMs })
      .where(
        and(
          eq(user.id, userId),
          eq(user.emailKey, oldEmailKey),
          eq(user.status, "active"),
          isNull(user.deletedAt),
          exists(open),
          sql`NOT ${isTaken(change, nowMs)}`,
        ),
      ),
    tokens: db.delete(accountToken).where(and(inArray(accountToken.userId, moved), exists(open))),
    confirmed: db
      .update(emailChange)
      .set({ state: "confirmed", undoUntil })
      .where(and(eq(emailChange.id, change.id), eq(emailChange.state, "pending"), exists(moved)))
      .returning({ id: emailChange.id }),
  })
  return confirmed.length === 1
}

/**
 * Restores the old address, because its owner says the change was not theirs. It ends all sessions,
 * access tokens, assistants' access, codes and links, and voids every later change with its undo link. Links to still earlier addresses
 * stay valid: the earliest owner wins. Returns false, with nothing written, if the link is expired or
 * void, or the account is deleted.
 */
export async function undoEmailChange(db: Directory, change: EmailChange, nowMs: number): Promise<boolean> {
  const open = db
    .select({ userId: emailChange.userId })
    .from(emailChange)
    .innerJoin(user, and(eq(user.id, emailChange.userId), isNull(user.deletedAt)))
    .where(
      and(
        eq(emailChange.id, change.id),
        notInArray(emailChange.state, ["undone", "void"]),
        gt(emailChange.undoUntil, nowMs),
      ),
    )
  const { undone } = await namedBatch(db, {
    user: db
      .update(user)
      .set({
        email: change.oldEmail,
        emailKey: change.oldEmailKey,
        emailVerifiedAt: nowMs,
        sessionsEndedAt: nowMs,
        updatedAt: nowMs,
      })
      .where(and(inArray(user.id, open), isNull(user.deletedAt))),
    sessions: db
      .update(session)
      .set({ revokedAt: nowMs })
      .where(and(inArray(session.userId, open), isNull(session.revokedAt))),
    tokens: db.delete(accountToken).where(inArray(accountToken.userId, open)),
    accessTokens: db.delete(accessToken).where(inArray(accessToken.userId, open)),
    assistants: db.delete(oauthRecord).where(inArray(oauthRecord.userId, open)),
    members: db.delete(member).where(inArray(member.accountId, open)),
    voided: db
      .update(emailChange)
      .set({ state: "void" })
      .where(
        and(
          inArray(emailChange.userId, open),
          ne(emailChange.id, change.id),
          or(gte(emailChange.createdAt, change.createdAt), eq(emailChange.state, "pending")),
        ),
      ),
    undone: db
      .update(emailChange)
      .set({ state: "undone" })
      .where(and(eq(emailChange.id, change.id), exists(open)))
      .returning({ id: emailChange.id }),
  })
  return undone.length === 1
}

/** Deletes changes that can no longer be undone; nothing reads them. */
export async function deleteOldEmailChanges(db: Directory, nowMs: number): Promise<void> {
  await db.delete(emailChange).where(lt(emailChange.undoUntil, nowMs))
}
