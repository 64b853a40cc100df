import { and, count, eq, isNotNull, lt, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { attempt, doomedObject, image, integration, payment, user } from "./schema.ts"

const MINUTE_MS = 60_000
/** The sweeps take up what stands still for ten minutes; what is older than this they could not help. */
const STALLS_MS = 30 * MINUTE_MS
/** A thousand objects go in every batch of every minute; a day is far more than any deletion takes. */
const OBJECTS_STALL_MS = 24 * 60 * MINUTE_MS
/** An account is purged for good an hour after its deletion at the earliest. */
const ACCOUNTS_STALL_MS = 24 * 60 * MINUTE_MS

/** How much of each kind has stood still for so long that an operator should look. */
export type Stalled = {
  /** Uploaded or being read, and neither ready nor failed. */
  images: number
  /** Attempts that have not ended, or whose credits or end are still to be told. */
  prints: number
  /** Payments whose last change the seller has not been told. */
  payments: number
  /** Payments that PayPal should have been asked about. */
  checks: number
  /** Shops whose sync should have started, or has stopped on its way. */
  syncs: number
  /** Deleted accounts that are not purged. */
  accounts: number
  /** Files in R2 that should be gone. */
  objects: number
}

/** Each count is answered from a partial or leading index over what is unfinished, so it costs the same at any size. */
export async function countStalled(db: Database, nowMs: number): Promise<Stalled> {
  const before = nowMs - STALLS_MS
  const [[images], [prints], [payments], [checks], [syncs], [accounts], [objects]] = await db.batch([
    db
      .select({ total: count() })
      .from(image)
      .where(and(sql`${image.status} IN ('Uploading', 'Ingesting')`, lt(image.createdAt, before))),
    // Spelt as the partial index is, without parameters, so that it is used.
    db
      .select({ total: count() })
      .from(attempt)
      .where(
        and(sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`, lt(attempt.createdAt, before)),
      ),
    db
      .select({ total: count() })
      .from(payment)
      .where(and(sql`${payment.isAnnounced} = 0`, lt(payment.updatedAt, before))),
    db
      .select({ total: count() })
      .from(payment)
      .where(and(isNotNull(payment.checkAt), lt(payment.checkAt, before))),
    db
      .select({ total: count() })
      .from(integration)
      // As the sweep does: shops of inactive sellers rest.
      .innerJoin(user, and(eq(user.id, integration.userId), eq(user.status, "active")))
      .where(and(isNotNull(integration.tokensEncrypted), lt(integration.nextSyncAt, before))),
    db
      .select({ total: count() })
      .from(user)
      .where(
        and(
          sql`${user.deletedAt} IS NOT NULL AND ${user.purgedAt} IS NULL`,
          lt(user.deletedAt, nowMs - ACCOUNTS_STALL_MS),
        ),
      ),
    db
      .select({ total: count() })
      .from(doomedObject)
      .where(lt(doomedObject.createdAt, nowMs - OBJECTS_STALL_MS)),
  ])
  return {
    images: images.total,
    prints: prints.total,
    payments: payments.total,
    checks: checks.total,
    syncs: syncs.total,
    accounts: accounts.total,
    objects: objects.total,
  }
}
