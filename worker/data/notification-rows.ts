import { and, count, desc, eq, lt, lte, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import type { Pagination } from "../../contract/list.ts"
import type { NotificationType } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { type Page, pageOf } from "./paging.ts"
import { notification } from "./schema.ts"

/** Older ones say nothing that the lists do not. */
const NOTIFICATION_DAYS = 90
/** The newest that one user keeps: every change of a size makes one, and changing costs nothing. */
export const MAX_NOTIFICATIONS = 5_000

export type NewNotification = {
  id: Id
  userId: Id
  /** Names the cause where it may come twice, so that a repeat tells this user nothing. */
  causeKey?: string
  type: NotificationType
  message: string
  attachmentId: Id | null
  createdAtMs: number
}
export type NotificationRow = typeof notification.$inferSelect

/**
 * The insert as a statement, to go into the batch of the change it tells of. The same cause again changes nothing. `onlyIf`
 * is what must hold at its place in the batch for there to be something to tell.
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

/** Adds a notification; the same cause again, for the same user, changes nothing. */
export async function insertNotification(db: Database, row: NewNotification): Promise<void> {
  await notificationInsert(db, row)
}

/** Newest first. */
export async function listNotifications(
  db: Database,
  userId: Id,
  query: Page,
): Promise<{ rows: NotificationRow[]; pagination: Pagination }> {
  const mine = eq(notification.userId, userId)
  const [{ total }] = await db.select({ total: count() }).from(notification).where(mine)
  const { offset, pagination } = pageOf(query, total)
  const rows = await db
    .select()
    .from(notification)
    .where(mine)
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(query.limit)
    .offset(offset)
  return { rows, pagination }
}

/** False when this user has no such notification. */
export async function deleteNotification(db: Database, userId: Id, id: Id): Promise<boolean> {
  const rows = await db
    .delete(notification)
    .where(and(eq(notification.id, id), eq(notification.userId, userId)))
    .returning({ id: notification.id })
  return rows.length === 1
}

/** Empties one user's list but for what came later; again, it finds nothing. */
export async function deleteNotificationsUntil(db: Database, userId: Id, untilMs: number): Promise<void> {
  await db
    .delete(notification)
    .where(and(eq(notification.userId, userId), lte(notification.createdAt, untilMs)))
}

/** Those that are too old, and what one user has beyond MAX_NOTIFICATIONS. */
export async function deleteOldNotifications(db: Database, nowMs: number): Promise<void> {
  const byAge = sql`SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place FROM notification`
  await db.batch([
    db.delete(notification).where(lt(notification.createdAt, nowMs - NOTIFICATION_DAYS * DAY_MS)),
    db
      .delete(notification)
      .where(sql`${notification.id} IN (SELECT id FROM (${byAge}) WHERE place > ${MAX_NOTIFICATIONS})`),
  ])
}
