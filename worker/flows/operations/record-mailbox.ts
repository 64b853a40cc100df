import type { Id } from "../../../contract/id.ts"
import { claimMailbox, listUnknownMailboxes, type MailboxOwner } from "../../data/accounts/mailbox-rows.ts"
import { accountKey } from "../../data/accounts/user-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type Env, settingsOf } from "../../env.ts"
import { logError } from "../../log.ts"
import { mailboxHash } from "../../secrets/mailbox-hash.ts"

/** The accounts per run: one D1 call each, beside a minute's other work. */
const MAX_ACCOUNTS = 200

/** Returns the account and the hash of its address, as the database stores a mailbox. */
export async function mailboxOwner(env: Env, account: { id: Id; email: string }): Promise<MailboxOwner> {
  return { hash: await mailboxHash(settingsOf(env), accountKey(account.email)), userId: account.id }
}

/** Records a proved or admin-confirmed address; repeatable. Returns true if this account has the trial. */
export async function recordMailbox(env: Env, account: { id: Id; email: string }): Promise<boolean> {
  return claimMailbox(databaseOf(env), await mailboxOwner(env, account))
}

/** Records the mailboxes of accounts from before this record existed. */
export async function sweepMailboxes(env: Env): Promise<void> {
  for (const account of await listUnknownMailboxes(databaseOf(env), MAX_ACCOUNTS)) {
    try {
      await recordMailbox(env, account)
    } catch (error) {
      logError("mailbox not recorded", { userId: account.id, error })
    }
  }
}
