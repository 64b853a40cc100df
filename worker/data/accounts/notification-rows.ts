import { and, eq, getTableColumns, lt, lte, type SQL, sql } from "drizzle-orm"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { NotificationType } from "../../../contract/status.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import type { Page } from "../paging.ts"
import { placeIn, readPlacedPage, type Sorting, sourceIn } from "../place.ts"
import { listOf, type Reader } from "../reader.ts"
import { nameOfMark } from "./member-rows.ts"
import { notification } from "./tables.ts"

/** The age in days from which notifications say nothing that the lists do not show. */
const NOTIFICATION_DAYS = 90
/** The most per user: each change of a size makes one, and changes are free. */
export const MAX_NOTIFICATIONS = 5_000

export type NewNotification = {
  id: Id
  userId: Id
  /** The idempotency key of the cause: a repeat adds nothing for this user. */
  causeKey?: string
  type: NotificationType
  message: string
  /** The id of its subject, or an order's number. */
  attachmentId: string | null
  /** Who did what it tells of; left out where nobody did. */
  doneBy?: DoerMark | SQL
  createdAtMs: number
}
/** The beginning of the cause of a notice about an order's proof. */
export const PROOF_CAUSE = "proof:"

export type NotificationRow = typeof notification.$inferSelect & { doneByName: string | null }
const shown = sql`${listOf(getTableColumns(notification))}, ${nameOfMark(sql`notification.done_by`)} AS "doneByName"`

/**
 * Returns the insert as a statement for its change's batch. A repeated cause changes nothing. `onlyIf`
 * must hold at its place in the batch.
 */
export function notificationInsert(
  db: Database,
  { createdAtMs, ...row }: NewNotification,
  onlyIf: SQL = sql`true`,
) {
  return insertFrom(
    db,
    notification,
    { ...row, createdAt: createdAtMs },
    sql`WHERE ${onlyIf}`,
  ).onConflictDoNothing()
}

/** Adds a notification; a repeated cause for the same user changes nothing. */
export async function insertNotification(db: Database, row: NewNotification): Promise<void> {
  await notificationInsert(db, row)
}

/** SQL over `notification`: it is about prints and artwork, not about the owner's money and person. */
const isOfWork = sql`notification.type NOT IN ('payment', 'profile')`

const newestFirst: Sorting = {
  name: "createdAt",
  columns: [sql`created_at`, sql`id`],
  sort: "desc",
  nulls: null,
}

/** Lists notifications, newest first: all of them for the account's owner. */
export async function listNotifications(
  read: Reader,
  { userId, isOwner }: { userId: Id; isOwner: boolean },
  query: Page,
): Promise<{ rows: NotificationRow[]; pagination: Pagination }> {
  const isShown = isOwner ? sql`user_id = ${userId}` : sql`user_id = ${userId} AND ${isOfWork}`
  return readPlacedPage<NotificationRow>(read, query, newestFirst, {
    ...sourceIn(sql`notification`, isShown),
    select: (behind, limits, total) =>
      sql`SELECT ${shown}, ${placeIn(newestFirst)} AS "place", ${total} AS "total" FROM notification
        WHERE ${and(isShown, behind)} ${limits}`,
  })
}

/** Deletes a notification; false if there is none that the caller sees. */
export async function deleteNotification(
  db: Database,
  { userId, isOwner, id }: { userId: Id; isOwner: boolean; id: Id },
): Promise<boolean> {
  const rows = await db
    .delete(notification)
    .where(and(eq(notification.id, id), eq(notification.userId, userId), isOwner ? undefined : isOfWork))
    .returning({ id: notification.id })
  return rows.length === 1
}

/** Deletes the notifications that the caller sees, up to `untilMs`; a second call finds none. */
export async function deleteNotificationsUntil(
  db: Database,
  { userId, isOwner }: { userId: Id; isOwner: boolean },
  untilMs: number,
): Promise<void> {
  await db
    .delete(notification)
    .where(
      and(
        eq(notification.userId, userId),
        lte(notification.createdAt, untilMs),
        isOwner ? undefined : isOfWork,
      ),
    )
}

/** Deletes those that are too old, and each user's beyond MAX_NOTIFICATIONS. */
export async function deleteOldNotifications(db: Database, nowMs: number): Promise<void> {
  const byAge = sql`SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place FROM notification`
  await db.batch([
    db.delete(notification).where(lt(notification.createdAt, nowMs - NOTIFICATION_DAYS * DAY_MS)),
    db
      .delete(notification)
      .where(sql`${notification.id} IN (SELECT id FROM (${byAge}) WHERE place > ${MAX_NOTIFICATIONS})`),
  ])
}
