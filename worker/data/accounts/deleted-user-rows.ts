import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { fontFilesDelete } from "../artwork/font-rows.ts"
import { artworkChoice, font, image, imageCategory, size } from "../artwork/tables.ts"
import type { Database, Directory } from "../database.ts"
import { profileFilesDelete } from "../delivery/destination-rows.ts"
import { deliveryAddress, destination, share } from "../delivery/tables.ts"
import { event, eventEndpoint } from "../events/tables.ts"
import { integration } from "../integrations/tables.ts"
import { order } from "../orders/tables.ts"
import { print, sheetTemplate } from "../prints/tables.ts"
import { job, keyedCall } from "../programs/tables.ts"
import { printedFilm, reportDay } from "../reports/tables.ts"
import { undo } from "../undo/tables.ts"
import { mailboxesForget } from "./mailbox-rows.ts"
import {
  accessToken,
  accountName,
  accountToken,
  emailChange,
  member,
  notification,
  oauthRecord,
  session,
  user,
} from "./tables.ts"

/** The rows of one kind per call; with their dependent rows they stay well below D1's limit. */
const PURGE_BATCH = 200

export type DeletedUser = { id: Id; deletedAt: number; isPurged: boolean }

/** Finds a deleted account; null if it does not exist or is not deleted. */
export async function findDeletedUser(db: Directory, id: Id): Promise<DeletedUser | null> {
  const [row] = await db
    .select({ deletedAt: user.deletedAt, purgedAt: user.purgedAt })
    .from(user)
    .where(eq(user.id, id))
  if (!row || row.deletedAt === null) return null
  return { id, deletedAt: row.deletedAt, isPurged: row.purgedAt !== null }
}

/** Sets when a deleted account is next due, in `updatedAt`, which nobody else reads for these. */
export async function scheduleDeleted(db: Directory, id: Id, atMs: number): Promise<void> {
  await db.update(user).set({ updatedAt: atMs }).where(eq(user.id, id))
}

/** Marks the account as purged: nothing remains, and nothing still running can add to it. */
export async function markPurged(db: Directory, id: Id, nowMs: number): Promise<void> {
  await db
    .update(user)
    .set({ purgedAt: nowMs })
    .where(and(eq(user.id, id), isNull(user.purgedAt)))
}

/** Lists attempts that must end before their prints can be deleted. */
export async function listRunningAttempts(db: Database, userId: Id): Promise<Id[]> {
  const rows = await db
    .select({ attemptId: print.attemptId })
    .from(print)
    .where(and(eq(print.userId, userId), eq(print.status, "Processing")))
    .limit(PURGE_BATCH)
  return rows.flatMap(({ attemptId }) => attemptId ?? [])
}

/** Lists prints that can be deleted now. */
export async function listIdlePrints(db: Database, userId: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: print.id })
    .from(print)
    .where(and(eq(print.userId, userId), ne(print.status, "Processing")))
    .limit(PURGE_BATCH)
  return rows.map(({ id }) => id)
}

export async function listImageIds(db: Database, userId: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: image.id })
    .from(image)
    .where(eq(image.userId, userId))
    .limit(PURGE_BATCH)
  return rows.map(({ id }) => id)
}

/** Deletes some of a user's orders with their items; returns how many. */
export async function deleteSomeOrders(db: Database, userId: Id): Promise<number> {
  const some = db.select({ id: order.id }).from(order).where(eq(order.userId, userId)).limit(PURGE_BATCH)
  const rows = await db.delete(order).where(inArray(order.id, some)).returning({ id: order.id })
  return rows.length
}

/** Deletes the account's other rows but payments, for the books. */
export async function deleteRestOf(db: Database, userId: Id, nowMs: number): Promise<void> {
  await db.batch([
    fontFilesDelete(db, sql`${font.userId} = ${userId}`, nowMs),
    db.delete(font).where(eq(font.userId, userId)),
    db.delete(undo).where(eq(undo.userId, userId)),
    db.delete(artworkChoice).where(eq(artworkChoice.userId, userId)),
    db.delete(integration).where(eq(integration.userId, userId)),
    db.delete(printedFilm).where(eq(printedFilm.userId, userId)),
    db.delete(reportDay).where(eq(reportDay.userId, userId)),
    db.delete(share).where(eq(share.userId, userId)),
    db.delete(size).where(eq(size.userId, userId)),
    db.delete(sheetTemplate).where(eq(sheetTemplate.userId, userId)),
    profileFilesDelete(db, sql`${destination.userId} = ${userId}`, nowMs),
    db.delete(destination).where(eq(destination.userId, userId)),
    db.delete(deliveryAddress).where(eq(deliveryAddress.userId, userId)),
    db.delete(imageCategory).where(eq(imageCategory.userId, userId)),
    db.delete(keyedCall).where(eq(keyedCall.userId, userId)),
    db.delete(job).where(eq(job.userId, userId)),
    db.delete(eventEndpoint).where(eq(eventEndpoint.userId, userId)),
    db.delete(event).where(eq(event.userId, userId)),
    db.delete(notification).where(eq(notification.userId, userId)),
    db.delete(session).where(eq(session.userId, userId)),
  ])
}

/** Deletes what the directory has of the account but its audit entries, for the books. Unlinks mailboxes. */
export async function forgetInDirectory(db: Directory, userId: Id): Promise<void> {
  await db.batch([
    db.delete(accessToken).where(eq(accessToken.userId, userId)),
    db.delete(oauthRecord).where(eq(oauthRecord.userId, userId)),
    db.delete(accountToken).where(eq(accountToken.userId, userId)),
    db.delete(emailChange).where(eq(emailChange.userId, userId)),
    db.delete(member).where(or(eq(member.accountId, userId), eq(member.userId, userId))),
    db.delete(accountName).where(eq(accountName.userId, userId)),
    mailboxesForget(db, userId),
  ])
}
