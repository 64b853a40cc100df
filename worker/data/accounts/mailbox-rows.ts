import { and, eq, exists, isNull, sql } from "drizzle-orm"
import type { VerifyReply } from "../../../contract/accounts/account.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Directory } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { mailbox, user } from "./tables.ts"

export type MailboxOwner = { hash: string; userId: Id }

/**
 * Records that this account has this mailbox. Returns true if the mailbox's trial is this account's:
 * the first account gets it, and repeats keep it. The first month of both begins at the earlier date.
 */
export async function claimMailbox(db: Directory, { hash, userId }: MailboxOwner): Promise<boolean> {
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

/** Returns an account's trial, known once this mailbox is proved its own; see `verifyReplySchema`. */
export async function trialOf(db: Directory, { hash, userId }: MailboxOwner): Promise<VerifyReply["trial"]> {
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
 * Returns a statement for the batch that deletes an account: unlinks its mailboxes and rounds their
 * date to the day, so that nothing connects the two.
 */
export function mailboxesForget(db: Directory, userId: Id) {
  const forgotten = db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), sql`${user.deletedAt} IS NOT NULL`))
  return db
    .update(mailbox)
    .set({ userId: null, firstAt: sql`${mailbox.firstAt} - ${mailbox.firstAt} % ${DAY_MS}` })
    .where(and(eq(mailbox.userId, userId), exists(forgotten)))
}
