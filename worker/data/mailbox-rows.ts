import { and, asc, eq, exists, isNull, sql } from "drizzle-orm"
import type { VerifyReply } from "../../contract/account.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { namedBatch } from "./named-batch.ts"
import { mailbox, user } from "./schema.ts"

/** A mailbox and the account whose address reaches it. */
export type MailboxOwner = { hash: string; userId: Id }

/**
 * Writes down that this account's owner has this mailbox. True where its trial is this account's: the first to come has
 * it, and keeps it through every repeat. The first month of account and mailbox begins with the earlier of the two.
 */
export async function claimMailbox(db: Database, { hash, userId }: MailboxOwner): Promise<boolean> {
  const began = sql<number>`min(${user.createdAt}, coalesce(${user.firstMonthAt}, ${user.createdAt}))`
  const known = sql<number>`(SELECT ${mailbox.firstAt} FROM ${mailbox} WHERE ${mailbox.hash} = ${hash})`
  const { claimed } = await namedBatch(db, {
    claimed: insertFrom(
      db,
      mailbox,
      { hash, userId, firstAt: began },
      sql`FROM ${user} WHERE ${user.id} = ${userId} AND ${user.deletedAt} IS NULL`,
    )
      .onConflictDoUpdate({
        target: mailbox.hash,
        set: { firstAt: sql`min(${mailbox.firstAt}, excluded.first_at)` },
      })
      .returning({ userId: mailbox.userId }),
    user: db
      .update(user)
      .set({ firstMonthAt: sql`min(${began}, ${known})` })
      .where(and(eq(user.id, userId), isNull(user.deletedAt))),
  })
  return claimed[0]?.userId === userId
}

/** What to tell of the trial to whoever has just proved to own this mailbox; as `verifyReplySchema` says. */
export async function trialOf(db: Database, { hash, userId }: MailboxOwner): Promise<VerifyReply["trial"]> {
  const [row] = await db
    .select({
      owner: mailbox.userId,
      owned: sql<number>`(SELECT count(*) FROM ${mailbox} AS other WHERE other.user_id = ${userId})`,
    })
    .from(mailbox)
    .where(eq(mailbox.hash, hash))
  if (!row || row.owned === 0) return row ? "had" : null
  return row.owner === userId && row.owned === 1 ? "granted" : null
}

/**
 * A deleted account's mailboxes, as a statement for the batch that deletes it: they name it no more, and the moment at
 * which it was made is blurred to the day, so that nothing leads from one to the other.
 */
export function mailboxesForget(db: Database, userId: Id) {
  const gone = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), sql`${user.deletedAt} IS NOT NULL`))
  return db
    .update(mailbox)
    .set({ userId: null, firstAt: sql`${mailbox.firstAt} - ${mailbox.firstAt} % ${DAY_MS}` })
    .where(and(eq(mailbox.userId, userId), exists(gone)))
}

/** Verified accounts whose mailbox is not written down, the oldest first: theirs was the trial. */
export async function listUnknownMailboxes(
  db: Database,
  limit: number,
): Promise<{ id: Id; email: string }[]> {
  return (
    db
      .select({ id: user.id, email: user.email })
      .from(user)
      // Spelt as the partial index is.
      .where(
        sql`${user.emailVerifiedAt} IS NOT NULL AND ${user.firstMonthAt} IS NULL AND ${user.deletedAt} IS NULL`,
      )
      .orderBy(asc(user.createdAt))
      .limit(limit)
  )
}
