import type { Id } from "../../../contract/id.ts"
import { claimMailbox, type MailboxOwner } from "../../data/accounts/mailbox-rows.ts"
import { accountKey } from "../../data/accounts/user-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { type OpenEnv, settingsOf } from "../../env.ts"
import { mailboxHash } from "../../secrets/mailbox-hash.ts"

/** Returns the account and the hash of its address, as the database stores a mailbox. */
export async function mailboxOwner(env: OpenEnv, account: { id: Id; email: string }): Promise<MailboxOwner> {
  return { hash: await mailboxHash(settingsOf(env), accountKey(account.email)), userId: account.id }
}

/** Records a proved or admin-confirmed address; repeatable. Returns true if this account has the trial. */
export async function recordMailbox(env: OpenEnv, account: { id: Id; email: string }): Promise<boolean> {
  return claimMailbox(directoryOf(env), await mailboxOwner(env, account))
}
