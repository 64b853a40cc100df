import { HOUR_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import {
  type DeletedUser,
  deleteRestOf,
  deleteSomeOrders,
  forgetInDirectory,
  listIdlePrints,
  listImageIds,
  listRunningAttempts,
  markPurged,
  scheduleDeleted,
} from "../../data/accounts/deleted-user-rows.ts"
import { deleteImages } from "../../data/artwork/image-rows.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import { findAttempt, listUnsettledAttempts } from "../../data/prints/attempt-rows.ts"
import { deletePrints } from "../../data/prints/print-rows.ts"
import { deleteSheetsOf } from "../../data/prints/sheet-rows.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"
import { copyUser } from "../../place.ts"
import { takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"
import { cancelAttempt, settleHold } from "../prints/end-attempt.ts"
import { closeElsewhere } from "./close-sockets.ts"

/** The time in which a request that began before the deletion, such as a large upload, has ended. */
const GRACE_MS = HOUR_MS
/** The batches of each kind per run (4,000 prints, images, orders), well within the limit of D1 calls. */
const MAX_ROUNDS = 20
const MAX_ACCOUNTS = 10

/**
 * Deletes all that a deleted account owned, except payments, ledger and audit entries. The next sweep
 * deletes its files. The next run continues after a stop anywhere. The account is final once a run
 * GRACE_MS after its deletion finds nothing more.
 */
export async function purgeAccount(env: Env, { id, deletedAt }: DeletedUser, nowMs: number): Promise<void> {
  const hub = hubOf(env, id)
  await hub.closeSockets({ sessionId: null })
  await closeElsewhere(env, id, null)
  const isEmpty = [
    await purgePrints(env, id, nowMs),
    await purgeImages(env, id, nowMs),
    await purgeOrders(env, id),
  ].every(Boolean)
  if (!isEmpty) return
  const db = databaseOf(env)
  await deleteRestOf(db, id, nowMs)
  const directory = directoryOf(env)
  await forgetInDirectory(directory, id)
  await hub.forgetEvents()
  if (nowMs - deletedAt >= GRACE_MS) await markPurged(directory, id, nowMs)
}

/** Continues with every deleted account that is not purged. */
export async function sweepDeletedAccounts(env: OpenEnv, nowMs: number): Promise<void> {
  const db = directoryOf(env)
  for (const { id, deletedAt } of await takeDue(db, works.account, { nowMs, limit: MAX_ACCOUNTS })) {
    if (deletedAt === null) continue
    try {
      await purgeAccount(await copyUser(env, id), { id, deletedAt, isPurged: false }, nowMs)
      await scheduleDeleted(db, id, nowMs)
    } catch (error) {
      logError("account not purged", { userId: id, error })
    }
  }
}

/**
 * Cancels running prints, settles their credits and deletes all prints with their sheets. Returns false
 * while some remain: a print that is just starting or finishing is ended a minute later.
 */
async function purgePrints(env: Env, userId: Id, nowMs: number): Promise<boolean> {
  const db = databaseOf(env)
  for (const attemptId of await listRunningAttempts(db, userId)) {
    const attempt = await findAttempt(db, attemptId)
    if (attempt) await cancelAttempt(env, attempt)
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ids = await deleteSheetsOf(db, { ids: await listIdlePrints(db, userId), userId, nowMs })
    if (ids.length === 0) return (await listRunningAttempts(db, userId)).length === 0
    for (const attempt of await listUnsettledAttempts(db, ids)) await settleHold(env, attempt)
    await deletePrints(db, userId, ids, nowMs)
  }
  return false
}

async function purgeImages(env: Env, userId: Id, nowMs: number): Promise<boolean> {
  const db = databaseOf(env)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ids = await listImageIds(db, userId)
    if (ids.length === 0) return true
    await deleteImages(db, userId, ids, nowMs)
  }
  return false
}

async function purgeOrders(env: Env, userId: Id): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if ((await deleteSomeOrders(databaseOf(env), userId)) === 0) return true
  }
  return false
}
