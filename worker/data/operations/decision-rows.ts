import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { isStandingTrouble, type TroubleKind } from "../../../contract/operations/operations.ts"
import { auditInsert, justChanged, type NewAuditEntry } from "../accounts/audit-rows.ts"
import { image } from "../artwork/tables.ts"
import { payment } from "../credits/tables.ts"
import type { Database } from "../database.ts"
import { integration } from "../integrations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { attempt } from "../prints/tables.ts"
import { standingOf } from "./standing-work.ts"

/**
 * Makes a troubled thing due, so that the next minute's sweep takes it up, and adds the audit entry
 * in the same batch. Nothing is written if it is due already or no longer in trouble.
 */
export async function makeDue(
  db: Database,
  { kind, id, nowMs }: { kind: TroubleKind; id: Id; nowMs: number },
  audit: NewAuditEntry,
): Promise<void> {
  await namedBatch(db, { due: dueUpdate(db, kind, id, nowMs), entry: auditInsert(db, audit, justChanged) })
}

function dueUpdate(db: Database, kind: TroubleKind, id: Id, nowMs: number) {
  if (isStandingTrouble(kind)) return standingOf(kind).makeDue(db, id, nowMs)
  const dueAt = nowMs - 1
  switch (kind) {
    case "print":
      return db
        .update(attempt)
        .set({ retryAt: dueAt })
        .where(
          and(
            eq(attempt.id, id),
            sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`,
            isNotDue(attempt.retryAt, nowMs),
          ),
        )
    case "print-mail":
      return db
        .update(attempt)
        .set({ isAnnounced: false, retryAt: dueAt })
        .where(
          and(
            eq(attempt.id, id),
            isNotNull(attempt.mailError),
            or(eq(attempt.isAnnounced, true), isNotDue(attempt.retryAt, nowMs)),
          ),
        )
    case "payment-mail":
      return db
        .update(payment)
        .set({ isAnnounced: false, retryAt: dueAt })
        .where(
          and(
            eq(payment.id, id),
            isNotNull(payment.mailError),
            or(eq(payment.isAnnounced, true), isNotDue(payment.retryAt, nowMs)),
          ),
        )
    case "payment": {
      const isUntold = sql`${payment.isAnnounced} = 0`
      const isChecked = sql`${payment.paymentMethod} = 'PayPal' AND ${payment.status} <> 'Cancelled'`
      const isToBeTold = and(isUntold, isNotDue(payment.retryAt, nowMs))
      const isToBeChecked = and(isChecked, isNotDue(payment.checkAt, nowMs))
      return db
        .update(payment)
        .set({
          retryAt: sql`iif(${isUntold}, ${dueAt}, ${payment.retryAt})`,
          checkAt: sql`iif(${isChecked}, ${dueAt}, ${payment.checkAt})`,
          captureAt: null,
        })
        .where(and(eq(payment.id, id), or(isToBeTold, isToBeChecked)))
    }
    case "image":
      return db
        .update(image)
        .set({ retryAt: dueAt })
        .where(and(eq(image.id, id), eq(image.status, "Ingesting"), isNotDue(image.retryAt, nowMs)))
    case "shop":
      return db
        .update(integration)
        .set({ nextSyncAt: dueAt })
        .where(
          and(
            eq(integration.id, id),
            isNotNull(integration.tokensEncrypted),
            gte(integration.nextSyncAt, nowMs),
          ),
        )
  }
}

function isNotDue(
  column: typeof attempt.retryAt | typeof payment.retryAt | typeof payment.checkAt | typeof image.retryAt,
  nowMs: number,
): SQL | undefined {
  return or(isNull(column), gte(column, nowMs))
}

/** Ends the tries of a mail, with its audit entry; nothing if it was sent or given up. */
export async function giveUpMail(
  db: Database,
  { kind, id }: { kind: "print-mail" | "payment-mail"; id: Id },
  audit: NewAuditEntry,
): Promise<void> {
  const told =
    kind === "print-mail"
      ? db
          .update(attempt)
          .set({ isAnnounced: true })
          .where(and(eq(attempt.id, id), isNotNull(attempt.mailError), eq(attempt.isAnnounced, false)))
      : db
          .update(payment)
          .set({ isAnnounced: true })
          .where(and(eq(payment.id, id), isNotNull(payment.mailError), eq(payment.isAnnounced, false)))
  await namedBatch(db, { told, entry: auditInsert(db, audit, justChanged) })
}
