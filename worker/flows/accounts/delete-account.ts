import type { Context } from "hono"
import { ApiError, unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { AppEnv } from "../../app-env.ts"
import type { NewAuditEntry } from "../../data/accounts/audit-rows.ts"
import { type DeletedUser, findDeletedUser } from "../../data/accounts/deleted-user-rows.ts"
import { anonymiseUser } from "../../data/accounts/user-admin.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import { directoryOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { beingMoved } from "../../moving.ts"
import { copyUser } from "../../place.ts"
import { UNUSABLE_PASSWORD_HASH } from "../../secrets/password-hash.ts"
import { recordMailbox } from "../operations/record-mailbox.ts"
import { purgeAccount } from "./purge-account.ts"

/**
 * Makes the account anonymous and signs it out at once; a repeat changes nothing. Its belongings are
 * purged afterwards. Refuses the last admin, and an account that is being moved.
 */
export async function deleteAccount(c: Context<AppEnv>, id: Id): Promise<DeletedUser> {
  const db = directoryOf(c.env)
  const audit = auditOf(c, id, "User deleted", "Deleted the account and everything in it")
  // This is the last chance: afterwards nobody knows the address, and its trial would start again.
  const account = await findUserById(db, id)
  if (account?.movingTo) throw beingMoved()
  if (account && account.emailVerifiedAt !== null) await recordMailbox(c.env, account)
  await anonymiseUser(db, { id, passwordHash: UNUSABLE_PASSWORD_HASH, audit, nowMs: Date.now() })
  const deleted = await findDeletedUser(db, id)
  if (deleted) {
    const env = await copyUser(c.env, id)
    if (!deleted.isPurged) c.executionCtx.waitUntil(startPurge(env, deleted))
    return deleted
  }
  const kept = await findUserById(db, id)
  if (kept?.movingTo) throw beingMoved()
  throw kept ? lastAdmin() : unknown("user")
}

/** Purges past the reply; if it stops, the sweep goes on a minute later. */
async function startPurge(env: Env, account: DeletedUser): Promise<void> {
  try {
    await purgeAccount(env, account, Date.now())
  } catch (error) {
    logWarning("account not yet purged", { userId: account.id, error })
  }
}

/** Returns the refusal for the last admin: somebody has to look after the accounts. */
export function lastAdmin(): ApiError {
  return new ApiError("conflict", "This is the last active admin. Make someone else an admin first.")
}

/** Returns the audit entry of the calling admin's action. */
export function auditOf(c: Context<AppEnv>, subjectId: Id, action: string, details: string): NewAuditEntry {
  const nowMs = Date.now()
  return { id: makeId(nowMs), actorId: c.var.user.id, action, subjectId, details, createdAt: nowMs }
}
