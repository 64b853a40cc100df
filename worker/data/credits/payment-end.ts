import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { DisputeState, PaymentStatus } from "../../../contract/status.ts"
import { auditInsert, type NewAuditEntry } from "../accounts/audit-rows.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { PaymentRow } from "./payment-rows.ts"
import { payment } from "./tables.ts"

/** The fields of every change that is still to be announced. */
const untold = { isAnnounced: false, retryAt: null, mailError: null }

export type Paid = {
  status: "Completed" | "Refunded"
  captureId: string
  refundedCents: number
  disputedCents: number
  disputeState: DisputeState | null
  checkAt: number | null
}

/**
 * Writes that money came, went back, is disputed or returned. Returns false, with nothing written, if
 * the row has changed since it was `seen`: another call has a newer answer.
 */
export async function markPaid(
  db: Database,
  seen: PaymentRow,
  paid: Paid,
  notices: readonly NewNotification[],
  nowMs: number,
): Promise<boolean> {
  const isAsSeen = and(
    eq(payment.id, seen.id),
    eq(payment.status, seen.status),
    eq(payment.refundedCents, seen.refundedCents),
    eq(payment.disputedCents, seen.disputedCents),
    sql`${payment.disputeState} IS ${seen.disputeState}`,
    eq(payment.updatedAt, seen.updatedAt),
  )
  const { written } = await namedBatch(db, {
    notifications: notices.map((notice) => notificationInsert(db, notice, exists(isAsSeen))),
    written: db
      .update(payment)
      // Two changes in one millisecond need different times.
      .set({ ...paid, ...noRefusal, checks: 0, ...untold, updatedAt: Math.max(nowMs, seen.updatedAt + 1) })
      .where(isAsSeen)
      .returning({ id: payment.id }),
  })
  return written.length === 1
}

const noRefusal = { refusal: null, captureAt: null, captureTries: 0 }

/**
 * Cancels a Pending payment, once, and ends its checks. A notice means that this is news to the
 * seller and is announced; without one, they cancelled or nothing ever came. `refusal` is the
 * vendor's code.
 */
export async function markCancelled(
  db: Database,
  id: Id,
  { nowMs, refusal }: { nowMs: number; refusal: string | null },
  notice: NewNotification | null,
): Promise<boolean> {
  const isOpen = and(eq(payment.id, id), eq(payment.status, "Pending"))
  const { cancelled } = await namedBatch(db, {
    notification: notice && notificationInsert(db, notice, exists(isOpen)),
    cancelled: db
      .update(payment)
      .set({
        status: "Cancelled",
        checkAt: null,
        checks: 0,
        ...untold,
        isAnnounced: notice === null,
        updatedAt: nowMs,
        refusal,
        captureAt: null,
      })
      .where(isOpen)
      .returning({ id: payment.id }),
  })
  return cancelled.length === 1
}

/** Ends a bank transfer by an admin's decision, once: Completed or Cancelled, with its audit entry. */
export async function endTransfer(
  db: Database,
  id: Id,
  status: Extract<PaymentStatus, "Completed" | "Cancelled">,
  notice: NewNotification,
  audit: NewAuditEntry,
): Promise<boolean> {
  const isOpen = and(
    eq(payment.id, id),
    eq(payment.status, "Pending"),
    eq(payment.paymentMethod, "Bank Transfer"),
  )
  const { ended } = await namedBatch(db, {
    notification: notificationInsert(db, notice, exists(isOpen)),
    audit: auditInsert(db, audit, exists(isOpen)),
    ended: db
      .update(payment)
      .set({ status, ...untold, updatedAt: notice.createdAtMs })
      .where(isOpen)
      .returning({ id: payment.id }),
  })
  return ended.length === 1
}

/** Marks this change as announced; `mailError`: its mail was given up. Later changes stay open. */
export async function markPaymentAnnounced(
  db: Database,
  row: Pick<PaymentRow, "id" | "status" | "updatedAt">,
  mailError: string | null,
): Promise<void> {
  await db
    .update(payment)
    .set({ isAnnounced: true, mailError })
    .where(and(eq(payment.id, row.id), eq(payment.status, row.status), eq(payment.updatedAt, row.updatedAt)))
}

function exists(condition: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${payment} WHERE ${condition})`
}
