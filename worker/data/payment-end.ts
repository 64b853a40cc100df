import { and, eq, lte, ne, or, type SQL, sql } from "drizzle-orm"
import type { PaymentStatus } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import type { NewNotification } from "./notification.ts"
import type { PaymentRow } from "./payment.ts"
import { auditEntry, notification, payment } from "./schema.ts"

export type Paid = {
  status: "Completed" | "Refunded"
  captureId: string
  refundedCents: number
  checkAt: number | null
}

/**
 * Money came, or some of it went back: Pending or Cancelled → Completed → Refunded, and what is refunded only grows. False,
 * and nothing written, when the row says as much already; a late answer changes nothing.
 */
export async function markPaid(
  db: Database,
  id: string,
  paid: Paid,
  notice: NewNotification,
): Promise<boolean> {
  const isNews = and(
    eq(payment.id, id),
    ne(payment.status, "Refunded"),
    lte(payment.refundedCents, paid.refundedCents),
    or(ne(payment.status, paid.status), sql`${payment.refundedCents} < ${paid.refundedCents}`),
  )
  const [, rows] = await db.batch([
    noticeInsertIf(db, notice, isNews),
    db
      .update(payment)
      .set({ ...paid, checks: 0, isAnnounced: false, updatedAt: notice.createdAtMs })
      .where(isNews)
      .returning({ id: payment.id }),
  ])
  return rows.length === 1
}

/**
 * Pending → Cancelled, once; nobody is asked any more. With a notice the change is news to the seller and is announced;
 * without, it was the seller's own or nothing ever came of it.
 */
export async function markCancelled(
  db: Database,
  id: string,
  nowMs: number,
  notice: NewNotification | null,
): Promise<boolean> {
  const isOpen = and(eq(payment.id, id), eq(payment.status, "Pending"))
  const update = db
    .update(payment)
    .set({ status: "Cancelled", checkAt: null, checks: 0, isAnnounced: notice === null, updatedAt: nowMs })
    .where(isOpen)
    .returning({ id: payment.id })
  const rows = notice ? (await db.batch([noticeInsertIf(db, notice, isOpen), update]))[1] : await update
  return rows.length === 1
}

/** An admin's word on a bank transfer: Pending → Completed or Cancelled, with its audit entry, once. */
export async function endTransfer(
  db: Database,
  id: string,
  status: Extract<PaymentStatus, "Completed" | "Cancelled">,
  notice: NewNotification,
  audit: typeof auditEntry.$inferInsert,
): Promise<boolean> {
  const isOpen = and(
    eq(payment.id, id),
    eq(payment.status, "Pending"),
    eq(payment.paymentMethod, "Bank Transfer"),
  )
  const [, , rows] = await db.batch([
    noticeInsertIf(db, notice, isOpen),
    insertFrom(db, auditEntry, audit, sql`WHERE ${exists(isOpen)}`),
    db
      .update(payment)
      .set({ status, isAnnounced: false, updatedAt: notice.createdAtMs })
      .where(isOpen)
      .returning({ id: payment.id }),
  ])
  return rows.length === 1
}

/** What this row says now has been told; a change meanwhile is told for itself. */
export async function markPaymentAnnounced(
  db: Database,
  row: Pick<PaymentRow, "id" | "status" | "refundedCents">,
): Promise<void> {
  await db
    .update(payment)
    .set({ isAnnounced: true })
    .where(
      and(
        eq(payment.id, row.id),
        eq(payment.status, row.status),
        eq(payment.refundedCents, row.refundedCents),
      ),
    )
}

function exists(condition: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${payment} WHERE ${condition})`
}

function noticeInsertIf(db: Database, { createdAtMs, ...row }: NewNotification, condition: SQL | undefined) {
  return insertFrom(
    db,
    notification,
    { ...row, createdAt: createdAtMs },
    sql`WHERE ${exists(condition)}`,
  ).onConflictDoNothing()
}
