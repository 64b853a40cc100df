import { deleteOldAccessTokens } from "../../data/accounts/access-token-rows.ts"
import { deleteExpiredTokens } from "../../data/accounts/account-token-rows.ts"
import { deleteOldEmailChanges } from "../../data/accounts/email-change-rows.ts"
import { deleteOldInvitations } from "../../data/accounts/member-rows.ts"
import { deleteOldNotifications } from "../../data/accounts/notification-rows.ts"
import { deleteExpiredRecords } from "../../data/accounts/oauth-record-rows.ts"
import { deleteOldRateCounts } from "../../data/accounts/rate-count-rows.ts"
import { deleteExpiredSessions } from "../../data/accounts/session-rows.ts"
import { deleteExpiredPasses } from "../../data/accounts/spent-pass-rows.ts"
import { deleteOldRuns } from "../../data/autopilots/autopilot-due.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { deleteOldEvents } from "../../data/events/event-rows.ts"
import { deleteOldVendorErrors } from "../../data/operations/vendor-error-rows.ts"
import { deleteOldJobs } from "../../data/programs/job-rows.ts"
import { deleteOldCalls } from "../../data/programs/keyed-call-rows.ts"
import type { Env, OpenEnv } from "../../env.ts"

/**
 * Deletes expired sessions, old notifications, runs of autopilots, keys of calls, jobs and events. Repeatable. A scan more often than
 * nightly is not worth it.
 */
export async function sweepAccounts(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  await Promise.all([
    deleteExpiredSessions(db, nowMs),
    deleteOldNotifications(db, nowMs),
    deleteOldRuns(db, nowMs),
    deleteOldCalls(db, nowMs),
    deleteOldJobs(db, nowMs),
    deleteOldEvents(db, nowMs),
  ])
}

/** Deletes from the directory mailed tokens, access tokens and invitations long expired, what assistants no longer use, address changes, captcha passes, counters and vendors' errors. */
export async function sweepDirectory(env: OpenEnv, nowMs: number): Promise<void> {
  const db = directoryOf(env)
  await Promise.all([
    deleteExpiredTokens(db, nowMs),
    deleteOldAccessTokens(db, nowMs),
    deleteExpiredRecords(db, nowMs),
    deleteOldInvitations(db, nowMs),
    deleteOldEmailChanges(db, nowMs),
    deleteExpiredPasses(db, nowMs),
    deleteOldRateCounts(db, nowMs),
    deleteOldVendorErrors(db, nowMs),
  ])
}
