import type { Id } from "../../contract/id.ts"
import { databaseOf } from "../data/database.ts"
import { claimMailbox, listUnknownMailboxes, type MailboxOwner } from "../data/mailbox-rows.ts"
import { accountKey } from "../data/user-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { logError } from "../log.ts"
import { mailboxHash } from "../secrets/mailbox-hash.ts"

/** A call to D1 each, beside what else a minute does. */
const MAX_ACCOUNTS = 200

/** The mailbox that an account's address reaches, as the database knows it. */
export async function mailboxOwner(env: Env, account: { id: Id; email: string }): Promise<MailboxOwner> {
  return { hash: await mailboxHash(settingsOf(env), accountKey(account.email)), userId: account.id }
}

/** For an address that is proved, or vouched for by an admin. True where the mailbox's trial is this account's; again the same. */
export async function recordMailbox(env: Env, account: { id: Id; email: string }): Promise<boolean> {
  return claimMailbox(databaseOf(env), await mailboxOwner(env, account))
}

/** Records the mailboxes of accounts that are older than the record. */
export async function sweepMailboxes(env: Env): Promise<void> {
  for (const account of await listUnknownMailboxes(databaseOf(env), MAX_ACCOUNTS)) {
    try {
      await recordMailbox(env, account)
    } catch (error) {
      logError("mailbox not recorded", { userId: account.id, error })
    }
  }
}
