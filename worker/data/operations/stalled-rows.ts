import { and, count, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import { user } from "../accounts/tables.ts"
import { image } from "../artwork/tables.ts"
import { payment } from "../credits/tables.ts"
import type { Database } from "../database.ts"
import { isNotInLine } from "../delivery/delivery-rows.ts"
import { delivery } from "../delivery/tables.ts"
import { integration } from "../integrations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { attempt, writing } from "../prints/tables.ts"
import { eachStanding, lateCount, type StandingKind } from "./standing-work.ts"
import { objectToDelete } from "./tables.ts"
import type { NormalWaits } from "./waiting-rows.ts"

/** How many of each kind have stood still for so long. */
export type Stalled = Record<StandingKind, number> & {
  /** Uploading or being read, neither ready nor failed. */
  images: number
  /** Attempts that have not ended, or are not settled or announced, and files written once more. */
  prints: number
  /** Payments whose last change is not announced. */
  payments: number
  /** Failed mails about prints and payments that are still retried. */
  mails: number
  /** Payments overdue for a check at PayPal. */
  checks: number
  /** Shops whose sync is overdue or has stalled. */
  syncs: number
  /** Deliveries that nobody goes on with; those whose address fails wait for their next try. */
  deliveries: number
  /** Deleted accounts that are not purged. */
  accounts: number
  /** R2 files that should be deleted. */
  objects: number
}

/** Mails given up in the last days. No alarm by itself: a bad address is its owner's problem. */
type GivenUp = { mails: number }

/** Mail is given up after at most two days; one more day is for somebody to look. */
const SHOWN_MS = 3 * DAY_MS

/** Counts from partial or leading indexes over unfinished rows, so the cost ignores table size. */
export async function countStalled(
  db: Database,
  nowMs: number,
  normal: NormalWaits,
): Promise<{ stalled: Stalled; givenUp: GivenUp }> {
  const total = { total: count() }
  // Written exactly as in the partial indexes, without parameters, so that SQLite uses them.
  const isLoose = sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`
  const isPaymentUntold = sql`${payment.isAnnounced} = 0`
  const isDeliveryUnderWay = sql`${delivery.retryAt} IS NOT NULL AND ${delivery.failureMessage} IS NULL`
  const found = await namedBatch(db, {
    images: db
      .select(total)
      .from(image)
      .where(
        or(
          and(eq(image.status, "Uploading"), lt(image.updatedAt, nowMs - normal.uploadMs)),
          and(eq(image.status, "Ingesting"), lt(image.updatedAt, nowMs - normal.ingestMs)),
        ),
      ),
    // An ended attempt that lacks only its mail counts there.
    prints: db
      .select(total)
      .from(attempt)
      .where(
        and(
          isLoose,
          lt(attempt.updatedAt, nowMs - normal.printMs),
          sql`(${attempt.isHoldSettled} = 0 OR ${attempt.mailError} IS NULL)`,
        ),
      ),
    writings: db
      .select(total)
      .from(writing)
      .where(
        and(sql`${writing.state} IN ('stamping', 'writing')`, lt(writing.updatedAt, nowMs - normal.printMs)),
      ),
    payments: db
      .select(total)
      .from(payment)
      .where(
        and(isPaymentUntold, isNull(payment.mailError), lt(payment.updatedAt, nowMs - normal.paymentMs)),
      ),
    printMails: db
      .select(total)
      .from(attempt)
      .where(
        and(
          isNotNull(attempt.mailError),
          eq(attempt.isAnnounced, false),
          lt(attempt.updatedAt, nowMs - normal.mailMs),
        ),
      ),
    paymentMails: db
      .select(total)
      .from(payment)
      .where(
        and(isPaymentUntold, isNotNull(payment.mailError), lt(payment.updatedAt, nowMs - normal.mailMs)),
      ),
    checks: db
      .select(total)
      .from(payment)
      .where(and(isNotNull(payment.checkAt), lt(payment.checkAt, nowMs - normal.checkMs))),
    syncs: db
      .select(total)
      .from(integration)
      // Like the sweep: shops of inactive sellers are skipped.
      .innerJoin(user, and(eq(user.id, integration.userId), eq(user.status, "active")))
      .where(and(isNotNull(integration.tokensEncrypted), lt(integration.nextSyncAt, nowMs - normal.syncMs))),
    deliveries: db
      .select(total)
      .from(delivery)
      .where(and(isDeliveryUnderWay, lt(delivery.updatedAt, nowMs - normal.deliveryMs), isNotInLine(nowMs))),
    ...eachStanding((work) => lateCount(db, work, nowMs)),
    accounts: db
      .select(total)
      .from(user)
      .where(
        and(
          sql`${user.deletedAt} IS NOT NULL AND ${user.purgedAt} IS NULL`,
          lt(user.deletedAt, nowMs - normal.purgeMs),
        ),
      ),
    objects: db
      .select(total)
      .from(objectToDelete)
      .where(lt(objectToDelete.createdAt, nowMs - normal.objectMs)),
    lostPrintMails: db
      .select(total)
      .from(attempt)
      .where(
        and(
          isNotNull(attempt.mailError),
          eq(attempt.isAnnounced, true),
          gt(attempt.updatedAt, nowMs - SHOWN_MS),
        ),
      ),
    lostPaymentMails: db
      .select(total)
      .from(payment)
      .where(
        and(
          isNotNull(payment.mailError),
          eq(payment.isAnnounced, true),
          gt(payment.updatedAt, nowMs - SHOWN_MS),
        ),
      ),
  })
  return {
    stalled: {
      images: found.images[0].total,
      prints: found.prints[0].total + found.writings[0].total,
      payments: found.payments[0].total,
      mails: found.printMails[0].total + found.paymentMails[0].total,
      checks: found.checks[0].total,
      syncs: found.syncs[0].total,
      deliveries: found.deliveries[0].total,
      shipments: found.shipments[0].total,
      runs: found.runs[0].total,
      pieces: found.pieces[0].total,
      accounts: found.accounts[0].total,
      objects: found.objects[0].total,
    },
    givenUp: { mails: found.lostPrintMails[0].total + found.lostPaymentMails[0].total },
  }
}
